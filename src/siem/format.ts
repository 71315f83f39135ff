import type { Siem } from '../contract/siem.ts'
import { operationOf, titleOf } from './event.ts'
import type { Product, SiemEvent, Verdict } from './event.ts'

type Formatted = object | string

export const FORMATS: Record<Siem['format'], (event: SiemEvent, product: Product) => Formatted> = {
  ocsf,
  ecs,
  cef,
}

export function lineOf(formatted: Formatted): string {
  return typeof formatted === 'string' ? formatted : JSON.stringify(formatted)
}

const APPLICATION_ACTIVITY = 6
const API_ACTIVITY = 6003
const INFORMATIONAL = 1
const LOW = 2
const OTHER = 99

const ACTIVITIES: Record<string, number> = { POST: 1, GET: 2, PUT: 3, PATCH: 3, DELETE: 4 }

/**
 * The actor is the authenticated key. The claimed name is under `unmapped`, so that it is not taken for an
 * identity.
 */
function ocsf(event: SiemEvent, product: Product): object {
  const { what } = event
  const activity = what.kind === 'request' ? (ACTIVITIES[what.method] ?? OTHER) : OTHER
  const failed = event.outcome === 'failure'
  return {
    category_uid: APPLICATION_ACTIVITY,
    category_name: 'Application Activity',
    class_uid: API_ACTIVITY,
    class_name: 'API Activity',
    activity_id: activity,
    ...(activity === OTHER && { activity_name: operationOf(event) }),
    type_uid: API_ACTIVITY * 100 + activity,
    severity_id: failed ? LOW : INFORMATIONAL,
    time: Date.parse(event.at),
    duration: event.durationMs,
    message: titleOf(event),
    status_id: failed ? 2 : 1,
    status: failed ? 'Failure' : 'Success',
    ...(event.code !== undefined && { status_code: event.code }),
    metadata: {
      version: '1.3.0',
      product: { name: product.name, vendor_name: product.name, version: product.version },
      uid: event.id,
      tenant_uid: event.organizationId,
      log_name: 'audit',
      event_code: what.kind === 'request' ? 'request' : `job.${what.type}`,
      ...(what.jobId !== undefined && { correlation_uid: what.jobId }),
      ...(event.verdict.state !== 'none' && { profiles: ['security_control'] }),
    },
    ...controlOf(event.verdict),
    actor: { user: keyOf(event) },
    api: apiOf(event, product),
    ...sourceOf(event, product),
    ...(event.targets.length > 0 && {
      resources: event.targets.map((name) => ({ name, type: 'Target URL' })),
    }),
    unmapped: unmappedOf(event),
  }
}

function controlOf(verdict: Verdict): object {
  if (verdict.state === 'none') return {}
  const blocked = verdict.state === 'blocked'
  return {
    action_id: blocked ? 2 : 1,
    action: blocked ? 'Denied' : 'Allowed',
    disposition_id: blocked ? 2 : 1,
    disposition: blocked ? 'Blocked' : 'Allowed',
    ...(verdict.state === 'blocked' && { status_detail: verdict.reason }),
  }
}

function keyOf({ keyId, teamId, organizationId }: SiemEvent): object {
  return {
    ...(keyId !== null && { uid: keyId, credential_uid: keyId }),
    type_id: OTHER,
    type: keyId === null ? 'No key' : 'API key',
    account: { uid: teamId, type_id: OTHER, type: 'Team' },
    org: { uid: organizationId },
  }
}

function apiOf(event: SiemEvent, { name }: Product): object {
  const { what, code } = event
  return {
    operation: operationOf(event),
    service: { name },
    ...(what.kind === 'request' && {
      request: { uid: what.requestId },
      response: { code: what.status, ...(code !== undefined && { error: code }) },
    }),
  }
}

function sourceOf({ what }: SiemEvent, { name }: Product): object {
  if (what.kind === 'job') return { src_endpoint: { svc_name: name } }
  return {
    src_endpoint: { ip: what.clientAddress },
    http_request: {
      http_method: what.method,
      ...(what.userAgent !== undefined && { user_agent: what.userAgent }),
    },
  }
}

function unmappedOf({ what, username, credits, targetCount }: SiemEvent): object {
  return {
    credits,
    target_count: targetCount,
    ...(what.jobId !== undefined && { job_id: what.jobId }),
    ...(what.scrapeId !== undefined && { scrape_id: what.scrapeId }),
    ...(what.kind === 'job' && { job_type: what.type, job_state: what.state }),
    ...(username !== undefined && { claimed_user: { name: username, is_verified: false } }),
  }
}

const NANOSECONDS = 1_000_000

/**
 * `user.id` is the authenticated key. The claimed name is in `winnow.claimed_user`, so that it is not taken
 * for an identity.
 */
function ecs(event: SiemEvent, product: Product): object {
  const { what } = event
  return {
    '@timestamp': new Date(event.at).toISOString(),
    ecs: { version: '8.11.0' },
    message: titleOf(event),
    event: {
      id: event.id,
      kind: 'event',
      category: ['web'],
      type: what.kind === 'request' ? ['access'] : ['end'],
      action: operationOf(event),
      outcome: event.outcome,
      duration: event.durationMs * NANOSECONDS,
      dataset: 'winnow.audit',
      module: 'winnow',
      provider: product.name,
      ...(event.verdict.state === 'blocked' && { reason: event.verdict.reason }),
    },
    ...(event.code !== undefined && { error: { code: event.code } }),
    service: { name: product.name, version: product.version },
    organization: { id: event.organizationId },
    group: { id: event.teamId },
    ...(event.keyId !== null && { user: { id: event.keyId } }),
    ...requestOf(event),
    ...(event.targets[0] !== undefined && { url: { full: event.targets[0] } }),
    winnow: ownFieldsOf(event),
  }
}

function requestOf({ what }: SiemEvent): object {
  if (what.kind !== 'request') return {}
  return {
    client: { ip: what.clientAddress },
    source: { ip: what.clientAddress },
    ...(what.userAgent !== undefined && { user_agent: { original: what.userAgent } }),
    http: {
      request: { id: what.requestId, method: what.method },
      response: { status_code: what.status },
    },
  }
}

function ownFieldsOf({ what, credits, targets, targetCount, verdict, username }: SiemEvent): object {
  return {
    credits,
    targets,
    target_count: targetCount,
    threat_protection: verdict,
    ...(what.kind === 'request' && { route: what.route }),
    ...(what.kind === 'job' && { job: { type: what.type, state: what.state } }),
    ...(what.jobId !== undefined && { job_id: what.jobId }),
    ...(what.scrapeId !== undefined && { scrape_id: what.scrapeId }),
    ...(username !== undefined && { claimed_user: { name: username, is_verified: false } }),
  }
}

const CEF_SEVERITY = { success: 2, failure: 5 }

/** `suid` is the authenticated key. The claimed name is a custom field, never `suser`. */
function cef(event: SiemEvent, { name, version }: Product): string {
  const severity = CEF_SEVERITY[event.outcome]
  const header = [name, name, version, operationOf(event), titleOf(event), severity].map(inHeader)
  const extension = Object.entries(extensionOf(event))
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${inExtension(String(value))}`)
  return `CEF:0|${header.join('|')}|${extension.join(' ')}`
}

function extensionOf(event: SiemEvent): Record<string, string | number | undefined> {
  const { what, verdict } = event
  const request = what.kind === 'request' ? what : undefined
  return {
    rt: Date.parse(event.at),
    externalId: event.id,
    outcome: event.outcome,
    reason: event.code,
    src: request?.clientAddress,
    suid: event.keyId ?? undefined,
    requestMethod: request?.method,
    requestClientApplication: request?.userAgent,
    request: event.targets[0],
    ...(verdict.state !== 'none' && { act: verdict.state }),
    ...custom('cs1', 'organizationId', event.organizationId),
    ...custom('cs2', 'teamId', event.teamId),
    ...custom('cs3', 'requestId', request?.requestId),
    ...custom('cs4', 'claimedUser', event.username),
    ...custom('cs5', 'route', request?.route),
    ...custom('cs6', 'blockedReason', verdict.state === 'blocked' ? verdict.reason : undefined),
    ...custom('cn1', 'credits', event.credits),
    ...custom('cn2', 'durationMs', event.durationMs),
    ...custom('cn3', 'status', request?.status),
    ...custom('flexString1', 'jobId', what.jobId),
    ...custom('flexString2', 'scrapeId', what.scrapeId),
    ...custom('flexNumber1', 'targetCount', event.targetCount),
  }
}

function custom(key: string, label: string, value: string | number | undefined) {
  return value === undefined ? {} : { [`${key}Label`]: label, [key]: value }
}

function inHeader(value: string | number): string {
  return plain(String(value).replaceAll(/[\r\n]+/g, ' ')).replaceAll(/[\\|]/g, String.raw`\$&`)
}

function inExtension(value: string): string {
  return plain(
    value
      .replaceAll(/[\\=]/g, String.raw`\$&`)
      .replaceAll('\r', String.raw`\r`)
      .replaceAll('\n', String.raw`\n`),
  )
}

/** Replaces characters that line-based readers treat as line ends or cannot show with spaces. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
}
