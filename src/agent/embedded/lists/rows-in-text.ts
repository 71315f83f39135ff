import { factsInProse, plainLines } from '../../../extract/extract.ts'
import type { ProseWish, WishedField } from '../../../extract/extract.ts'
import type { Fact } from '../../gathered/fact.ts'
import type { SeenPage } from '../../step.ts'
import { keyOf } from '../address.ts'
import type { Row } from '../hunt.ts'
import type { PlannedList } from '../plan.ts'

type Line = ReturnType<typeof plainLines>[number]

/** A part of a text that is about one thing. */
interface Block {
  title: string
  link: string | undefined
  isItem: boolean
  /** What it says besides, piece by piece. */
  pieces: readonly string[]
}

const MOST_BLOCKS = 400
const LONGEST_PIECE = 90
const CONFIDENCE = 0.55

/** Reads records that a page writes down as a list or as sections, each with a title and some words about it. */
export function rowsInText(
  { text, url, language }: Pick<SeenPage, 'text' | 'url' | 'language'>,
  list: PlannedList,
): Row[] {
  const texts = list.fields.filter(
    ({ wish }) => wish.type === 'string' && wish.format === undefined && wish.enum === undefined,
  )
  const title = texts.find(({ naming }) => naming.isTitle()) ?? texts[0]
  if (text === undefined || list.fields.length < 2 || !title) return []
  const lines = plainLines(text)
  const others = list.fields.filter((field) => field !== title)
  const readings = [...sectionsIn(lines, url), ...listsIn(lines, url)].map((blocks) =>
    read(blocks, { title, others, url, language }),
  )
  const [best = []] = readings.toSorted((one, other) => weight(other) - weight(one))
  const filled = best.filter(({ facts }) => facts.length > 1).length
  return filled >= 2 && filled * 2 >= best.length ? best : []
}

function weight(rows: readonly Row[]): number {
  return rows.reduce((sum, { facts }) => sum + facts.length - 1, 0)
}

/** Headings of the same level with what stands under them. */
function sectionsIn(lines: readonly Line[], url: string): Block[][] {
  const groups: Block[][] = []
  for (const level of [2, 3, 4, 5]) {
    let group: Block[] = []
    let pieces: string[] | undefined
    for (const line of lines) {
      const isHeading = line.kind === 'heading'
      if (isHeading && line.level < level) {
        groups.push(group)
        group = []
        pieces = undefined
      } else if (isHeading && line.level === level) {
        pieces = []
        group.push({ title: line.text, link: linkOf(line, url), isItem: false, pieces })
      } else pieces?.push(...line.text.split(/\s[·|]\s/))
    }
    groups.push(group)
  }
  return groups.filter((group) => group.length > 1).map((group) => group.slice(0, MOST_BLOCKS))
}

/** Items of a list, one after the other; what is linked or stands first is what they are called. */
function listsIn(lines: readonly Line[], url: string): Block[][] {
  const groups: Block[][] = []
  let group: Block[] = []
  for (const line of [...lines, undefined]) {
    if (line?.kind === 'item' && line.level === 0) {
      const { text, link } = line
      const first = text.split(/,\s+|\s[-–—·|]\s|:\s+|\s\(|\)/).find((part) => part !== '')
      const title = link && text.includes(link.text) ? link.text : (first ?? '')
      const rest = text.replace(title, '').replace(/^[\s,:–—·|-]+/, '')
      const pieces = rest.split(/,\s+|\s[-–—·|]\s/).filter((part) => part !== '')
      group.push({ title, link: linkOf(line, url), isItem: true, pieces })
    } else if (line?.kind !== 'item' && group.length > 0) {
      groups.push(group)
      group = []
    }
  }
  return groups.filter((one) => one.length > 1).map((one) => one.slice(0, MOST_BLOCKS))
}

function linkOf({ link }: Line, base: string): string | undefined {
  const url = link && URL.parse(link.url, base)
  return url && /^https?:$/.test(url.protocol) ? keyOf(url.href) : undefined
}

interface Way {
  title: WishedField
  others: readonly WishedField[]
  url: string
  language: string | undefined
}

function read(blocks: readonly Block[], { title, others, url, language }: Way): Row[] {
  const wishes = new Map<ProseWish, WishedField>(
    others.map((field) => [
      { name: field.name, naming: field.naming, wish: field.wish, isMany: false, isClose: true },
      field,
    ]),
  )
  const fact = (field: WishedField, value: Fact['value'], text: string, confidence: number): Fact => ({
    path: field.path,
    value,
    evidence: {
      field: field.path.map((step) => `/${step}`).join(''),
      url,
      text: text.slice(0, 1000),
      source: 'text',
      confidence,
    },
  })
  const rows = blocks.map(({ title: name, link, pieces }) => {
    const found = factsInProse(pieces.join('\n\n'), [...wishes.keys()], language)
    const told = found.map(({ wish, values, text, confidence }) =>
      fact(wishes.get(wish)!, values[0]!, text, confidence),
    )
    const free = pieces.filter(
      (piece) => isFree(piece) && !found.some(({ text }) => text.includes(piece) || piece.includes(text)),
    )
    return { name, link, free, facts: [fact(title, name, name, CONFIDENCE), ...told] }
  })
  // What has no label is the one thing that no label was found for.
  const told = new Set(rows.flatMap(({ facts }) => facts.map(({ path }) => JSON.stringify(path))))
  const untold = others.filter(
    ({ path, wish }) =>
      !told.has(JSON.stringify(path)) &&
      wish.type === 'string' &&
      wish.format === undefined &&
      wish.enum === undefined,
  )
  const [only] = untold
  const isTold = told.size > 1 || blocks.every(({ link, isItem }) => isItem && link !== undefined)
  const isOne =
    isTold && untold.length === 1 && rows.filter(({ free }) => free.length >= 1).length * 3 >= rows.length * 2
  return rows.map(({ name, link, free, facts }) => ({
    name,
    link,
    facts:
      isOne && only && free[0] !== undefined
        ? [...facts, fact(only, free[0], free[0], CONFIDENCE - 0.05)]
        : facts,
  }))
}

/** A piece of text that is a value rather than a sentence or one with a label. */
function isFree(piece: string): boolean {
  return piece.length <= LONGEST_PIECE && /\p{L}{2}/u.test(piece) && !/@|:\s|\d{4,}|\.\s+\p{Lu}/u.test(piece)
}
