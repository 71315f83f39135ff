import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ChromiumProcess } from '../chromium/launch.ts'
import type { LiveDownload } from './live-tabs.ts'

/** So many files a session may take, and so much all of them together. */
const MAX_FILES = 20
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/**
 * Takes the files that pages give into the browser's own folder, which is gone with it, and tells of them. One that
 * would be too many or too much is stopped, or removed when it is there already; no page is asked whether it means it.
 */
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

/** What the protocol calls the context of a page. */
export async function browserContextOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.detach()
  return targetInfo.browserContextId!
}
