import { deadline } from '../../concurrency/abort.ts'
import { overrideProblem } from '../../access/access.ts'
import type { Caller } from '../../access/access.ts'
import { IdParams } from '../../contract/fields.ts'
import { InteractResponse, InteractRequest, InteractStopResponse } from '../../contract/sessions.ts'
import { Fault } from '../../fault.ts'
import type { CodeRunner, SessionSummary, Sessions } from '../../interact/interact.ts'
import { revisitOf } from '../../scrape/fetch/fetch.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import { refuseRecording, SESSION_FAILURES, runResponse } from './browser.ts'
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
        'The first call opens the page again as the scrape did, in a separate browser that stays open; later calls continue in it. A program or prompt that fails gets 200 and `success: false`.',
      params: IdParams,
      body: InteractRequest,
      response: InteractResponse,
      errors: { ...SESSION_FAILURES, 409: 'The scrape cannot be opened again, or its profile is in use.' },
      async handle({ caller, params, body, signal, publicUrl }) {
        if (body.recordSession) refuseRecording(caller)
        using time = deadline(signal, body.timeout * 1000)
        const startedAt = performance.now()
        if (body.task.kind === 'code') needs.assertLanguage(body.task.language)
        const withPrompt = body.task.kind === 'prompt'
        const session = await sessionFor(needs, caller, { scrapeId: params.id, withPrompt, ...body }, time)
        // Opening the page counts against the timeout, because clients wait no longer than that.
        const leftMs = Math.round(body.timeout * 1000 - (performance.now() - startedAt))
        const timeoutMs = Math.max(MIN_TIMEOUT_MS, leftMs)
        const task = { ...body.task, timeoutMs, isRecorded: body.recordSession }
        const outcome = await sessions.run(caller, session.id, task, signal)
        return { ...runResponse(outcome), sessionId: session.id, ...sessionLinks.of(session, publicUrl()) }
      },
    }),
    route('DELETE /v2/scrape/:id/interact', 'End the session of a scraped page', {
      params: IdParams,
      response: InteractStopResponse,
      errors: { 409: 'The scrape was not stored.' },
      async handle({ caller, params }) {
        const session = await sessions.findByScrape(caller.teamId, params.id)
        if (!session) await refuseZeroRetention(needs.scrapes, caller, params.id)
        if (!session)
          throw new Fault(
            'NOT_FOUND',
            'This scrape has no browser session. Open one with POST /v2/scrape/{id}/interact.',
          )
        const { durationMs, creditsBilled } = await sessions.stop(caller.teamId, session.id)
        return { success: true, status: 'destroyed', sessionDurationMs: durationMs, creditsBilled }
      },
    }),
  ]
}

const MIN_TIMEOUT_MS = 1000

interface SessionRequest {
  scrapeId: string
  existingSessionId?: string | undefined
  ttl: number
  activityTtl: number
  withPrompt: boolean
}

/**
 * The open session of the scrape, or a new one that opens its page again. An ended session reports that when
 * it is used.
 */
async function sessionFor(
  needs: InteractNeeds,
  caller: Caller,
  { scrapeId, existingSessionId, ttl, activityTtl, withPrompt }: SessionRequest,
  signal: AbortSignal,
): Promise<SessionSummary> {
  const { sessions, scrapes } = needs
  if (existingSessionId !== undefined) return await sessions.find(caller.teamId, existingSessionId)
  const open = await sessions.findByScrape(caller.teamId, scrapeId)
  if (open) return open
  const scrape = await scrapes.find(scrapeId, caller.teamId)
  if (!scrape) await refuseZeroRetention(scrapes, caller, scrapeId)
  if (!scrape)
    throw new Fault('NOT_FOUND', 'There is no scrape with this id, or it has expired; scrape the page again.')
  const request = scrape.request()
  const visit = revisitOf(request, scrape.document.metadata?.proxyUsed === 'stealth')
  // The scrape's threat-protection override applies to its page as long as the organization allows it.
  const override = request.threatProtection
  const allowedOverride = override && overrideProblem(caller, override) === undefined ? override : undefined
  return await sessions.open(
    caller,
    {
      scrapeId,
      withPrompt,
      ttlSeconds: ttl,
      activityTtlSeconds: activityTtl,
      streamWebView: true,
      profile: request.profile,
      visit: { ...visit, screen: screenFor(needs, caller, allowedOverride) },
    },
    signal,
  )
}

/** Under zero data retention the data for opening a page again is not stored. */
async function refuseZeroRetention(
  scrapes: InteractNeeds['scrapes'],
  { teamId }: Pick<Caller, 'teamId'>,
  scrapeId: string,
): Promise<void> {
  if (!(await scrapes.isUnstored(scrapeId, teamId))) return
  throw new Fault(
    'CONFLICT',
    'This scrape ran under zero data retention, so nothing of it is stored and its page cannot be opened again. Open a session with POST /v2/browser instead.',
  )
}
