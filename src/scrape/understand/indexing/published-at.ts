import type { DocumentMetadata } from '../../../contract/metadata.ts'
import type { Page } from '../../../content/parse/page.ts'

const DAY_MS = 24 * 60 * 60_000
/** Nothing on the web is older. */
const EARLIEST_MS = Date.UTC(1990, 0, 1)

/** When a page was published by what it says of itself, in milliseconds since 1970; else when it was changed. */
export function publishedAt(metadata: DocumentMetadata, { source }: Page): number | undefined {
  const said = [metadata.publishedTime, ...described(source), metadata.modifiedTime].flat()
  for (const text of said) {
    const time = timeOf(text)
    if (time !== undefined) return time
  }
  return undefined
}

/** What pages say about themselves for machines; one that tells of several things tells it of none. */
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
  // A time without a zone would be read by the clock of this machine.
  const time = Date.parse(/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text)
  return time >= EARLIEST_MS && time <= Date.now() + DAY_MS ? time : undefined
}
