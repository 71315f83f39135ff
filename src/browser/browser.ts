import { targetFault } from '../egress/egress.ts'
import type { BrowserNeeds, Engine } from './engine.ts'
import { contextOptions, identityOf } from './page/tab/context-options.ts'
import { assertWebAddress } from './page/navigate.ts'
import { isBound } from './page/tab/intercept.ts'
import { visitPage } from './page/visit-page.ts'
import type { Visit, Visited } from './visit.ts'

export { createAdFilter } from './ads/ad-filter.ts'
export { defaultAdLists, readAdLists } from './ads/ad-lists.ts'
export { createEngine } from './engine.ts'
export type { LiveBrowser, LiveFrame, LiveView, LiveWish, OpenLiveBrowser } from './live/live-browser.ts'
export { createOpenLiveBrowser } from './live/open-live-browser.ts'
export type { PageView, ViewElement, ViewTab } from './live/look/page-view.ts'
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
export { StageError } from './live/stage/stage.ts'
export type { Deed, LocatorStep, Point, Stage, StageFile } from './live/stage/stage.ts'
export type { Capture, Visit, Visited } from './visit.ts'

export interface Browser
  extends AsyncDisposable, Pick<Engine, 'unavailable' | 'isPreparing' | 'prepare' | 'counts'> {
  visit(visit: Visit, signal: AbortSignal): Promise<Visited>
}

export function createBrowser({ engine, gate, ads, userAgent }: BrowserNeeds): Browser {
  return {
    ...engine,
    async visit(visit, signal) {
      assertWebAddress(visit.url)
      using pass = gate.issue({ way: visit.way, maxBytes: MAX_BYTES, screen: visit.screen })
      const identity = await identityOf(visit, userAgent)
      const context = contextOptions(visit, identity, {
        server: gate.server,
        // In other visits the tab itself gives the password, and Playwright has to intercept nothing.
        pass: isBound(visit) ? pass : undefined,
      })
      try {
        return await engine.lend(context, signal, (tab) =>
          visitPage(tab, visit, { pass, ads, identity }, signal),
        )
      } catch (error) {
        throw targetFault(error, signal, { answered: false })
      }
    },
  }
}

const MAX_BYTES = 256 * 1024 * 1024
