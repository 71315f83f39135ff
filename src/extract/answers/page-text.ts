import type { ChildNode } from 'domhandler'
import { bodyOf, textOf } from '../findings/element-profile.ts'
import type { ReadablePage } from '../page.ts'
import { blocksOf } from './blocks.ts'
import type { Block, Cell, Heading } from './blocks.ts'
import type { Language } from '../../language/common-words.ts'
import { languageOfText } from '../../language/language-of-text.ts'
import type { QueryTerm } from './term-matcher.ts'
import { TermReader } from './term-matcher.ts'
import { fold } from '../../language/fold.ts'
import { labelIn } from '../findings/cues.ts'
import { LONGEST_SENTENCE, sentencesOf } from '../../language/sentences.ts'

export type PageText = ReturnType<typeof readPage>

export function readPage(page: ReadablePage, nodes: readonly ChildNode[] = page.content()) {
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

function languageOf(page: ReadablePage, text: string): Language | undefined {
  const html = page.landmarks.find(({ name }) => name === 'html')
  return languageOfText(text, html?.attribs['lang'] ?? html?.attribs['xml:lang'])
}

export function readWholePage(page: ReadablePage): PageText {
  return readPage(page, bodyOf(page.root).children)
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

export function unitsFor({ blocks, reader }: PageText, terms: readonly QueryTerm[]): Unit[] {
  const read = blocks.map((block) => ({ ...block, text: block.text.slice(0, LONGEST_TEXT) }))
  const likely = likelyBlocks(read, terms)
  return read.flatMap((block, index) => (likely.has(index) ? unitsOf(block, index, reader.language) : []))
}

/** A block that goes on for longer is not written for readers: its rest is not read. */
const LONGEST_TEXT = 200_000

/**
 * Which blocks are worth reading closely for a query: all of them, unless they are very long together. Then those that hold
 * most of its words, as far as a quick look tells.
 */
function likelyBlocks(blocks: readonly Block[], terms: readonly QueryTerm[]): ReadonlySet<number> {
  const size = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (size <= CLOSE_READING_CHARS && blocks.length <= MOST_TEXTS) return new Set(blocks.keys())
  let looked = 0
  const hits = blocks.map(({ text, heading }) => {
    if (looked >= LOOKED_AT_CHARS) return 0
    const folded = fold(`${heading?.text ?? ''}\n${text}`)
    looked += folded.length
    return terms.filter(({ roots }) => roots.some((root) => folded.includes(root))).length
  })
  const ranked = [...hits.keys()].filter((index) => hits[index]! > 0)
  const likely = new Set<number>()
  let room = CLOSE_READING_CHARS
  for (const index of ranked.toSorted((one, other) => hits[other]! - hits[one]!)) {
    room -= blocks[index]!.text.length
    if ((room < 0 && likely.size > 0) || likely.size >= MOST_TEXTS) break
    likely.add(index)
  }
  return likely
}

const CLOSE_READING_CHARS = 300_000
const MOST_TEXTS = 6000
const LOOKED_AT_CHARS = 24_000_000

export interface Unit {
  text: string
  kind: Block['kind']
  block: number
  at: number
  heading: Heading | undefined
  label?: string
  frame?: string
  cells?: readonly Cell[]
}

export function unitsOf(block: Block, index: number, language: string | undefined): Unit[] {
  const { kind, text, heading, label, cells } = block
  const frame = cells?.flatMap(({ header }) => header ?? []).join(' | ')
  const own = { kind, block: index, heading, ...(frame && { frame }) }
  const isWhole = kind === 'heading' || kind === 'row' || kind === 'pair'
  if (isWhole && text.length <= LONGEST_SENTENCE)
    return [{ ...own, text, at: 0, ...(label && { label }), ...(cells && { cells }) }]
  return partsOf(text, kind, language).map((part, at) => {
    const called = (at === 0 ? label : undefined) ?? labelIn(part)?.label
    return { ...own, text: part, at, ...(called && { label: called }) }
  })
}

function partsOf(text: string, kind: Block['kind'], language: string | undefined): string[] {
  const lines = kind === 'code' ? text.split('\n') : [text]
  return lines.flatMap((line) => {
    const parts = line.split(/ [|·•‧∙] /u)
    const isListed = parts.length > 1 && parts.every((part) => part.length <= LONGEST_PART)
    return (isListed ? parts : [line]).flatMap((part) => sentencesOf(part, language))
  })
}

const LONGEST_PART = 80
