import {
  BrowserAnswer,
  BrowserExecuteAnswer,
  BrowserExecuteRequest,
  BrowserListAnswer,
  BrowserListQuery,
  BrowserRequest,
  BrowserStopAnswer,
  ProfileParams,
  ReplayAnswer,
} from '../../contract/browser.ts'
import { Done } from '../../contract/answer.ts'
import { IdParams } from '../../contract/ids.ts'
import type { Caller } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import { emptyVisit } from '../../interact/interact.ts'
import type { Sessions } from '../../interact/interact.ts'
import type { Profiles } from '../../scrape/scrape.ts'
import { route } from '../server/route.ts'
import type { BlobLinks } from '../pages/blobs.ts'
import { screenFor } from '../server/screen-for.ts'
import type { ScreenNeeds } from '../server/screen-for.ts'
import type { SessionLinks } from './session-links.ts'
import { runAnswer } from './run-answer.ts'

export interface BrowserNeeds extends ScreenNeeds {
  sessions: Sessions
  sessionLinks: SessionLinks
  profiles: Pick<Profiles, 'remove'>
  blobLinks: BlobLinks
}

const common = { access: 'team', scope: 'interact', bucket: 'interact', tag: 'Browser' } as const

/** Live browser sessions by themselves. Clients know them under two names. */
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
      ...common,
      bucket: 'status',
      description: 'Those that are open, and those that ended within a day, newest first.',
      query: BrowserListQuery,
      answer: BrowserListAnswer,
      async handle({ who, query, publicUrl }) {
        const listed = await sessions.list(who.teamId, query.status)
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
      ...common,
      params: IdParams,
      body: BrowserExecuteRequest,
      answer: BrowserExecuteAnswer,
      alsoFails: SESSION_FAILURES,
      async handle({ who, params, body, signal }) {
        const { code, language, timeout } = body
        const task = { kind: 'code' as const, code, language, timeoutMs: timeout * 1000 }
        return runAnswer(await sessions.run(who, params.id, task, signal))
      },
    }),
    route(`DELETE ${base}/:id`, 'Close a session', {
      ...common,
      params: IdParams,
      answer: BrowserStopAnswer,
      async handle({ who, params }) {
        const { durationMs, creditsBilled } = await sessions.stop(who.teamId, params.id)
        return { success: true, status: 'destroyed', sessionDurationMs: durationMs, creditsBilled }
      },
    }),
  ]
}

function openSession(base: string, needs: BrowserNeeds) {
  const { sessions, sessionLinks } = needs
  return route(`POST ${base}`, 'Open a browser session', {
    ...common,
    description: 'Opens a browser of its own with an empty page. It is billed by the minute until it ends.',
    body: BrowserRequest,
    answer: BrowserAnswer,
    alsoFails: { 409: 'Another session saves to the profile.', 502: 'The browser failed.' },
    async handle({ who, body, signal, publicUrl }) {
      if (body.recordSession) refuseRecording(who)
      const session = await sessions.open(
        who,
        {
          ttlSeconds: body.ttl,
          activityTtlSeconds: body.activityTtl,
          streamWebView: body.streamWebView,
          isRecorded: body.recordSession,
          // What a session leaves in its profile would be kept.
          profile: body.profile && {
            ...body.profile,
            saveChanges: body.profile.saveChanges && !who.zeroDataRetention,
          },
          visit: { ...emptyVisit(), screen: screenFor(needs, who, undefined) },
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
  throw new Fault(
    'BAD_REQUEST',
    'Bad Request: `recordSession` stores what is done in a session, and nothing of this team’s requests may be kept (zero data retention). Leave it out.',
  )
}

function replaySession(base: string, { sessions, blobLinks }: BrowserNeeds) {
  return route(`GET ${base}/:id/replay`, 'Replay a recorded session', {
    ...common,
    bucket: 'status',
    description:
      'The actions of a session that was opened or used with `recordSession`, with a picture after each. It can be read while the session is open and for as long as results are kept after it.',
    params: IdParams,
    answer: ReplayAnswer,
    alsoFails: { 404: 'There is no such session, or it was not recorded.' },
    async handle({ who, params: { id }, publicUrl }) {
      const { status, steps, truncated, expiresAt } = await sessions.replay(who.teamId, id)
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
  'A recording has at most 500 steps and 64 MB of pictures. Everything beyond that is missing.'

/** How using a session may fail. */
export const SESSION_FAILURES = {
  410: 'The session has ended.',
  501: 'The language is disabled here.',
  502: 'The browser failed.',
}

function removeProfile(base: string, { profiles }: BrowserNeeds) {
  return route(`DELETE ${base}/profiles/:name`, 'Forget a browser profile', {
    ...common,
    description: 'Removes the cookies and the storage kept under this name.',
    params: ProfileParams,
    answer: Done,
    alsoFails: { 409: 'A session or scrape saves to the profile right now.' },
    async handle({ who, params: { name } }) {
      const outcome = await profiles.remove(who.teamId, name)
      if (outcome === 'unknown') throw new Fault('NOT_FOUND', `There is no browser profile named "${name}".`)
      if (outcome === 'inUse') {
        throw new Fault('CONFLICT', `The browser profile "${name}" is in use. Try again when that has ended.`)
      }
      return { success: true }
    },
  })
}
