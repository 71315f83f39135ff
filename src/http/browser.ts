import {
  BrowserAnswer,
  BrowserExecuteAnswer,
  BrowserExecuteRequest,
  BrowserListAnswer,
  BrowserListQuery,
  BrowserRequest,
  BrowserStopAnswer,
} from '../contract/browser.ts'
import { IdParams } from '../contract/ids.ts'
import { InteractAnswer, InteractRequest, InteractStopAnswer } from '../contract/interact.ts'
import { noSuch, notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const common = { access: 'team', bucket: 'interact', tag: 'Browser' } as const

/** Live browser sessions, by themselves or tied to a scrape. */
export function browserRoutes(): Route[] {
  return [...['/v2/browser', '/v2/interact'].flatMap(sessionRoutes), ...interactRoutes()]
}

function sessionRoutes(base: string): Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: base,
      summary: 'Open a browser session',
      body: BrowserRequest,
      answer: BrowserAnswer,
      handle: notBuilt('The live browser'),
    }),
    route({
      ...common,
      method: 'GET',
      path: base,
      summary: "The team's browser sessions",
      query: BrowserListQuery,
      answer: BrowserListAnswer,
      handle: notBuilt('The live browser'),
    }),
    route({
      ...common,
      method: 'POST',
      path: `${base}/:id/execute`,
      summary: 'Run code in a session',
      params: IdParams,
      body: BrowserExecuteRequest,
      answer: BrowserExecuteAnswer,
      handle: noSuch('browser session'),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/:id`,
      summary: 'Close a session',
      params: IdParams,
      answer: BrowserStopAnswer,
      handle: noSuch('browser session'),
    }),
  ]
}

function interactRoutes(): Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v2/scrape/:id/interact',
      summary: 'Act on a scraped page',
      params: IdParams,
      body: InteractRequest,
      answer: InteractAnswer,
      handle: notBuilt('Interacting with a scraped page'),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/v2/scrape/:id/interact',
      summary: 'End the session of a scraped page',
      params: IdParams,
      answer: InteractStopAnswer,
      handle: noSuch('browser session'),
    }),
  ]
}
