import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { IdParams } from '../../contract/ids.ts'
import { SignedQuery } from '../../contract/signed-link.ts'
import { Fault } from '../../fault.ts'
import type { Sessions } from '../../interact/interact.ts'
import type { Log } from '../../log.ts'
import { bridgeDevTools } from './bridge-dev-tools.ts'
import { route } from '../server/route.ts'
import type { SessionLinks } from './session-links.ts'
import { showSession } from './show-session.ts'

export interface LiveNeeds {
  sessions: Pick<Sessions, 'live'>
  sessionLinks: SessionLinks
  log: Log
}

/** Watching a session, acting in it by hand, and speaking to its browser: each for whoever has the address. */
export function liveRoutes(needs: LiveNeeds) {
  return [viewRoute(needs, 'live'), viewRoute(needs, 'control'), cdpRoute(needs)]
}

const common = {
  access: 'signed',
  tag: 'Browser',
  params: IdParams,
  query: SignedQuery,
  alsoFails: { 403: 'The link is not one of ours, or has expired.', 410: 'The session has ended.' },
} as const

/** What a page of ours may load here: itself, and frames that arrive over its socket. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'"

const PAGE = readFileSync(new URL('../console/assets/live.html', import.meta.url), 'utf8')

function viewRoute({ sessions, sessionLinks, log }: LiveNeeds, door: 'live' | 'control') {
  const isControlled = door === 'control'
  const summary = isControlled ? 'Watch a session and act in it' : 'Watch a session'
  return route(`GET /v2/browser/:id/${door}`, summary, {
    ...common,
    description: 'A page that shows the session live. Its address comes with the session and ends with it.',
    answer: z.unknown().meta({ type: 'string' }),
    answerType: 'text/html',
    handle({ params, query, reply }) {
      sessionLinks.assertValid(params.id, door, query)
      find(sessions, params.id, 'watched')
      return reply
        .header('content-security-policy', CONTENT_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(PAGE)
    },
    admit({ params, query }) {
      sessionLinks.assertValid(params.id, door, query)
      find(sessions, params.id, 'watched')
    },
    watch(socket, { params }) {
      void showSession(socket, find(sessions, params.id, 'watched'), { isControlled, log })
    },
  })
}

function cdpRoute({ sessions, sessionLinks, log }: LiveNeeds) {
  return route('GET /v2/browser/:id/cdp', 'Speak to the browser of a session', {
    ...common,
    description:
      'A WebSocket that speaks the DevTools protocol, for Playwright’s `connectOverCDP` and its like. Files, downloads, pages of the browser itself and facts about the machine are refused.',
    answer: z.unknown(),
    handle({ params, query }) {
      sessionLinks.assertValid(params.id, 'cdp', query)
      throw new Fault('BAD_REQUEST', 'Bad Request: this address is to be opened as a WebSocket.')
    },
    admit({ params, query }) {
      sessionLinks.assertValid(params.id, 'cdp', query)
      find(sessions, params.id, 'used')
    },
    watch(socket, { params }) {
      void bridgeDevTools(socket, find(sessions, params.id, 'used'), log)
    },
  })
}

type Live = NonNullable<ReturnType<Sessions['live']>>

function find(sessions: LiveNeeds['sessions'], id: string, use: 'watched' | 'used'): Live {
  const live = sessions.live(id)
  if (!live) throw new Fault('GONE', 'This browser session has ended.')
  if (use === 'watched' && !live.streamWebView) {
    throw new Fault('FORBIDDEN', 'This session was opened with streamWebView set to false.')
  }
  return live
}
