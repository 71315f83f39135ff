import { answerQuestions } from '../../concurrency/answer-questions.ts'
import type { Source } from '../../content/parse/page.ts'
import { understand } from './read-page.ts'
import type { Understood, Wanted } from './read-page.ts'

/**
 * The thread's side: one source at a time. Large fields wait here to be fetched in portions, which keeps the
 * service's own thread free.
 */
export type Question =
  | { ask: 'understand'; source: Source; wanted: Wanted }
  | { ask: 'portion'; field: string; from: number; to: number }

export type Reply =
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
const TIDY_BYTES = 40 * 1024

let waiting: Record<string, Sliceable> = {}

answerQuestions<Question>(reply, (question) => {
  if (question.ask === 'understand') tidyUp(question.source.bytes.length)
})

let untidyBytes = 0

/**
 * Between two sources hardly any memory is in use, so a collection is quick; in the middle of one it costs a
 * quarter of a page's time.
 */
function tidyUp(sizeBytes: number): void {
  untidyBytes += sizeBytes
  if (untidyBytes < TIDY_BYTES) return
  untidyBytes = 0
  globalThis.gc?.({ type: 'minor' })
}

function reply(question: Question): Reply {
  return question.ask === 'understand' ? understandIn(question) : portionOf(question)
}

function understandIn({ source, wanted }: Extract<Question, { ask: 'understand' }>): Reply {
  waiting = {}
  const understood = understand(source, wanted)
  if (understood.state !== 'understood') return { state: 'done', understood, large: [] }
  const { small, large } = partBySize(understood.fields)
  waiting = large
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

function portionOf({ field, from, to }: Extract<Question, { ask: 'portion' }>): Reply {
  return { state: 'portion', portion: waiting[field]!.slice(from, to) }
}

function partBySize(fields: Record<string, unknown>) {
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
