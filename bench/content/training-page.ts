import { bodyOf } from '../../src/content/select/body.ts'
import { firstWords, NAME_ATTRIBUTES, nameParts } from '../../src/content/select/evidence.ts'
import { outlineOf } from '../../src/content/select/outline.ts'
import type { Block, Outline, Place } from '../../src/content/select/outline.ts'
import { pageTraits } from '../../src/content/select/page-traits.ts'
import type { PageTraits } from '../../src/content/select/page-traits.ts'
import { LONGEST_SHORT_TEXT, isDistinctive } from '../../src/content/select/survey.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
import { Alignment } from './alignment.ts'
import { foldOf } from './dataset.ts'
import type { Dataset, Sample, Truth } from './dataset.ts'
import { wordsOf } from './metrics.ts'

/** What one page teaches. */
export interface TrainingPage {
  sample: Sample
  fold: number
  labels: Labels
  traits: PageTraits
  /** For each part of a name, and each word of short texts: how much of what bears it is content. */
  names: Map<string, Share>
  words: Map<string, Share>
}

export interface Share {
  /** From 0 to 1. */
  content: number
  weight: number
}

/** What the selection sees of a page before it judges. */
export function readOutline(dataset: Dataset, sample: Sample): { outline: Outline; traits: PageTraits } {
  const page = parseHtml(dataset.html(sample), sample.url, false)
  const outline = outlineOf(bodyOf(page))
  return { outline, traits: pageTraits(page, outline) }
}

export function toTrainingPage(dataset: Dataset, sample: Sample): TrainingPage {
  const { outline, traits } = readOutline(dataset, sample)
  const labels = labelBlocks(outline.blocks, dataset.truth(sample))
  const teachesWords = JUDGED_BY_PEOPLE.has(sample.source)
  return {
    sample,
    fold: foldOf(sample),
    labels,
    traits,
    names: teachesWords
      ? sharesOf(outline.blocks, labels, (block) => namesAround(block, outline.body), 20)
      : new Map(),
    words: teachesWords ? sharesOf(outline.blocks, labels, shortWords, 0) : new Map(),
  }
}

/** Where all blocks of a page were judged, and not by another program. */
const JUDGED_BY_PEOPLE: ReadonlySet<string> = new Set(['aeb', 'wcxb-dev', 'wcxb-test'])

/** With `fullWords` a key counts by the words that bear it, up to one page's worth; without, every block counts once. */
function sharesOf(
  blocks: readonly Block[],
  { values, words }: Labels,
  keysOf: (block: Block) => Iterable<string>,
  fullWords: number,
): Map<string, Share> {
  const shares = new Map<string, Share>()
  blocks.forEach((block, at) => {
    const weight = fullWords > 0 ? words[at]! : Math.min(1, words[at]!)
    if (weight === 0) return
    for (const key of new Set(keysOf(block))) {
      const share = shares.get(key) ?? { content: 0, weight: 0 }
      shares.set(key, { content: share.content + values[at]! * weight, weight: share.weight + weight })
    }
  })
  for (const [key, { content, weight }] of shares) {
    shares.set(key, {
      content: content / weight,
      weight: fullWords > 0 ? Math.min(1, weight / fullWords) : 1,
    })
  }
  return shares
}

function* namesAround(block: Block, body: Place): Iterable<string> {
  for (let up: Place | undefined = block.inner; up !== undefined; up = up.parent) {
    if (!isDistinctive(up, body)) continue
    for (const attribute of NAME_ATTRIBUTES) yield* nameParts(up.element.attribs[attribute] ?? '')
  }
}

function shortWords({ text, words }: Block): Iterable<string> {
  return words <= LONGEST_SHORT_TEXT ? firstWords(text, 12) : []
}

/** For every block of a page how much of it is content; where the truth says nothing, nothing. */
export interface Labels {
  /** From 0 to 1, or -1 where it is not known. */
  values: Float32Array
  /** Words of each block, as the metrics count them. */
  words: number[]
  /** Words of the content; 0 when only segments of it are known. */
  contentWords: number
}

export function labelBlocks(blocks: readonly Block[], truth: Truth): Labels {
  const texts = blocks.map(({ text }) => wordsOf(text))
  const words = texts.map(({ length }) => length)
  const reference = referenceOf(truth)
  if (reference === undefined) return { values: bySegments(blocks, truth), words, contentWords: 0 }
  const content = wordsOf(reference)
  return { values: new Alignment(content).label(texts), words, contentWords: content.length }
}

/** The content as plain text; marks of Markdown carry no words except addresses, which go. */
function referenceOf({ text, html, markdown }: Truth): string | undefined {
  if (text !== undefined) return text
  if (markdown !== undefined) return markdown.replace(/\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '] ')
  if (html === undefined) return undefined
  const outline = outlineOf(bodyOf(parseHtml(html, undefined, false)))
  return outline.blocks.map((block) => block.text).join('\n')
}

function bySegments(blocks: readonly Block[], truth: Truth): Float32Array {
  const fold = (text: string) => text.replace(/\s+/g, ' ').trim()
  const wanted = (truth.with ?? []).map(fold)
  const unwanted = (truth.without ?? []).map(fold)
  return Float32Array.from(blocks, ({ text }) => {
    if (wanted.some((segment) => text.includes(segment))) return 1
    return unwanted.some((segment) => text.includes(segment)) ? 0 : -1
  })
}
