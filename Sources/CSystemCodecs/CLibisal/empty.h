/* CLibisal, from the system. Included by C shims only; Swift sees the shim headers. */
