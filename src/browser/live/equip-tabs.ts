import type { ChromiumProcess } from '../chromium/launch.ts'
import type { ProtocolPipe } from '../chromium/pipe.ts'
import { openRawSession } from '../chromium/raw-session.ts'
import type { RawSession } from '../chromium/raw-session.ts'
import { equip } from '../page/equip.ts'
import type { TabNeeds } from '../page/equip.ts'
import { FETCH_NOTHING_AHEAD } from '../page/fetch-nothing-ahead.ts'
import type { Interception } from '../page/intercept.ts'
import type { Visit } from '../visit.ts'

/** Who hears of what the tabs do not get, and how long they may wait for whether they do. */
type Attendance = Pick<Interception, 'onStray' | 'onWithheld' | 'signal'>

/**
 * Equips every tab of a browser for a visit before it sends its first request, also those that pages open. They are
 * held until somebody lets them go on, and Playwright does so too. So they are heard of over the pipe itself, before
 * Playwright, and what has to be said is said at once: it is there before Playwright's word. The function that is given
 * back settles when the tabs that are there are ready.
 */
export async function equipTabs(
  { browser }: ChromiumProcess,
  pipe: ProtocolPipe,
  visit: Visit,
  needs: TabNeeds & Attendance,
): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<unknown>>()
  const own = await browser.newBrowserCDPSession()
  const door = openRawSession(pipe, (await own.send('Target.attachToBrowserTarget')).sessionId)
  const sessions = new Map<string, RawSession>()
  door.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = openRawSession(pipe, sessionId)
    sessions.set(sessionId, session)
    // All of it is sent in this order at once. A tab without an opener answers only after it was let go on, so nothing may
    // wait for answers before that. A tab that closes meanwhile needs nothing any more.
    const equipping: Promise<unknown> = Promise.allSettled([
      equipOne(session, targetInfo, visit, needs),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]).finally(() => underWay.delete(equipping))
    underWay.add(equipping)
  })
  door.on('Target.detachedFromTarget', ({ sessionId }) => {
    sessions.get(sessionId)?.[Symbol.dispose]()
    sessions.delete(sessionId)
  })
  await door.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
  return async () => void (await Promise.all(underWay))
}

async function equipOne(
  session: RawSession,
  { targetId, url }: { targetId: string; url: string },
  visit: Visit,
  needs: TabNeeds & Attendance,
): Promise<void> {
  let urlNow = url
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === targetId) urlNow = frame.url
  })
  const { onStray, onWithheld, signal } = needs
  const hears = { onStray, onWithheld, signal }
  const tab = { session, visit, urlNow: () => urlNow, mainFrameId: targetId, ...hears }
  await Promise.all([
    equip(tab, needs),
    session.send('Page.enable'),
    visit.screen && session.send('Page.addScriptToEvaluateOnNewDocument', { source: FETCH_NOTHING_AHEAD }),
  ])
}
