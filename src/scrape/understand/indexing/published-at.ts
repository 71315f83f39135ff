import type { DocumentMetadata } from '../../../contract/metadata.ts'
import type { Page } from '../../../content/parse/page.ts'

const DAY_MS = 24 * 60 * 60_000
/** Nothing on the web is older. */
const EARLIEST_MS = Date.UTC(1990, 0, 1)

/**
 * The publication date in the page's metadata as milliseconds since 1970; otherwise its modification date.
 */
export function publishedAt(metadata: DocumentMetadata, { source }: Page): number | undefined {
  const candidates = [metadata.publishedTime, ...described(source), metadata.modifiedTime].flat()
  for (const text of candidates) {
    const time = timeOf(text)
    if (time !== undefined) return time
  }
  return undefined
}

/** Dates in the JSON-LD of the page. Metadata about several things has no date of the page itself. */
function described(source: string): string[] {
  const dates = new Set<string>()
  for (const [, date] of source.matchAll(PUBLISHED)) {
    dates.add(date!)
    if (dates.size > 1) return []
  }
  return [...dates]
}

const PUBLISHED = /"datePublished"\s{0,9}:\s{0,9}"([^"\\]{8,40})"/g

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined || !/\d{4}/.test(text)) return undefined
  // A time without a zone would be parsed in this machine's time zone.
  const time = Date.parse(/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text)
  return time >= EARLIEST_MS && time <= Date.now() + DAY_MS ? time : undefined
}
