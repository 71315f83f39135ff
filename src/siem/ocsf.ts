import { operationOf, titleOf } from './event.ts'
import type { Product, SiemEvent, Verdict } from './event.ts'

const APPLICATION_ACTIVITY = 6
const API_ACTIVITY = 6003
const INFORMATIONAL = 1
const LOW = 2
const OTHER = 99

const ACTIVITIES: Record<string, number> = { POST: 1, GET: 2, PUT: 3, PATCH: 3, DELETE: 4 }

/**
 * The actor is the authenticated key; the claimed name stands under `unmapped`, where nobody takes it for an
 * identity.
 */
export function ocsf(event: SiemEvent, product: Product): object {
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
