import assert from 'node:assert/strict'

/**
 * Fails when `work` takes more than `milliseconds` of processor time on an idle machine. A constant reference
 * work, measured beside it, corrects for the current speed of the machine.
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
 * Fails when asynchronous work blocks this thread's event loop for more than so many milliseconds of
 * processor time. Corrects for the speed of the machine in the same way.
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

/** The processor time of the reference work on an idle machine. */
const CALIBRATION_MS = 10
const CALIBRATION_TEXT = 'The river bends to the left, 12 times. '.repeat(10_000)

/** Collects and sorts words and numbers of a fixed text. */
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
