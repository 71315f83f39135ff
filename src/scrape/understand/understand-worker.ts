import { serveRequests } from '../../concurrency/serve-requests.ts'
import type { Source } from '../../content/parse/page.ts'
import { understandSource } from './understand-source.ts'
import type { Understood, Wanted } from './understand-source.ts'

/**
 * The thread's side: one source at a time. Large fields wait here to be fetched in portions, which keeps the
 * service's own thread free.
 */
export type UnderstandRequest =
  | { ask: 'understand'; source: Source; wanted: Wanted }
  | { ask: 'portion'; field: string; from: number; to: number }

export type UnderstandResponse =
  | { state: 'done'; understood: Understood; large: LargeField[] }
  | { state: 'portion'; portion: Sliceable }
  | { state: 'failed'; failure: unknown }

/** A field that waits to be fetched, and how much of it to fetch at once. */
export interface LargeField {
  field: string
  length: number
  portion: number
}

export type Sliceable = string | readonly unknown[]

const PORTION_CHARS = 1024 * 1024
const PORTION_ENTRIES = 5_000

/** After so much source; a source takes about forty times its size while it is read. */
const COLLECT_AFTER_BYTES = 40 * 1024

let largeFields: Record<string, Sliceable> = {}

serveRequests<UnderstandRequest>(respond, (question) => {
  if (question.ask === 'understand') collectGarbage(question.source.bytes.length)
})

let bytesSinceCollection = 0

/**
 * Between two sources hardly any memory is in use, so a collection is quick; in the middle of one it costs a
 * quarter of a page's time.
 */
function collectGarbage(sizeBytes: number): void {
  bytesSinceCollection += sizeBytes
  if (bytesSinceCollection < COLLECT_AFTER_BYTES) return
  bytesSinceCollection = 0
  globalThis.gc?.({ type: 'minor' })
}

function respond(question: UnderstandRequest): UnderstandResponse {
  return question.ask === 'understand' ? understandIn(question) : portionOf(question)
}

function understandIn({
  source,
  wanted,
}: Extract<UnderstandRequest, { ask: 'understand' }>): UnderstandResponse {
  largeFields = {}
  const understood = understandSource(source, wanted)
  if (understood.state !== 'understood') return { state: 'done', understood, large: [] }
  const { small, large } = splitBySize(understood.fields)
  largeFields = large
  return {
    state: 'done',
    understood: { ...understood, fields: small },
    large: Object.entries(large).map(([field, value]) => ({
      field,
      length: value.length,
      portion: portionSize(value),
    })),
  }
}

function portionOf({ field, from, to }: Extract<UnderstandRequest, { ask: 'portion' }>): UnderstandResponse {
  return { state: 'portion', portion: largeFields[field]!.slice(from, to) }
}

function splitBySize(fields: Record<string, unknown>) {
  const small: Record<string, unknown> = {}
  const large: Record<string, Sliceable> = {}
  for (const [field, value] of Object.entries(fields)) {
    if (isSliceable(value) && value.length > portionSize(value)) large[field] = value
    else small[field] = value
  }
  return { small, large }
}

function isSliceable(value: unknown): value is Sliceable {
  return typeof value === 'string' || Array.isArray(value)
}

function portionSize(value: Sliceable): number {
  return typeof value === 'string' ? PORTION_CHARS : PORTION_ENTRIES
}
