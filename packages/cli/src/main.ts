import { homedir } from 'node:os'
import type { Input } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { readSecret } from './read-secret.ts'
import { run } from './run.ts'

/* oxlint-disable no-process-env -- the one place where the command line meets its process. */

const interrupted = new AbortController()
let interruptedAt = 0
process.on('SIGINT', () => {
  // One key press may arrive twice, from the terminal and from a parent process that forwards signals.
  const now = performance.now()
  if (interruptedAt > 0 && now - interruptedAt > 500) process.exit(EXIT.interrupted)
  if (interruptedAt === 0) interruptedAt = now
  interrupted.abort()
})
// The reader of the result may close it early, like `head`. A closed stderr changes nothing.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code === 'EPIPE') process.exit(EXIT.ok)
  process.stderr.write(`winnow: The result cannot be written: ${failure.message}\n`)
  process.exit(EXIT.failed)
})
process.stderr.on('error', () => {})

const input: Input = {
  isTerminal: process.stdin.isTTY === true,
  async bytes() {
    const parts: Buffer[] = []
    for await (const part of process.stdin) parts.push(part as Buffer)
    return new Uint8Array(Buffer.concat(parts))
  },
  secret: (question) => readSecret(question, process.stdin, process.stderr),
}

process.exitCode = await run({
  args: process.argv.slice(2),
  environment: process.env,
  input,
  stdout: process.stdout,
  stderr: process.stderr,
  folder: process.cwd(),
  home: homedir(),
  platform: process.platform,
  signal: interrupted.signal,
  fetch,
})
