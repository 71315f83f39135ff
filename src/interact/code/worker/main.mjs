import { Socket } from 'node:net'
import { createInterpreter } from './interpreter.mjs'
import { TO_PROGRAM, write } from './parent.mjs'

// A process that runs one program. It has no files, secrets or connections of the service; actions on the
// page go line by line over two pipes to its parent. Plain JavaScript, because stripping types would take a
// new process longer than all its other work.

/** Takes JSON, because the interpreter sends JSON. */
function say(message) {
  write(Buffer.from(`${message}\n`))
}

let interpreter

async function hear(line) {
  const message = JSON.parse(line)
  if (message.say === 'modules') {
    interpreter = await createInterpreter(message.modules, say)
    say(JSON.stringify({ say: 'ready' }))
  } else if (message.say === 'start') {
    interpreter.begin(line)
    interpreter.run(message.code)
  } else interpreter.hear(line)
}

/** The interpreter itself failed: too deep nesting or no memory left. The process ends with it. */
process.on('uncaughtException', (failure) => {
  const { name, message } = failure.cause instanceof Error ? failure.cause : failure
  const error = `${name}: ${message}`
  say(JSON.stringify({ say: 'print', stream: 'stderr', text: `${error}\n` }))
  say(JSON.stringify({ say: 'done', exitCode: 1, error }))
  process.exit(1)
})

const parent = new Socket({ fd: TO_PROGRAM, readable: true, writable: false })
parent.on('close', () => process.exit())
let pieces = []
parent.on('data', (chunk) => {
  let from = 0
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString()
    pieces = []
    from = end + 1
    void hear(line)
  }
  if (from < chunk.length) pieces.push(chunk.subarray(from))
})
