import { operationOf, titleOf } from './event.ts'
import type { Product, SiemEvent } from './event.ts'

const INFORMATIONAL = 2
const NOTABLE = 5

/** `suid` is the authenticated key; the name that the caller claims is a custom field, never `suser`. */
export function cef(event: SiemEvent, { name, version }: Product): string {
  const severity = event.outcome === 'failure' ? NOTABLE : INFORMATIONAL
  const header = [name, name, version, operationOf(event), titleOf(event), severity].map(inHeader)
  const extension = Object.entries(fieldsOf(event))
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${inExtension(String(value))}`)
  return `CEF:0|${header.join('|')}|${extension.join(' ')}`
}

function fieldsOf(event: SiemEvent): Record<string, string | number | undefined> {
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

/** What readers of lines may take for the end of one, or cannot show at all, becomes a space. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
}
