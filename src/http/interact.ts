import { deadline } from '../abort.ts'
import { IdParams } from '../contract/ids.ts'
import { InteractAnswer, InteractRequest, InteractStopAnswer } from '../contract/interact.ts'
import { Fault } from '../fault.ts'
import type { CodeRunner, Owner, SessionSummary, Sessions } from '../interact/interact.ts'
import { visitAgain } from '../scrape/scrape.ts'
import type { Scrapes } from '../scrape/scrape.ts'
import { SESSION_FAILURES } from './browser.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'
import { runAnswer } from './run-answer.ts'
import type { SessionLinks } from './session-links.ts'

export interface InteractNeeds {
  sessions: Sessions
  sessionLinks: SessionLinks
  /** Refuses a language that is not switched on. */
  assertLanguage: CodeRunner['assertAvailable']
  scrapes: Pick<Scrapes, 'find' | 'isKept'>
}

const common = { access: 'team', bucket: 'interact', tag: 'Browser' } as const

/** A live browser on the page of a scrape. */
export function interactRoutes(needs: InteractNeeds): Route[] {
  const { sessions, sessionLinks } = needs
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v2/scrape/:id/interact',
      summary: 'Act on a scraped page',
      description:
        'The first call opens the page again as the scrape did, in a browser of its own that stays open; later calls go on in it. A program that fails, or a wish that could not be fulfilled, is answered with 200 and `success: false`.',
      params: IdParams,
      body: InteractRequest,
      answer: InteractAnswer,
      alsoFails: { ...SESSION_FAILURES, 409: 'The scrape cannot be opened again, or its profile is in use.' },
      async handle({ who, params, body, signal, publicUrl }) {
        using time = deadline(signal, body.timeout * 1000)
        const startedAt = performance.now()
        if (body.task.kind === 'code') await needs.assertLanguage(body.task.language)
        const withPrompt = body.task.kind === 'prompt'
        const session = await sessionFor(needs, who, { scrapeId: params.id, withPrompt, ...body }, time)
        // What opening took is gone from the time of the request, which clients wait for no longer than they asked for.
        const leftMs = Math.round(body.timeout * 1000 - (performance.now() - startedAt))
        const task = { ...body.task, timeoutMs: Math.max(LEAST_MS, leftMs) }
        const outcome = await sessions.run(who, session.id, task, signal)
        return { ...runAnswer(outcome), sessionId: session.id, ...sessionLinks.of(session, publicUrl()) }
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/v2/scrape/:id/interact',
      summary: 'End the session of a scraped page',
      params: IdParams,
      answer: InteractStopAnswer,
      alsoFails: { 403: SESSION_FAILURES[403] },
      async handle({ who, params }) {
        const session = await sessions.ofScrape(who.teamId, params.id)
        if (!session) throw new Fault('NOT_FOUND', 'This scrape has no browser session.')
        const { durationMs, creditsBilled } = await sessions.stop(who.teamId, session.id)
        return { success: true, status: 'destroyed', sessionDurationMs: durationMs, creditsBilled }
      },
    }),
  ]
}

const LEAST_MS = 1000

interface Wish {
  scrapeId: string
  existingSessionId?: string | undefined
  ttl: number
  activityTtl: number
  withPrompt: boolean
}

/** The session that is open already, or a new one that brings the page back. One that has ended says so when it is used. */
async function sessionFor(
  { sessions, scrapes }: InteractNeeds,
  who: Owner,
  { scrapeId, existingSessionId, ttl, activityTtl, withPrompt }: Wish,
  signal: AbortSignal,
): Promise<SessionSummary> {
  if (existingSessionId !== undefined) return await sessions.find(who.teamId, existingSessionId)
  const open = await sessions.ofScrape(who.teamId, scrapeId)
  if (open) return open
  const scrape = await scrapes.find(scrapeId, who.teamId)
  if (!scrape) throw await whyUnknown(scrapes, scrapeId)
  return await sessions.open(
    who,
    {
      scrapeId,
      withPrompt,
      ttlSeconds: ttl,
      activityTtlSeconds: activityTtl,
      streamWebView: true,
      profile: scrape.request.profile,
      visit: visitAgain(scrape.request, scrape.document.metadata?.proxyUsed === 'stealth'),
    },
    signal,
  )
}

async function whyUnknown(scrapes: InteractNeeds['scrapes'], scrapeId: string): Promise<Fault> {
  return (await scrapes.isKept(scrapeId))
    ? new Fault('FORBIDDEN', 'This scrape is another team’s.')
    : new Fault(
        'NOT_FOUND',
        'There is no scrape with this id. Scrapes expire, and are not kept at all under zero data retention; scrape the page again.',
      )
}
