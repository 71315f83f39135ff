import type { CodeOutcome } from '../run.ts'

/** What a program may print, both streams together. */
const MAX_PRINTED_BYTES = 1024 * 1024
/** What its value may have as text. */
const MAX_RESULT_LENGTH = 8 * 1024 * 1024

/** What a program has printed so far. */
export interface Printed {
  add(stream: 'stdout' | 'stderr', text: string): void
  /** Everything, with the value of the program; without one, what it printed stands for it. */
  whole(value: string | undefined): Pick<CodeOutcome, 'stdout' | 'stderr' | 'result' | 'truncated'>
}

export function createPrinted(): Printed {
  const pieces = { stdout: [] as string[], stderr: [] as string[] }
  let left = MAX_PRINTED_BYTES
  let isCut = false
  return {
    add(stream, text) {
      const size = Buffer.byteLength(text)
      if (size <= left) pieces[stream].push(text)
      else {
        isCut = true
        // A letter that is cut in two is left out.
        if (left > 0)
          pieces[stream].push(
            Buffer.from(text)
              .toString('utf8', 0, left)
              .replace(/\uFFFD$/, ''),
          )
      }
      left = Math.max(0, left - size)
    },
    whole(value) {
      const [stdout, stderr] = [pieces.stdout.join(''), pieces.stderr.join('')]
      const result = (value ?? stdout).slice(0, MAX_RESULT_LENGTH)
      return { stdout, stderr, result, truncated: isCut || result.length < (value ?? stdout).length }
    },
  }
}
