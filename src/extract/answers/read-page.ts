import { isTag } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { textOf } from '../findings/text-of.ts'
import type { ReadablePage } from '../page.ts'
import { blocksOf } from './blocks.ts'
import type { Block } from './blocks.ts'
import type { Language } from '../../language/common-words.ts'
import { languageOfText } from '../../language/language-of-text.ts'
import { LONGEST_TEXT, likelyTexts } from './likely-texts.ts'
import type { QueryTerm } from './question.ts'
import { TermReader } from './terms.ts'
import { unitsOf } from './units.ts'
import type { Unit } from './units.ts'

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
