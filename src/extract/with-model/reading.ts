import { estimateTokens, isTooLong } from '../../llm/llm.ts'
import type { Model, Usage } from '../../llm/llm.ts'
import { abortFault, firstOf } from '../../concurrency/abort.ts'
import { asData } from './as-data.ts'
import { chunksOf, relevantParts } from './chunks.ts'
import { injectionIn } from './injection.ts'
import { readPageWords } from './page-words.ts'
import type { PageWords } from './page-words.ts'

/** A page, made ready to be read by a model. */
export interface Reading {
  parts: readonly Part[]
  /** The parts are passages, the most relevant first: the next is read only when something was not found. */
  isNarrowed: boolean
  /** What the model was shown, to check its answer against. */
  words: PageWords
  warnings: string[]
}

/** One piece of the page, as the model is shown it. */
export interface Part {
  /** Stands in the system message, before what is asked. */
  rule: string
  prompt: string
}

interface Reader {
  /** Decides what is read of a page that is too long. */
  about: string
  /** What the embedded engine found, to be weighed by the model. */
  candidates?: string
  /** What else of the page is known to stand there. */
  alsoKnown?: string
  reservedTokens?: number
  /** Whether the passages of a long page that are about it are enough. */
  narrows?: boolean
  /** How much the model can read at once. */
  room: number
}

/** Passages are chosen so that they have at most so many tokens. */
const NARROW_TOKENS = 8000
/** Values are looked for in so many characters of a page, whether or not the model was shown them. */
const MOST_CHECKED = 4_000_000
const MOST_TITLE = 500
const MOST_CANDIDATES = 8000
const MOST_ALSO_KNOWN = 200_000

export function prepareReading(
  material: Material,
  { about, candidates = '', alsoKnown = '', reservedTokens = 0, narrows = false, room }: Reader,
): Reading {
  const { url, title = '', markdown } = material
  const shown = candidates.slice(0, Math.min(MOST_CANDIDATES, room))
  const reserved = reservedTokens + estimateTokens(shown)
  const most = Math.max(room / 3, room - reserved)
  const passages = narrows ? relevantParts(markdown, about, Math.min(most, NARROW_TOKENS)) : undefined
  const chunks = passages ? undefined : chunksOf(markdown, about, most)
  const texts = passages?.parts ?? chunks!.texts
  const share = passages?.share ?? chunks!.share
  const head = [url && `Address: ${url}`, title && `Title: ${title.slice(0, MOST_TITLE)}`]
    .filter(Boolean)
    .join('\n')
  const parts = (texts.length > 0 ? texts : ['']).map((text, index, all) => {
    const { rule, prompt } = asData({
      page: head === '' ? text : `${head}\n\n${text}`,
      candidates: index === 0 ? shown : '',
    })
    const place = passages ? PASSAGES : all.length > 1 ? partOf(index + 1, all.length) : ''
    return { rule: place === '' ? rule : `${rule}\n\n${place}`, prompt }
  })
  const shownOrNot = passages ? [markdown.slice(0, MOST_CHECKED)] : texts
  const known = [title, ...shownOrNot, alsoKnown.slice(0, MOST_ALSO_KNOWN)].join('\n\n')
  return {
    parts,
    isNarrowed: passages !== undefined,
    words: readPageWords(known, url),
    warnings: warningsAbout(markdown, share),
  }
}

/** Reads a page again in smaller parts when the model turns out to have less room than was thought. */
export async function withRoom<Result>(
  model: Model,
  read: (room: number) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const room = await model.room()
    try {
      return await read(room)
    } catch (failure) {
      if (!isTooLong(failure) || (await model.room()) >= room) throw failure
    }
  }
}

const PASSAGES =
  'The page is long. These are the passages of it that matter most, in their order. What they do not tell is null.'

function partOf(number: number, all: number): string {
  return `The page is long. This is part ${number} of ${all}; the others are read apart. What this part does not tell is left to them.`
}

function warningsAbout(markdown: string, share: number): string[] {
  const injection = injectionIn(markdown)
  const percent = Math.max(1, Math.floor(share * 100))
  return [
    ...(share < 0.999
      ? [`The page is long: the model was shown the ${percent} % of it that matter most.`]
      : []),
    ...(injection === undefined
      ? []
      : [`The page holds text that tries to instruct a model; it was read as text: "${injection}"`]),
  ]
}

/** Reads passages one after the other until one is enough, other parts all at once. The first failure ends the others. */
export async function readParts<Result>(
  { parts, isNarrowed }: Pick<Reading, 'parts' | 'isNarrowed'>,
  read: (part: Part, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  isEnough: (result: Result) => boolean = () => true,
): Promise<Result[]> {
  const results: Result[] = []
  if (isNarrowed) {
    for (const part of parts) {
      results.push(await read(part, signal))
      if (isEnough(results.at(-1)!)) break
    }
    return results
  }
  const failing = new AbortController()
  using over = firstOf(signal, failing.signal)
  const settled = await Promise.allSettled(
    parts.map(async (part) => {
      try {
        return await read(part, over)
      } catch (failure) {
        failing.abort(failure)
        throw failure
      }
    }),
  )
  if (signal.aborted) throw abortFault(signal)
  if (failing.signal.aborted) throw failing.signal.reason
  return settled.map((one) => (one as PromiseFulfilledResult<Result>).value)
}

const MOST_LISTED = 10

/** The first of some items, for a warning. */
export function listed(items: readonly string[]): string {
  const more = items.length - MOST_LISTED
  return items.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What a model is given of a page. */
export interface Material {
  url: string | undefined
  title: string | undefined
  language: string | undefined
  /** Already redacted, if that was asked for. */
  markdown: string
}

/** What the embedded engine found for the same wish. */
export interface Embedded {
  value: unknown
  evidence: readonly ValueEvidence[]
  missing: readonly string[]
}

/** Where a value stands. */
export interface ValueEvidence {
  /** A path of names, joined by dots or slashes. */
  field: string
  url?: string
  selector?: string
  /** The headings above it. */
  section?: string
  /** As the page shows it. */
  text: string
  source?: string
  confidence?: number
}

export interface ModelAnswer<Value> {
  value: Value
  warnings: string[]
  usage: Usage
  /** JSON pointers, into the model's own answer, of values that do not occur on the page. */
  unsupported: string[]
}
