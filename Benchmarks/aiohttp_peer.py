"""The peer in Python: aiohttp. Usage: aiohttp_peer.py URL COUNT CONCURRENCY"""
import asyncio
import sys

import aiohttp


async def main(url, count, concurrency):
    total = 0
    left = count
    connector = aiohttp.TCPConnector(limit=concurrency)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def work():
            nonlocal total, left
            while left > 0:
                left -= 1
                async with session.get(url) as response:
                    response.raise_for_status()
                    body = await response.read()
                    total += len(body)

        await asyncio.gather(*(work() for _ in range(concurrency)))
    print(f"bytes={total}")
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                print(f"peak_kb={line.split()[1]}")


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
