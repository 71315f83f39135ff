import { estimateTokens, isTooLong } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { asData } from './as-data.ts'
import { chunksOf } from './chunks.ts'
import { injectionIn } from './injection.ts'
import type { Material } from './material.ts'
import { readPageWords } from './page-words.ts'
import type { PageWords } from './page-words.ts'

/** A page, made ready to be read by a model. */
export interface Reading {
  parts: readonly Part[]
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
  /** How much the model can read at once. */
  room: number
}

const MOST_TITLE = 500
const MOST_CANDIDATES = 8000
const MOST_ALSO_KNOWN = 200_000

export function prepareReading(
  material: Material,
  { about, candidates = '', alsoKnown = '', reservedTokens = 0, room }: Reader,
): Reading {
  const { url, title = '', markdown } = material
  const shown = candidates.slice(0, Math.min(MOST_CANDIDATES, room))
  const reserved = reservedTokens + estimateTokens(shown)
  const { texts, share } = chunksOf(markdown, about, Math.max(room / 3, room - reserved))
  const head = [url && `Address: ${url}`, title && `Title: ${title.slice(0, MOST_TITLE)}`]
    .filter(Boolean)
    .join('\n')
  const parts = (texts.length > 0 ? texts : ['']).map((text, index, all) => {
    const { rule, prompt } = asData({
      page: head === '' ? text : `${head}\n\n${text}`,
      candidates: index === 0 ? shown : '',
    })
    return { rule: all.length === 1 ? rule : `${rule}\n\n${partOf(index + 1, all.length)}`, prompt }
  })
  const known = [title, ...texts, alsoKnown.slice(0, MOST_ALSO_KNOWN)].join('\n\n')
  return { parts, words: readPageWords(known, url), warnings: warningsAbout(markdown, share) }
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

function partOf(number: number, all: number): string {
  return `The page is long. This is part ${number} of ${all}; the others are read apart. What this part does not tell is left to them.`
}

function warningsAbout(markdown: string, share: number): string[] {
  const injection = injectionIn(markdown)
  const percent = Math.max(1, Math.floor(share * 100))
  return [
    ...(share < 0.999
      ? [
          `The page is too long to be read whole: the model was shown the ${percent} % of it that matter most.`,
        ]
      : []),
    ...(injection === undefined
      ? []
      : [`The page holds text that tries to instruct a model; it was read as text: "${injection}"`]),
  ]
}
