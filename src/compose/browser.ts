import {
  createAdFilter,
  createBrowser,
  createEngine,
  createOpenLiveBrowser,
  defaultAdLists,
  readAdLists,
} from '../browser/browser.ts'
import type { Browser, OpenLiveBrowser } from '../browser/browser.ts'
import type { Config } from '../config/config.ts'
import { openBrowserProxy } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

/** Chromium with its way out and its filter. Nothing is started before the first page needs it. */
export async function openBrowser(
  config: Config,
  log: Log,
  open: AsyncDisposableStack,
): Promise<{ browser: Browser; openLiveBrowser: OpenLiveBrowser }> {
  const proxy = open.use(
    await openBrowserProxy({ allowedTargets: config.WINNOW_ALLOWED_TARGETS, proxies: proxiesOf(config) }),
  )
  const engine = createEngine({
    configured: config.WINNOW_CHROMIUM,
    dataDir: config.WINNOW_DATA_DIR,
    proxyServer: proxy.server,
    maxTabs: config.WINNOW_BROWSER_TABS,
    log,
  })
  const ads = createAdFilter({ lists: adLists(config.WINNOW_BLOCKLISTS) })
  const needs = { engine, proxy, ads, userAgent: config.WINNOW_USER_AGENT }
  return { browser: open.use(createBrowser(needs)), openLiveBrowser: createOpenLiveBrowser(needs) }
}

function adLists(paths: readonly string[]): string[] {
  if (paths.length === 0) return defaultAdLists()
  try {
    return readAdLists(paths)
  } catch (cause) {
    throw new Fault('UNAVAILABLE', `WINNOW_BLOCKLISTS: ${(cause as Error).message}`, { cause })
  }
}

export function proxiesOf({ WINNOW_PROXY_URL, WINNOW_STEALTH_PROXY_URL }: Config) {
  return {
    ...(WINNOW_PROXY_URL !== undefined && { basic: WINNOW_PROXY_URL }),
    ...(WINNOW_STEALTH_PROXY_URL !== undefined && { enhanced: WINNOW_STEALTH_PROXY_URL }),
  }
}
