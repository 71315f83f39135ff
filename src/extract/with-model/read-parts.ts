import { abortFault, firstOf } from '../../work/abort.ts'

/** Reads all parts at once. The first failure ends the others, and is the failure of all. */
export async function readParts<Part, Result>(
  parts: readonly Part[],
  read: (part: Part, index: number, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const failing = new AbortController()
  using over = firstOf(signal, failing.signal)
  const settled = await Promise.allSettled(
    parts.map(async (part, index) => {
      try {
        return await read(part, index, over)
      } catch (failure) {
        failing.abort(failure)
        throw failure
      }
    }),
  )
  if (signal.aborted) throw abortFault(signal)
  if (failing.signal.aborted) throw failing.signal.reason
  return settled.map((one) => (one as PromiseFulfilledResult<Result>).value)
}

/** Reads one part after the other, until nothing is missing. */
export async function readUntil<Part, Result>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Result>,
  isEnough: (result: Result) => boolean,
): Promise<Result[]> {
  const results: Result[] = []
  for (const part of parts) {
    const result = await read(part)
    results.push(result)
    if (isEnough(result)) break
  }
  return results
}
