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

// Sets up every tab before its first request, including tabs that pages open. New tabs are paused until they
// are resumed, which Playwright does too. So this listens on the pipe itself, before Playwright, and sends
// all commands at once. The returned function settles when the existing tabs are ready.
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
    // All commands are sent at once, in this order. A tab without an opener responds only after it was
    // resumed, so nothing may wait for responses before that. A tab that closes meanwhile needs none of this.
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

/** Cancels or removes a file that exceeds the limits. Pages get no confirmation dialog. */
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
    // The browser removes cancelled files, and its whole folder at the end.
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
