import { operationOf, titleOf } from './event.ts'
import type { Product, SiemEvent } from './event.ts'

const NANOSECONDS = 1_000_000

/**
 * `user.id` is the authenticated key; nobody takes `winnow.claimed_user`, the name that the caller claims, for one.
 */
export function ecs(event: SiemEvent, product: Product): object {
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
