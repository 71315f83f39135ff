import { AuditMetadata } from '../contract/audit.ts'
import type { AuditNote } from '../contract/audit.ts'

const MOST_TARGETS = 20
const MOST_TARGET_LENGTH = 2048

/**
 * The request may have been refused, so nothing in it is taken for granted. Under zero data retention no URL is told.
 */
export function auditNoteOf(caller: { zeroDataRetention: boolean }, asked: unknown): AuditNote {
  const body = fieldsOf(asked)
  const options = fieldsOf(body.scrapeOptions)
  const claim = [body, options].map((part) => AuditMetadata.safeParse(part.auditMetadata).data?.username)
  const username = claim.find((name) => name !== undefined)
  const isKept = !caller.zeroDataRetention && !asksForNoTrace(asked)
  const given = [body.url, ...(Array.isArray(body.urls) ? body.urls : [])]
  const targets = given.filter((url) => typeof url === 'string')
  return {
    ...(username !== undefined && { username: username.toWellFormed().replaceAll('\0', '') }),
    targets: isKept ? targets.slice(0, MOST_TARGETS).flatMap(shownTarget) : [],
    targetCount: targets.length,
  }
}

/** Whether a request wants nothing of it to be kept. What is no plain no is a yes: it may be refused for how it says so. */
export function asksForNoTrace(asked: unknown): boolean {
  const { scrapeOptions, enterprise, ...body } = fieldsOf(asked)
  const isWished = [body, fieldsOf(scrapeOptions)].some(
    ({ zeroDataRetention, lockdown }) => Boolean(zeroDataRetention) || Boolean(lockdown),
  )
  return isWished || (Array.isArray(enterprise) && enterprise.includes('zdr'))
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
  return [url.href.slice(0, MOST_TARGET_LENGTH)]
}
