import { callerFrames } from './caller-frames.ts'
import type { Host } from './host.ts'
import { inspect } from './inspect.ts'

/** What a program prints, and how its failures are told. */
export interface Output {
  print(stream: 'stdout' | 'stderr', text: string): void
  fail(failure: unknown, where: string): void
  lastFailure(): string | undefined
}

/** What a program may print; the service counts as well. */
const MAX_LENGTH = 1_100_000

export function createOutput({ send }: Host): Output {
  let left = MAX_LENGTH
  let last: string | undefined

  function print(stream: 'stdout' | 'stderr', text: string): void {
    if (left < 0) return
    const line = `${text}\n`.slice(0, left + 1)
    left -= line.length
    send(JSON.stringify({ say: 'print', stream, text: line }))
  }

  return {
    print,
    fail(failure, where) {
      last = where + told(failure)
      print('stderr', last)
    },
    lastFailure: () => last,
  }
}

/** Name, message, and where in the program it was. */
function told(failure: unknown): string {
  if (!(failure instanceof Error)) return `Thrown: ${inspect(failure)}`
  const frames = callerFrames(failure)
  return `${failure.name}: ${failure.message}${frames && `\n${frames}`}`
}
