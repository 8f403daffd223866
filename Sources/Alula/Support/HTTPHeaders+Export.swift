// Header fields are part of Alula's own API; the rest of that module is not.
@_exported public import struct HTTPCaching.HTTPHeaders
