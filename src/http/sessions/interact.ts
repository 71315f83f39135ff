import { deadline } from '../../concurrency/abort.ts'
import { troubleWithOverride } from '../../access/access.ts'
import type { Caller } from '../../access/access.ts'
import { IdParams } from '../../contract/fields.ts'
import { InteractAnswer, InteractRequest, InteractStopAnswer } from '../../contract/sessions.ts'
import { Fault } from '../../fault.ts'
import type { CodeRunner, SessionSummary, Sessions } from '../../interact/interact.ts'
import { revisitOf } from '../../scrape/fetch/fetch.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import { refuseRecording, SESSION_FAILURES, runAnswer } from './browser.ts'
import { routesWith } from '../server/route.ts'
import { screenFor } from '../server/request-rules.ts'
import type { ScreenNeeds } from '../server/request-rules.ts'
import type { SessionLinks } from './browser.ts'

export interface InteractNeeds extends ScreenNeeds {
  sessions: Sessions
  sessionLinks: SessionLinks
  assertLanguage: CodeRunner['assertAvailable']
  scrapes: Pick<Scrapes, 'find' | 'isUnstored'>
}

const route = routesWith({ access: 'team', scope: 'interact', bucket: 'interact', tag: 'Browser' })

export function interactRoutes(needs: InteractNeeds) {
  const { sessions, sessionLinks } = needs
  return [
    route('POST /v2/scrape/:id/interact', 'Act on a scraped page', {
      description:
        'The first call opens the page again as the scrape did, in a browser of its own that stays open; later calls go on in it. A program that fails, or a wish that could not be fulfilled, is answered with 200 and `success: false`.',
      params: IdParams,
      body: InteractRequest,
      answer: InteractAnswer,
      alsoFails: { ...SESSION_FAILURES, 409: 'The scrape cannot be opened again, or its profile is in use.' },
      async handle({ who, params, body, signal, publicUrl }) {
        if (body.recordSession) refuseRecording(who)
        using time = deadline(signal, body.timeout * 1000)
        const startedAt = performance.now()
        if (body.task.kind === 'code') needs.assertLanguage(body.task.language)
        const withPrompt = body.task.kind === 'prompt'
        const session = await sessionFor(needs, who, { scrapeId: params.id, withPrompt, ...body }, time)
        // What opening took is gone from the time of the request, which clients wait for no longer than they asked for.
        const leftMs = Math.round(body.timeout * 1000 - (performance.now() - startedAt))
        const timeoutMs = Math.max(LEAST_MS, leftMs)
        const task = { ...body.task, timeoutMs, isRecorded: body.recordSession }
        const outcome = await sessions.run(who, session.id, task, signal)
        return { ...runAnswer(outcome), sessionId: session.id, ...sessionLinks.of(session, publicUrl()) }
      },
    }),
    route('DELETE /v2/scrape/:id/interact', 'End the session of a scraped page', {
      params: IdParams,
      answer: InteractStopAnswer,
      alsoFails: { 409: 'Nothing was kept of the scrape.' },
      async handle({ who, params }) {
        const session = await sessions.findByScrape(who.teamId, params.id)
        if (!session) await refuseUnkept(needs.scrapes, who, params.id)
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
  needs: InteractNeeds,
  who: Caller,
  { scrapeId, existingSessionId, ttl, activityTtl, withPrompt }: Wish,
  signal: AbortSignal,
): Promise<SessionSummary> {
  const { sessions, scrapes } = needs
  if (existingSessionId !== undefined) return await sessions.find(who.teamId, existingSessionId)
  const open = await sessions.findByScrape(who.teamId, scrapeId)
  if (open) return open
  const scrape = await scrapes.find(scrapeId, who.teamId)
  if (!scrape) await refuseUnkept(scrapes, who, scrapeId)
  if (!scrape)
    throw new Fault('NOT_FOUND', 'There is no scrape with this id, or it has expired; scrape the page again.')
  const request = scrape.request()
  const visit = revisitOf(request, scrape.document.metadata?.proxyUsed === 'stealth')
  // What was asked for with the scrape holds for its page as long as the organization allows it.
  const asked = request.threatProtection
  const override = asked && troubleWithOverride(who, asked) === undefined ? asked : undefined
  return await sessions.open(
    who,
    {
      scrapeId,
      withPrompt,
      ttlSeconds: ttl,
      activityTtlSeconds: activityTtl,
      streamWebView: true,
      profile: request.profile,
      visit: { ...visit, screen: screenFor(needs, who, override) },
    },
    signal,
  )
}

/** What a page cannot be opened again without is not kept under zero data retention. */
async function refuseUnkept(
  scrapes: InteractNeeds['scrapes'],
  { teamId }: Pick<Caller, 'teamId'>,
  scrapeId: string,
): Promise<void> {
  if (!(await scrapes.isUnstored(scrapeId, teamId))) return
  throw new Fault(
    'CONFLICT',
    'This scrape was made under zero data retention: nothing is kept of it, so its page cannot be opened again. Open a session with POST /v2/browser instead.',
  )
}
