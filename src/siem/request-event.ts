import { randomUUID } from 'node:crypto'
import type { Caller } from '../access/access.ts'
import { AuditMetadata } from '../contract/audit.ts'
import type { AuditNote } from '../contract/audit.ts'
import type { Fault } from '../fault.ts'
import type { SiemEvent, Verdict } from './event.ts'

export interface ObservedRequest {
  requestId: string
  clientAddress: string
  userAgent: string | undefined
  method: string
  route: string
  params: unknown
  status: number
  durationMs: number
  credits: number
  requestBody: unknown
  responseBody: unknown
  failure: Fault | undefined
}

export type AuditedCaller = Pick<Caller, 'organizationId' | 'teamId' | 'zeroDataRetention'> & {
  keyId: string | null
  threatProtection: Pick<Caller['threatProtection'], 'enabled' | 'policy'>
}

const MAX_AGENT_LENGTH = 256
const BAD_REQUEST = 400

export function requestEvent(caller: AuditedCaller, seen: ObservedRequest): SiemEvent {
  const { requestId, clientAddress, userAgent, method, route, status } = seen
  const note = auditNoteOf(caller, seen.requestBody)
  const failed = seen.failure !== undefined || status >= BAD_REQUEST
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    organizationId: caller.organizationId,
    teamId: caller.teamId,
    keyId: caller.keyId,
    ...note,
    verdict: verdictOf(caller, seen, note.targetCount > 0),
    outcome: failed ? 'failure' : 'success',
    ...(failed && { code: seen.failure?.code ?? `HTTP_${status}` }),
    durationMs: Math.round(seen.durationMs),
    credits: seen.credits,
    what: {
      kind: 'request',
      requestId,
      clientAddress,
      ...(userAgent !== undefined && { userAgent: userAgent.slice(0, MAX_AGENT_LENGTH) }),
      method,
      route,
      status,
      ...idsOf(seen),
    },
  }
}

/** A page that was refused for its address was blocked; where addresses are screened, one that was had was allowed. */
function verdictOf(
  { threatProtection }: AuditedCaller,
  { requestBody, failure }: ObservedRequest,
  hasTargets: boolean,
): Verdict {
  if (failure?.code === 'unsafe_domain_blocked') {
    const reason = (failure.details as { reason?: unknown } | undefined)?.reason
    return { state: 'blocked', reason: typeof reason === 'string' ? reason : 'blocked' }
  }
  const override =
    fieldOf(requestBody, 'threatProtection') ??
    fieldOf(fieldOf(requestBody, 'scrapeOptions'), 'threatProtection')
  const mode = fieldOf(override, 'mode') ?? threatProtection.policy.mode
  const isScreened = threatProtection.enabled && mode !== 'off' && hasTargets && failure === undefined
  return { state: isScreened ? 'allowed' : 'none' }
}

/** Where the id of an answer, or in the address, is that of a scrape or of a job. Keys have ids too. */
const SCRAPE_ROUTE = /^\/v2\/scrape\b/
const JOB_ROUTE = /^\/v2\/(crawl|batch|map|search|extract|agent|browser|monitor)\b/

function idsOf({ params, responseBody, route }: ObservedRequest): { jobId?: string; scrapeId?: string } {
  const given = idOf(fieldOf(params, 'id'))
  const isScrape = SCRAPE_ROUTE.test(route)
  const scrapeId =
    idOf(fieldOf(fieldOf(fieldOf(responseBody, 'data'), 'metadata'), 'scrapeId')) ??
    (isScrape ? given : undefined)
  const jobId = JOB_ROUTE.test(route) ? (idOf(fieldOf(responseBody, 'id')) ?? given) : undefined
  return { ...(jobId !== undefined && { jobId }), ...(scrapeId !== undefined && { scrapeId }) }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

const ID = /^[\w-]{1,64}$/

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

const MAX_TARGETS = 20
const MAX_TARGET_LENGTH = 2048

/** The request may have been refused, so nothing in it is taken for granted. Under zero data retention no URL is told. */
export function auditNoteOf(caller: { zeroDataRetention: boolean }, requestBody: unknown): AuditNote {
  const body = fieldsOf(requestBody)
  const options = fieldsOf(body.scrapeOptions)
  const claim = [body, options].map((part) => AuditMetadata.safeParse(part.auditMetadata).data?.username)
  const username = claim.find((name) => name !== undefined)
  const isKept = !caller.zeroDataRetention && !wantsNoRetention(requestBody)
  const given = [body.url, ...(Array.isArray(body.urls) ? body.urls : [])]
  const targets = given.filter((url) => typeof url === 'string')
  return {
    ...(username !== undefined && { username: username.toWellFormed().replaceAll('\0', '') }),
    targets: isKept ? targets.slice(0, MAX_TARGETS).flatMap(shownTarget) : [],
    targetCount: targets.length,
  }
}

/** Whether a request wants nothing of it to be kept. What is no plain no is a yes: it may be refused for how it says so. */
export function wantsNoRetention(requestBody: unknown): boolean {
  const { scrapeOptions, enterprise, ...body } = fieldsOf(requestBody)
  const isRequested = [body, fieldsOf(scrapeOptions)].some(
    ({ zeroDataRetention, lockdown }) => Boolean(zeroDataRetention) || Boolean(lockdown),
  )
  return isRequested || (Array.isArray(enterprise) && enterprise.includes('zdr'))
}

/** A body that was not read is a stream, with fields of its own. */
function fieldsOf(value: unknown): Record<string, unknown> {
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? (value as Record<string, unknown>) : {}
}

/** Without what only its owner should know, and without what never reaches the server. */
function shownTarget(given: string): string[] {
  const url = URL.parse(given)
  if (url === null || url.host === '') return []
  url.username = ''
  url.password = ''
  url.hash = ''
  return [url.href.slice(0, MAX_TARGET_LENGTH)]
}
