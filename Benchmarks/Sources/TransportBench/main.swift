// One client of the transport benchmark as a process of its own, so that its CPU and its peak are its own.
// Usage: TransportBench CLIENT URL COUNT CONCURRENCY; CLIENT is one of those below.
let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[3]), let concurrency = Int(arguments[4]) else {
  fatalError("TransportBench alula|alula-async|urlsession|slow|idle URL COUNT CONCURRENCY")
}
let url = arguments[2]
switch arguments[1] {
case "alula": report(AlulaClient(url: url, count: count, concurrency: concurrency).run())
case "alula-async": report(await AsyncClient(url: url).run(count: count, concurrency: concurrency))
case "idle": IdleTransport(url: url).run()
case "slow": SlowConsumer(url: url).run()
case "urlsession": report(URLSessionClient(url: url, count: count, concurrency: concurrency).run())
default: fatalError("unknown client \(arguments[1])")
}

func report(_ total: Int) {
  print("bytes=\(total)")
  print("peak_kb=\(ProcessMemory.peak)")
}
