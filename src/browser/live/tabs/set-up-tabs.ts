import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ChromiumProcess } from '../../chromium/process/launch.ts'
import { openRawSession } from '../../chromium/process/pipe.ts'
import type { ProtocolPipe, RawSession } from '../../chromium/process/pipe.ts'
import { setUpTab, DISABLE_PREFETCH } from '../../page/tab/intercept.ts'
import type { Interception, TabNeeds } from '../../page/tab/intercept.ts'
import type { LiveDownload } from './tabs.ts'

type AnyTab = Pick<Interception, 'visit' | 'onBlocked' | 'onWithheld' | 'signal'>

// Equips every tab before its first request, also those that pages open. They are held until somebody lets them go
// on, and Playwright does so too: so they are heard of over the pipe itself, before Playwright, and all is said at
// once. The returned function settles when the tabs that are there are ready.
export async function setUpTabs(
  { browser }: ChromiumProcess,
  pipe: ProtocolPipe,
  tab: AnyTab,
  needs: TabNeeds,
): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<unknown>>()
  const own = await browser.newBrowserCDPSession()
  const browserSession = openRawSession(pipe, (await own.send('Target.attachToBrowserTarget')).sessionId)
  const sessions = new Map<string, RawSession>()
  browserSession.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = openRawSession(pipe, sessionId)
    sessions.set(sessionId, session)
    // All of it is sent in this order at once. A tab without an opener answers only after it was let go on, so nothing may
    // wait for answers before that. A tab that closes meanwhile needs nothing any more.
    const settingUp: Promise<unknown> = Promise.allSettled([
      setUpOne(session, targetInfo, tab, needs),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]).finally(() => underWay.delete(settingUp))
    underWay.add(settingUp)
  })
  browserSession.on('Target.detachedFromTarget', ({ sessionId }) => {
    sessions.get(sessionId)?.[Symbol.dispose]()
    sessions.delete(sessionId)
  })
  await browserSession.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
  return async () => void (await Promise.all(underWay))
}

async function setUpOne(
  session: RawSession,
  { targetId, url }: { targetId: string; url: string },
  tab: AnyTab,
  needs: TabNeeds,
): Promise<void> {
  let currentUrl = url
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === targetId) currentUrl = frame.url
  })
  await Promise.all([
    setUpTab({ ...tab, session, currentUrl: () => currentUrl, mainFrameId: targetId }, needs),
    session.send('Page.enable'),
    tab.visit.screen && session.send('Page.addScriptToEvaluateOnNewDocument', { source: DISABLE_PREFETCH }),
  ])
}

const MAX_FILES = 20
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** A file too many or too large is stopped, or removed when it is there already; no page is asked whether it means it. */
export async function followDownloads(
  { browser, downloads: downloadPath }: ChromiumProcess,
  browserContextId: string,
): Promise<() => readonly LiveDownload[]> {
  const files = new Map<string, LiveDownload>()
  const session = await browser.newBrowserCDPSession()
  const totalBytes = () => [...files.values()].reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)
  const stop = (guid: string) =>
    void session.send('Browser.cancelDownload', { guid, browserContextId }).catch(() => {})

  session.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename }) => {
    if (files.size >= MAX_FILES) return stop(guid)
    const name = suggestedFilename.slice(0, 255)
    files.set(guid, { url: url.slice(0, 2000), name, sizeBytes: undefined, state: 'running' })
  })
  session.on('Browser.downloadProgress', ({ guid, receivedBytes, state }) => {
    const file = files.get(guid)
    if (file) Object.assign(file, { sizeBytes: receivedBytes, state: STATES[state] })
    if (file && totalBytes() <= MAX_TOTAL_BYTES) return
    if (state === 'inProgress') return stop(guid)
    if (file) Object.assign(file, { sizeBytes: 0, state: 'failed' })
    // The browser removes what it broke off, and its whole folder in the end.
    if (state === 'completed') rm(join(downloadPath, guid), { force: true }).catch(() => {})
  })
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId,
    downloadPath,
    eventsEnabled: true,
  })
  return () => [...files.values()]
}

const STATES = { inProgress: 'running', completed: 'done', canceled: 'failed' } as const

export async function browserContextOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.detach()
  return targetInfo.browserContextId!
}
