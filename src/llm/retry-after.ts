import type { EgressResponse } from '../egress/egress.ts'

/** How long an endpoint wants to be left alone: seconds, a date, or milliseconds in a header that some send beside it. */
export function retryAfterMs(headers: EgressResponse['headers'], now = Date.now()): number | undefined {
  const exact = numberIn(headers['retry-after-ms'])
  if (exact !== undefined) return exact
  const given = textIn(headers['retry-after'])
  const seconds = numberIn(given)
  if (seconds !== undefined) return seconds * 1000
  const date = given === undefined ? Number.NaN : Date.parse(given)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function numberIn(value: string | string[] | undefined): number | undefined {
  const text = textIn(value)
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

function textIn(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0]?.trim()
}
