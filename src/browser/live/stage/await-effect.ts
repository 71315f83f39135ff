import { STAGE } from '../../page/reading/page-script.ts'
import { pause } from '../../page/settle.ts'
import type { Reader } from '../../page/reading/reader.ts'
import type { LiveTabs } from '../tabs/tabs.ts'

interface Front {
  tabs: Pick<LiveTabs, 'settle'>
  reader(): Promise<Reader>
}

// A page begins with it a moment later; then it loads and changes, which the tabs know; things move, which only shows
// in styles; and some pages say that one has to wait.
export async function awaitEffect(
  { tabs, reader }: Front,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const calm = async () =>
    await reader()
      .then((one) => one.call(STAGE, 'calm'))
      .catch(() => ({ quietMs: 0, stillMs: STILL_MS, busySigns: 0 }))
  // The browser answers in order: the signs are counted before the work begins.
  const before = calm()
  await work()
  const doneAt = performance.now()
  await pause(BEGIN_MS, signal)
  await tabs.settle(SETTLE_MS)
  let now = await calm()
  // An action that changes nothing at once may do so a moment later, or open a tab.
  if (now.quietMs > performance.now() - doneAt) {
    await pause(LATE_MS, signal)
    await tabs.settle(SETTLE_MS)
    now = await calm()
  }
  await until(
    async () => now.stillMs >= STILL_MS || (now = await calm()).stillMs >= STILL_MS,
    MOVE_MS,
    signal,
  )
  const { busySigns } = await before
  if (now.busySigns <= busySigns) return
  await until(async () => (await calm()).busySigns <= busySigns, BUSY_MS, signal)
  await tabs.settle(SETTLE_MS)
}

async function until(isTrue: () => Promise<boolean>, maxMs: number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  while (!(await isTrue()) && performance.now() - startedAt < maxMs) await pause(POLL_MS, signal)
}

const BEGIN_MS = 30
const LATE_MS = 90
const SETTLE_MS = 5000
const MOVE_MS = 1000
const BUSY_MS = 4000
const STILL_MS = 30
const POLL_MS = 15
