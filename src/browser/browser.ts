import { targetFault } from '../egress/egress.ts'
import type { BrowserNeeds, Engine } from './engine.ts'
import { contextOptions, identityOf } from './page/tab/context-options.ts'
import { assertWebUrl } from './page/navigate.ts'
import { isRestricted } from './page/tab/intercept.ts'
import { visitPage } from './page/visit-page.ts'
import type { Visit, VisitResult } from './visit.ts'

export { createAdFilter } from './ads/ad-filter.ts'
export { defaultAdLists, readAdLists } from './ads/ad-lists.ts'
export { createEngine } from './engine.ts'
export type {
  LiveBrowser,
  LiveFrame,
  LiveView,
  LiveBrowserOptions,
  OpenLiveBrowser,
} from './live/live-browser.ts'
export { createOpenLiveBrowser } from './live/open-live-browser.ts'
export type { PageView, ViewElement, ViewTab } from './live/page-view/page-view.ts'
export type {
  Remote,
  RemoteApi,
  RemoteCall,
  RemoteEvent,
  RemoteObject,
  RemoteRun,
  RemoteStep,
  RemoteType,
  RemoteValue,
} from './live/remote/remote.ts'
export { RemoteError } from './live/remote/remote.ts'
export { PageControllerError } from './live/page-controller/page-controller.ts'
export type {
  PageAction,
  LocatorStep,
  Point,
  PageController,
  StageFile,
} from './live/page-controller/page-controller.ts'
export type { Capture, Visit, VisitResult } from './visit.ts'

export interface Browser
  extends AsyncDisposable, Pick<Engine, 'unavailable' | 'isPreparing' | 'prepare' | 'counts'> {
  visit(visit: Visit, signal: AbortSignal): Promise<VisitResult>
}

export function createBrowser({ engine, proxy, ads, userAgent }: BrowserNeeds): Browser {
  return {
    ...engine,
    async visit(visit, signal) {
      assertWebUrl(visit.url)
      using credential = proxy.issue({
        proxyChoice: visit.proxyChoice,
        maxBytes: MAX_BYTES,
        screen: visit.screen,
      })
      const identity = await identityOf(visit, userAgent)
      const context = contextOptions(visit, identity, {
        server: proxy.server,
        // In other visits the tab itself gives the password, and Playwright has to intercept nothing.
        credential: isRestricted(visit) ? credential : undefined,
      })
      try {
        return await engine.withTab(context, signal, (tab) =>
          visitPage(tab, visit, { credential, ads, identity }, signal),
        )
      } catch (error) {
        throw targetFault(error, signal, { answered: false })
      }
    },
  }
}

const MAX_BYTES = 256 * 1024 * 1024
