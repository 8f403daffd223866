import Foundation

/// A line on standard output, at once: this process may be killed at any moment.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
