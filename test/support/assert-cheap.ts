import assert from 'node:assert/strict'

/**
 * Fails when a work takes more of the processor than so many milliseconds of a machine at rest. How slow the machine is
 * right now is measured beside it with a work that is always the same, so that a busy one fails nothing.
 */
export function assertCheap<Result>(work: () => Result, milliseconds: number): Result {
  const before = calibrate()
  const start = process.threadCpuUsage()
  const result = work()
  const took = sinceMs(start)
  const slowness = Math.max(1, before / CALIBRATION_MS, calibrate() / CALIBRATION_MS)
  const allowed = Math.round(milliseconds * slowness)
  assert.ok(took < allowed, `it took ${Math.round(took)} ms of the processor, ${allowed} ms are allowed`)
  return result
}

/**
 * Fails when this thread's event loop is held up at a stretch for more than so many milliseconds of the processor while
 * an asynchronous work goes on. It makes the same allowance for a busy machine.
 */
export async function assertResponsive<Result>(
  work: () => Promise<Result>,
  milliseconds: number,
): Promise<Result> {
  const before = calibrate()
  let longest = 0
  let isOver = false
  const turn = (last: NodeJS.CpuUsage) =>
    setImmediate(() => {
      longest = Math.max(longest, sinceMs(last))
      if (!isOver) turn(process.threadCpuUsage())
    })
  turn(process.threadCpuUsage())
  const result = await work().finally(() => (isOver = true))
  const allowed = Math.round(
    milliseconds * Math.max(1, before / CALIBRATION_MS, calibrate() / CALIBRATION_MS),
  )
  assert.ok(
    longest < allowed,
    `the event loop was held up for ${Math.round(longest)} ms of the processor, ${allowed} ms are allowed`,
  )
  return result
}

/** What the fixed work takes of the processor where nothing else runs. */
const CALIBRATION_MS = 10
const CALIBRATION_TEXT = 'The river bends to the left, 12 times. '.repeat(10_000)

/** Words and numbers of a fixed text, gathered and put in order. */
function calibrate(): number {
  const start = process.threadCpuUsage()
  const words = CALIBRATION_TEXT.match(/\p{L}+|\d+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + word.length)
  assert.equal([...counts.keys()].sort().length, 8)
  return sinceMs(start)
}

function sinceMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
