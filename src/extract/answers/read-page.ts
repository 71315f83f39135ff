import { isTag } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { textOf } from '../findings/inside.ts'
import type { ReadablePage } from '../page.ts'
import { blocksOf } from './blocks.ts'
import type { Block, Cell, Heading } from './blocks.ts'
import type { Language } from '../../language/common-words.ts'
import { languageOfText } from '../../language/language-of-text.ts'
import type { QueryTerm } from './match-terms.ts'
import { TermReader } from './match-terms.ts'
import { fold } from '../../language/fold.ts'
import { labelIn } from '../findings/cues.ts'
import { LONGEST_SENTENCE, sentencesOf } from '../../language/sentences.ts'

/** A page as it is searched and quoted. */
export interface PageText {
  blocks: readonly Block[]
  /** What the page calls itself: its title and its first heading. */
  title: string
  reader: TermReader
}

export function readPage(page: ReadablePage, nodes: readonly ChildNode[] = page.content()): PageText {
  const blocks = blocksOf(nodes)
  const sample: string[] = []
  let room = SAMPLE_CHARS
  for (const { text } of blocks) {
    if (room <= 0) break
    sample.push(text.slice(0, room))
    room -= text.length
  }
  return { blocks, title: titleOf(page), reader: new TermReader(languageOf(page, sample.join('\n'))) }
}

/** What a page declares as its language, where its text does not speak against that. */
function languageOf(page: ReadablePage, text: string): Language | undefined {
  const html = page.landmarks.find(({ name }) => name === 'html')
  return languageOfText(text, html?.attribs['lang'] ?? html?.attribs['xml:lang'])
}

/** Everything on a page that a reader sees, with what stands around its content. */
export function readWholePage(page: ReadablePage): PageText {
  const html = page.root.children.filter(isTag).find(({ name }) => name === 'html')
  const body = html?.children.filter(isTag).find(({ name }) => name === 'body')
  return readPage(page, (body ?? page.root).children)
}

const SAMPLE_CHARS = 20_000
const LONGEST_TITLE = 400

function titleOf({ landmarks }: ReadablePage): string {
  const named = (wanted: string) => {
    const element = landmarks.find(({ name }) => name === wanted)
    return element ? textOf(element, LONGEST_TITLE) : ''
  }
  return `${named('h1')}\n${named('title')}`.trim()
}

/** The units of a page that may have to do with a query. */
export function unitsFor({ blocks, reader }: PageText, terms: readonly QueryTerm[]): Unit[] {
  const texts = blocks.map(({ text, heading }) => ({ text, above: heading?.text }))
  const units: Unit[] = []
  for (const index of [...likelyTexts(texts, terms)].sort((a, b) => a - b)) {
    const block = blocks[index]!
    const text = block.text.slice(0, LONGEST_TEXT)
    for (const unit of unitsOf({ ...block, text }, index, reader.language)) units.push(unit)
  }
  return units
}

/** A block or passage of it that goes on for longer is not written for readers: its rest is not read. */
const LONGEST_TEXT = 200_000

/**
 * Which of many texts are worth reading closely for a query: all of them, unless they are very long together. Then those
 * that hold most of its words, as far as a quick look tells.
 */
function likelyTexts(
  texts: readonly { text: string; above: string | undefined }[],
  terms: readonly QueryTerm[],
): ReadonlySet<number> {
  let size = 0
  for (const { text } of texts) size += Math.min(text.length, LONGEST_TEXT)
  if (size <= CLOSE_READING_CHARS && texts.length <= MOST_TEXTS) return new Set(texts.keys())
  const likely = new Set<number>()
  let room = CLOSE_READING_CHARS
  for (const index of byHits(texts, terms)) {
    room -= Math.min(texts[index]!.text.length, LONGEST_TEXT)
    if ((room < 0 && likely.size > 0) || likely.size >= MOST_TEXTS) break
    likely.add(index)
  }
  return likely
}

const CLOSE_READING_CHARS = 300_000
const MOST_TEXTS = 6000
/** What follows after so much is not looked at. */
const LOOKED_AT_CHARS = 24_000_000

function byHits(
  texts: readonly { text: string; above: string | undefined }[],
  terms: readonly QueryTerm[],
): number[] {
  const byCount: number[][] = terms.map(() => [])
  let looked = 0
  for (let index = 0; index < texts.length && looked < LOOKED_AT_CHARS; index++) {
    const { text, above = '' } = texts[index]!
    const folded = fold(`${above}\n${text.slice(0, LONGEST_TEXT)}`)
    looked += folded.length
    const hits = terms.reduce(
      (sum, { roots }) => sum + Number(roots.some((root) => folded.includes(root))),
      0,
    )
    if (hits > 0) byCount[hits - 1]!.push(index)
  }
  return byCount.toReversed().flat()
}

/** The smallest thing that can be quoted: a sentence, a row of a table, a label with its value, a heading. */
export interface Unit {
  text: string
  kind: Block['kind']
  /** Which block of the page it stands in. */
  block: number
  /** Which of that block's. */
  at: number
  heading: Heading | undefined
  label?: string
  /** What it means only together with: the headers of a row. */
  frame?: string
  cells?: readonly Cell[]
}

export function unitsOf(block: Block, index: number, language: string | undefined): Unit[] {
  const { kind, text, heading, label, cells } = block
  const frame = cells?.flatMap(({ header }) => header ?? []).join(' | ')
  const isWhole = kind === 'heading' || kind === 'row' || kind === 'pair'
  if (isWhole && text.length <= LONGEST_SENTENCE) {
    return [
      {
        text,
        kind,
        block: index,
        at: 0,
        heading,
        ...(label && { label }),
        ...(frame && { frame }),
        ...(cells && { cells }),
      },
    ]
  }
  return partsOf(text, kind, language).map((part, at) => {
    const own = at === 0 ? (label ?? labelIn(part)?.label) : labelIn(part)?.label
    return {
      text: part,
      kind,
      block: index,
      at,
      heading,
      ...(frame && { frame }),
      ...(own && { label: own }),
    }
  })
}

/** Sentences; lines of what is set line by line; short things that a bar or a dot sets apart. */
function partsOf(text: string, kind: Block['kind'], language: string | undefined): string[] {
  const lines = kind === 'code' ? text.split('\n') : [text]
  return lines.flatMap((line) => {
    const parts = line.split(/ [|·•‧∙] /u)
    const isListed = parts.length > 1 && parts.every((part) => part.length <= LONGEST_PART)
    return (isListed ? parts : [line]).flatMap((part) => sentencesOf(part, language))
  })
}

const LONGEST_PART = 80
