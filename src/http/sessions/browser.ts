import {
  BrowserResponse,
  BrowserExecuteResponse,
  BrowserExecuteRequest,
  BrowserListResponse,
  BrowserListQuery,
  BrowserRequest,
  BrowserStopResponse,
  ProfileParams,
  ReplayResponse,
} from '../../contract/sessions.ts'
import { OkResponse, IdParams } from '../../contract/fields.ts'
import { assertSigned } from '../../access/access.ts'
import type { Caller, SignedLinks } from '../../access/access.ts'
import { Fault, badRequest } from '../../fault.ts'
import { emptyVisit } from '../../interact/interact.ts'
import type { Sessions, SessionSummary, TaskOutcome } from '../../interact/interact.ts'
import type { Profiles } from '../../scrape/scrape.ts'
import { routesWith } from '../server/route.ts'
import type { BlobLinks } from '../pages/blobs.ts'
import { screenFor } from '../server/request-rules.ts'
import type { ScreenNeeds } from '../server/request-rules.ts'
import type { SignedQuery } from '../../contract/fields.ts'
import type { InteractResponse } from '../../contract/sessions.ts'

export interface BrowserNeeds extends ScreenNeeds {
  sessions: Sessions
  sessionLinks: SessionLinks
  profiles: Pick<Profiles, 'remove'>
  blobLinks: BlobLinks
}

const route = routesWith({ access: 'team', scope: 'interact', bucket: 'interact', tag: 'Browser' })

/** Live browser sessions that are not tied to a scrape. Clients know them under two paths. */
export function browserRoutes(needs: BrowserNeeds) {
  return ['/v2/browser', '/v2/interact'].flatMap((base) => [
    ...sessionRoutes(base, needs),
    replaySession(base, needs),
    removeProfile(base, needs),
  ])
}

function sessionRoutes(base: string, needs: BrowserNeeds) {
  const { sessions, sessionLinks } = needs
  return [
    openSession(base, needs),
    route(`GET ${base}`, "The team's browser sessions", {
      bucket: 'status',
      description: 'Open sessions and those that ended within a day, newest first.',
      query: BrowserListQuery,
      response: BrowserListResponse,
      async handle({ caller, query, publicUrl }) {
        const listed = await sessions.list(caller.teamId, query.status)
        return {
          success: true,
          sessions: listed.map((session) => ({
            id: session.id,
            status: session.status,
            ...(session.status === 'active' && sessionLinks.of(session, publicUrl())),
            streamWebView: session.streamWebView,
            createdAt: session.createdAt.toISOString(),
            lastActivity: session.lastActivity.toISOString(),
          })),
        }
      },
    }),
    route(`POST ${base}/:id/execute`, 'Run code in a session', {
      params: IdParams,
      body: BrowserExecuteRequest,
      response: BrowserExecuteResponse,
      errors: SESSION_FAILURES,
      async handle({ caller, params, body, signal }) {
        const { code, language, timeout } = body
        const task = { kind: 'code' as const, code, language, timeoutMs: timeout * 1000 }
        return runResponse(await sessions.run(caller, params.id, task, signal))
      },
    }),
    route(`DELETE ${base}/:id`, 'Close a session', {
      params: IdParams,
      response: BrowserStopResponse,
      async handle({ caller, params }) {
        const { durationMs, creditsBilled } = await sessions.stop(caller.teamId, params.id)
        return { success: true, status: 'destroyed', sessionDurationMs: durationMs, creditsBilled }
      },
    }),
  ]
}

function openSession(base: string, needs: BrowserNeeds) {
  const { sessions, sessionLinks } = needs
  return route(`POST ${base}`, 'Open a browser session', {
    description: 'Opens a separate browser with an empty page. It is billed by the minute until it ends.',
    body: BrowserRequest,
    response: BrowserResponse,
    errors: { 409: 'Another session is saving to the profile.', 502: 'The browser failed.' },
    async handle({ caller, body, signal, publicUrl }) {
      if (body.recordSession) refuseRecording(caller)
      const session = await sessions.open(
        caller,
        {
          ttlSeconds: body.ttl,
          activityTtlSeconds: body.activityTtl,
          streamWebView: body.streamWebView,
          isRecorded: body.recordSession,
          // A session would store data in its profile.
          profile: body.profile && {
            ...body.profile,
            saveChanges: body.profile.saveChanges && !caller.zeroDataRetention,
          },
          visit: { ...emptyVisit(), screen: screenFor(needs, caller, undefined) },
        },
        signal,
      )
      const { id, expiresAt } = session
      return {
        success: true,
        id,
        ...sessionLinks.of(session, publicUrl()),
        expiresAt: expiresAt.toISOString(),
      }
    },
  })
}

/** A recording is stored until it expires. */
export function refuseRecording({ zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>): void {
  if (!zeroDataRetention) return
  throw badRequest(
    "`recordSession` stores the actions of a session, but this team's requests run under zero data retention. Leave it out.",
  )
}

function replaySession(base: string, { sessions, blobLinks }: BrowserNeeds) {
  return route(`GET ${base}/:id/replay`, 'Replay a recorded session', {
    bucket: 'status',
    description:
      'The actions of a session that was opened or used with `recordSession`, with a screenshot after each. It can be read while the session is open and until results expire.',
    params: IdParams,
    response: ReplayResponse,
    errors: { 404: 'There is no session with this id, or it was not recorded.' },
    async handle({ caller, params: { id }, publicUrl }) {
      const { status, steps, truncated, expiresAt } = await sessions.replay(caller.teamId, id)
      return {
        success: true,
        id,
        status,
        steps: steps.map(({ at, blobId, ...step }) => ({
          at: at.toISOString(),
          ...step,
          ...(blobId && { picture: publicUrl() + blobLinks.pathTo(blobId) }),
        })),
        truncated,
        ...(truncated && { warning: TRUNCATED }),
        expiresAt: expiresAt.toISOString(),
      }
    },
  })
}

const TRUNCATED =
  'A recording has at most 500 steps and 64 MB of screenshots. The rest of this session is missing.'

export const SESSION_FAILURES = {
  410: 'The session has ended.',
  501: 'The language is disabled on this service.',
  502: 'The browser failed.',
}

function removeProfile(base: string, { profiles }: BrowserNeeds) {
  return route(`DELETE ${base}/profiles/:name`, 'Delete a browser profile', {
    description: 'Deletes the cookies and the storage of this profile.',
    params: ProfileParams,
    response: OkResponse,
    errors: { 409: 'A session or scrape is saving to the profile.' },
    async handle({ caller, params: { name } }) {
      const outcome = await profiles.remove(caller.teamId, name)
      if (outcome === 'unknown') throw new Fault('NOT_FOUND', `There is no browser profile named "${name}".`)
      if (outcome === 'inUse') {
        throw new Fault(
          'CONFLICT',
          `The browser profile "${name}" is in use. Try again after its session has ended.`,
        )
      }
      return { success: true }
    },
  })
}

/** The parts of a session that can be opened with its URLs. */
type SessionView = 'cdp' | 'live' | 'control'

/** The URLs of a session. Each opens one view, so a watcher cannot act. */
export interface SessionLinks {
  of(
    session: SessionSummary,
    publicUrl: string,
  ): { cdpUrl: string; liveViewUrl?: string; interactiveLiveViewUrl?: string }
  assertValid(id: string, view: SessionView, signature: SignedQuery): void
}

export function createSessionLinks(links: SignedLinks): SessionLinks {
  return {
    of({ id, expiresAt, streamWebView }, publicUrl) {
      const lifetimeMs = Math.max(0, expiresAt.getTime() - Date.now())
      const pathTo = (view: SessionView) => links.sign(pathOf(id, view), lifetimeMs)
      return {
        cdpUrl: publicUrl.replace(/^http/, 'ws') + pathTo('cdp'),
        ...(streamWebView && {
          liveViewUrl: publicUrl + pathTo('live'),
          interactiveLiveViewUrl: publicUrl + pathTo('control'),
        }),
      }
    },
    assertValid: (id, view, given) => assertSigned(links, pathOf(id, view), given),
  }
}

function pathOf(id: string, view: SessionView): string {
  return `/v2/browser/${id}/${view}`
}

/** The result of a program or prompt as clients read it: a failed program is a successful response. */
export function runResponse(
  outcome: TaskOutcome,
): BrowserExecuteResponse &
  Pick<InteractResponse, 'output' | 'actions' | 'warning' | 'data' | 'usage' | 'code'> {
  if (outcome.kind === 'code') {
    const { kind: _, ...run } = outcome
    return { success: run.exitCode === 0, ...run }
  }
  const { done, output, actions, error, data, usage, code, warnings = [] } = outcome
  return {
    success: done,
    output,
    actions,
    stdout: output,
    result: output,
    stderr: error ?? '',
    exitCode: done ? 0 : 1,
    killed: false,
    ...(data !== undefined && { data }),
    ...(usage && { usage }),
    ...(code !== undefined && { code }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    ...(!done && { error: error ?? output }),
  }
}
