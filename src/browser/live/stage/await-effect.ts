import { pause } from '../../page/pause.ts'
import type { Reader } from '../../page/reader.ts'
import type { LiveTabs } from '../live-tabs.ts'
import { callInPage } from '../look/call-in-page.ts'

interface Front {
  tabs: Pick<LiveTabs, 'settle'>
  /** Our script in the page in front, whichever that is by now. */
  reader(): Promise<Reader>
}

/**
 * Does something and waits for what it causes. A page begins with it a moment later; then it loads and changes, which
 * the tabs know about; things move to their places, which only shows in styles; and some say that one has to wait.
 */
export async function awaitEffect(
  { tabs, reader }: Front,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (name: string, otherwise: number) =>
    await reader().then(
      (one) => callInPage<number>(one, name).catch(() => otherwise),
      () => otherwise,
    )
  // The browser answers in order: the signs are counted before the work begins.
  const before = ask('busySigns', 0)
  await work()
  const busyBefore = await before
  await pause(BEGIN_MS, signal)
  await tabs.settle(SETTLE_MS)
  await until(async () => (await ask('stillMs', STILL_MS)) >= STILL_MS, MOVE_MS, signal)
  const isFree = async () => (await ask('busySigns', 0)) <= busyBefore
  if (await isFree()) return
  await until(isFree, BUSY_MS, signal)
  await tabs.settle(SETTLE_MS)
}

async function until(isTrue: () => Promise<boolean>, maxMs: number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  while (!(await isTrue()) && performance.now() - startedAt < maxMs) await pause(POLL_MS, signal)
}

const BEGIN_MS = 30
/** How long is waited for a page that never rests. */
const SETTLE_MS = 5000
const MOVE_MS = 1000
const BUSY_MS = 4000
const STILL_MS = 50
const POLL_MS = 15
