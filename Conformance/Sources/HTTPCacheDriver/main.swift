import CacheClient

// One JSON object a line in, one a line out, in any order, until standard input is closed (README.md).
do {
  // In a scope of its own: its directory goes with it.
  let client = try CacheClient()
  let answers = AnswerWriter()
  await withDiscardingTaskGroup { group in
    for await line in StandardInput.lines {
      group.addTask { answers.write(await DriverCall.answer(line, by: client)) }
    }
  }
}
