import type { BrowserContext, Frame, Page, Route } from 'playwright-core'
import type { LiveTabs } from '../live-tabs.ts'
import { RemoteError } from '../remote.ts'
import { isToGate, withoutPass } from './gate-pass.ts'
import type { Routes } from './routes.ts'
import type { TypeName, Types } from './types.ts'

interface Means {
  tabs: LiveTabs
  routes: Routes
}

type Way<Name extends TypeName> = (object: Types[Name], args: unknown[], means: Means) => Promise<unknown>

/** Such a way, whatever it is of. */
export type OwnWay = (object: object, args: unknown[], means: Means) => Promise<unknown>

const MAX_PAGES = 20

/** What is not done as Playwright would. */
export const OWN_WAYS: { [Name in TypeName]?: Record<string, Way<Name>> } = {
  Page: { content: contentOf, bringToFront },
  Frame: { content: contentOf },
  BrowserContext: { newPage },
  Request: {
    allHeaders: async (request) => withoutPass(await request.allHeaders()),
    headersArray: async (request) => (await request.headersArray()).filter(({ name }) => !isToGate(name)),
    headerValue: async (request, [name]) =>
      isToGate(String(name)) ? null : await request.headerValue(String(name)),
  },
  Route: {
    continue: (route, [changes], { routes }) => routes.proceed(route, changes as object | undefined, false),
    fallback: (route, [changes], { routes }) => routes.proceed(route, changes as object | undefined, true),
    async abort(route, [code], { routes }) {
      routes.answered(route)
      await route.abort(code as string | undefined)
    },
    async fulfill(route: Route, [answer], { routes }) {
      routes.answered(route)
      await route.fulfill(answer as object | undefined)
    },
  },
}

/** Playwright's own `content()` waits for a navigation to end, which may be never. */
async function contentOf(page: Page | Frame): Promise<string> {
  return await page.evaluate(
    "(document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '') + (document.documentElement?.outerHTML ?? '')",
  )
}

async function bringToFront(page: Page, _args: unknown[], { tabs }: Means): Promise<void> {
  tabs.bringToFront(page)
  await page.bringToFront()
}

async function newPage(context: BrowserContext): Promise<Page> {
  if (context.pages().length >= MAX_PAGES) {
    throw new RemoteError(`A session may have ${MAX_PAGES} pages. Close one with page.close().`)
  }
  return await context.newPage()
}
