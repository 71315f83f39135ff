export interface TimeFilter {
  from: Date | undefined
  /** The first moment that is too late. */
  to: Date | undefined
  byDate: boolean
}

const DAY_MS = 24 * 60 * 60_000
const SPANS: Record<string, number> = {
  h: 60 * 60_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 31 * DAY_MS,
  y: 366 * DAY_MS,
}

/** Reads `tbs` as clients send it; what is not understood comes back, so that it can be told. */
export function parseTbs(
  tbs: string | undefined,
  now = new Date(),
): { time: TimeFilter; unknownParts: string[] } {
  const time: TimeFilter = { from: undefined, to: undefined, byDate: false }
  const unknownParts: string[] = []
  for (const part of (tbs ?? '').split(',').map((one) => one.trim())) {
    if (part !== '' && !readPart(part, time, now)) unknownParts.push(part)
  }
  return { time, unknownParts }
}

function readPart(part: string, time: TimeFilter, now: Date): boolean {
  const [name, value = ''] = part.split(':', 2)
  if (name === 'cdr' && /^[01]$/.test(value)) return true
  if (name === 'sbd' && /^[01]$/.test(value)) {
    time.byDate = value === '1'
    return true
  }
  if (name === 'qdr') {
    const [, unit = '', count = '1'] = /^([hdwmy])(\d{1,4})?$/.exec(value) ?? []
    if (!(unit in SPANS)) return false
    time.from = new Date(Math.max(0, now.getTime() - Number(count) * SPANS[unit]!))
    return true
  }
  const day = name === 'cd_min' || name === 'cd_max' ? dayIn(value) : undefined
  if (day === undefined) return false
  if (name === 'cd_min') time.from = day
  else time.to = new Date(day.getTime() + DAY_MS)
  return true
}

/** As month/day/year, or the other way round with hyphens. */
function dayIn(text: string): Date | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const parts = [year ?? isoYear, month ?? isoMonth, day ?? isoDay].map(Number) as [number, number, number]
  // The web is not older; days of years that begin with zeros would be taken for those of another century.
  const date = new Date(Date.UTC(Math.max(1970, parts[0]), parts[1] - 1, parts[2]))
  return date.getUTCMonth() === parts[1] - 1 && date.getUTCDate() === parts[2] ? date : undefined
}

const KNOWN_SPANS = [
  ['day', SPANS['d']!],
  ['week', SPANS['w']!],
  ['month', SPANS['m']!],
  ['year', SPANS['y']!],
] as const
/** Between when a time was read and when it is used. */
const SLACK_MS = 10 * 60_000

export function spanSince(from: Date, now = new Date()): (typeof KNOWN_SPANS)[number][0] | undefined {
  const ageMs = now.getTime() - from.getTime() - SLACK_MS
  return KNOWN_SPANS.find(([, spanMs]) => ageMs <= spanMs)?.[0]
}

export function isSpan(from: Date, now = new Date()): boolean {
  const ageMs = now.getTime() - from.getTime()
  return KNOWN_SPANS.some(([, spanMs]) => Math.abs(ageMs - spanMs) <= SLACK_MS)
}

export function isHours({ from }: TimeFilter, now = new Date()): boolean {
  return from !== undefined && now.getTime() - from.getTime() < DAY_MS - SLACK_MS
}

export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

export function firstDay({ from = new Date(0) }: TimeFilter): string {
  return isoDay(from)
}

export function lastDay({ to }: TimeFilter, now = new Date()): string {
  return isoDay(to === undefined ? now : new Date(to.getTime() - 1))
}
