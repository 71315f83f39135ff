import { ROLE_BITS } from './name-roles.ts'
import { REGIONS } from './regions.ts'
import { isProse } from './outline.ts'
import type { Block, Place } from './outline.ts'
import { SIGNALS } from './signals.ts'
import type { Survey } from './survey.ts'
import type { Table } from '../../learned/forest.ts'

/**
 * The order of the numbers is the model's: whoever changes it trains the model anew. The table is good until the
 * next page.
 */
export function featuresOf(survey: Survey, traits: readonly number[]): Table {
  const rows = survey.outline.blocks.length
  const values = roomFor(rows * COLUMNS)
  const row = new RowWriter(values, rows)
  for (let at = 0; at < rows; at++) {
    row.begin(at)
    describe(row, survey, at)
    if (row.written !== COLUMNS) throw new RangeError(`A block is described by ${row.written} numbers.`)
  }
  return { rows, values, columns: COLUMNS, shared: Float32Array.from(traits) }
}

const COLUMNS = 171

let room = new Float32Array(0)

/** Pages come one after another, so they share the room; only for very large ones it is made anew. */
function roomFor(length: number): Float32Array {
  if (length > LARGEST_ROOM) return new Float32Array(length)
  if (room.length < length) room = new Float32Array(Math.min(LARGEST_ROOM, length * 2))
  return room
}

const LARGEST_ROOM = 1 << 20

class RowWriter {
  private readonly values: Float32Array
  private readonly rows: number
  written = 0
  private at = 0

  constructor(values: Float32Array, rows: number) {
    this.values = values
    this.rows = rows
  }

  begin(row: number): void {
    this.at = row
    this.written = 0
  }

  put(value: number): void {
    this.values[this.at] = value
    this.at += this.rows
    this.written++
  }
}

function describe(row: RowWriter, survey: Survey, at: number): void {
  const block = survey.outline.blocks[at]!
  putOwn(row, block)
  putWords(row, survey, at)
  putWhere(row, survey, at)
  putHeading(row, survey, at)
  for (const offset of [-1, 1]) putNeighbour(row, survey, at, offset)
  for (const offset of [-2, 2, -3, 3]) putLength(row, survey.outline.blocks[at + offset])
  for (const reach of [4, 10]) putStretch(row, survey, at, reach)
  putAround(row, survey, at)
  putRepeated(row, survey, at)
  putFromTop(row, survey, at)
}

function log(value: number): number {
  return value > 0 ? Math.log1p(value) : 0
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

function putFlag(row: RowWriter, is: boolean): void {
  row.put(is ? 1 : 0)
}

const TAGS = new Map(
  (
    'p div li td th h1 h2 h3 h4 h5 h6 pre blockquote dt dd figcaption button section article summary caption ' +
    'address legend body'
  )
    .split(' ')
    .map((name, index) => [name, index]),
)

function tagOf({ place }: Block): number {
  return TAGS.get(place.element.name) ?? -1
}

function putOwn(row: RowWriter, block: Block): void {
  const { chars, words, text } = block
  row.put(tagOf(block))
  row.put(log(chars))
  row.put(log(words))
  row.put(share(chars, words))
  row.put(share(block.linkChars, chars))
  row.put(log(block.links))
  row.put(share(block.digits, chars))
  row.put(share(block.capitals, chars))
  row.put(log(block.commas))
  row.put(log(block.stops))
  row.put(share(block.stops, words))
  putFlag(row, SENTENCE_END.test(text.slice(-4)))
  putFlag(row, isProse(block))
  row.put(block.leaves.length)
  const isShort = chars <= 200
  putFlag(row, isShort && block.digits > 0 && SIGNALS.date.test(text))
  putFlag(row, isShort && block.digits > 0 && SIGNALS.price.test(text))
  putFlag(row, isShort && SIGNALS.rights.test(text))
  putFlag(row, isShort && SIGNALS.separators.test(text))
}

const SENTENCE_END = /[.!?。！？:：…]["'”’)\]]*$/

function putWords(row: RowWriter, survey: Survey, at: number): void {
  const score = survey.wordScores[at]!
  row.put(score.ofTitle)
  row.put(score.mean)
  row.put(score.low)
  row.put(score.high)
  row.put(score.first)
  row.put(survey.copies[at]!)
  row.put(survey.copiesBefore[at]!)
}

const REGION_BITS = Object.values(REGIONS)

function putWhere(row: RowWriter, survey: Survey, at: number): void {
  const { outline, titleAt, charsBefore } = survey
  const { place, inner } = outline.blocks[at]!
  for (const mask of REGION_BITS) putFlag(row, (inner.regions & mask) !== 0)
  const called = survey.called[inner.index]!
  for (const mask of ROLE_BITS) putFlag(row, (called & mask) !== 0)
  row.put(place.depth)
  row.put(share(at, outline.blocks.length))
  row.put(share(charsBefore[at]!, outline.body.chars))
  row.put(titleAt < 0 ? -1000 : Math.max(-200, Math.min(200, at - titleAt)))
  row.put(titleAt < 0 ? -2 : share(charsBefore[at]! - charsBefore[titleAt]!, outline.body.chars))
  row.put(survey.namesOnPath[inner.index]!)
  row.put(survey.worstName[inner.index]!)
  row.put(survey.bestName[inner.index]!)
  let up: Place | undefined = place
  for (let level = 0; level < 3; level++) {
    row.put(up === undefined ? 0 : survey.ownNames[up.index]!)
    up = up?.parent
  }
}

function putHeading(row: RowWriter, { outline, headingAbove, wordScores }: Survey, at: number): void {
  const heading = headingAbove[at]!
  row.put(at - heading)
  row.put(heading < 0 ? 0 : wordScores[heading]!.mean)
  row.put(heading < 0 ? 0 : wordScores[heading]!.low)
  row.put(heading < 0 ? -1 : tagOf(outline.blocks[heading]!))
  row.put(heading < 0 ? -1 : commonDepth(outline.blocks[heading]!.place, outline.blocks[at]!.place))
}

function putNeighbour(row: RowWriter, survey: Survey, at: number, offset: number): void {
  const { blocks } = survey.outline
  const other = blocks[at + offset]
  putLength(row, other)
  if (other === undefined) {
    for (const none of [-1, -1, -1, 0, 0]) row.put(none)
    return
  }
  row.put(tagOf(other))
  putFlag(row, (other.inner.regions & REGIONS.heading) !== 0)
  row.put(commonDepth(blocks[at]!.place, other.place))
  row.put(survey.wordScores[at + offset]!.mean)
  row.put(survey.namesOnPath[other.inner.index]!)
}

function putLength(row: RowWriter, block: Block | undefined): void {
  row.put(block === undefined ? -1 : log(block.chars))
  row.put(block === undefined ? -1 : share(block.linkChars, block.chars))
}

function putStretch(row: RowWriter, survey: Survey, at: number, reach: number): void {
  const from = Math.max(0, at - reach)
  const to = Math.min(survey.outline.blocks.length, at + reach + 1)
  const chars = survey.charsBefore[to]! - survey.charsBefore[from]!
  row.put(log(chars))
  row.put(share(survey.linkCharsBefore[to]! - survey.linkCharsBefore[from]!, chars))
  row.put(share(survey.proseCharsBefore[to]! - survey.proseCharsBefore[from]!, chars))
}

const LEVELS = 5

function putAround(row: RowWriter, survey: Survey, at: number): void {
  let place: Place | undefined = survey.outline.blocks[at]!.place
  for (let level = 0; level < LEVELS; level++) {
    if (place === undefined) {
      for (let column = 0; column < 9; column++) row.put(-1)
      continue
    }
    const count = place.end - place.first
    row.put(share(place.chars, survey.outline.body.chars))
    row.put(share(place.linkChars, place.chars))
    row.put(share(place.proseChars, place.chars))
    row.put(log(count))
    row.put(share(place.chars, count))
    row.put(log(place.peers))
    row.put(survey.ownNames[place.index]!)
    row.put(share(at - place.first, count))
    row.put(survey.wordScores[place.first]?.mean ?? 0)
    place = wider(place)
  }
}

function wider(place: Place): Place | undefined {
  let up = place.parent
  while (up !== undefined && up.chars === place.chars) up = up.parent
  return up
}

/** The unit that repeats around it, a card, a post or a row, and the blocks that one template made. */
function putRepeated(row: RowWriter, { outline, templates }: Survey, at: number): void {
  const { place } = outline.blocks[at]!
  const { body } = outline
  const unit = unitOf(place)
  row.put(log(unit.peers))
  row.put(log(unit.chars))
  row.put(share(unit.linkChars, unit.chars))
  row.put(share(unit.proseChars, unit.chars))
  row.put(share(unit.parent?.chars ?? 0, body.chars))
  row.put(share(unit.parent?.proseChars ?? 0, body.proseChars))
  row.put(unit.images)
  row.put(unit.rank)
  row.put(place.depth - unit.depth)
  const template = templates[at]!
  row.put(log(template.blocks))
  row.put(share(template.chars, template.blocks))
  row.put(share(template.linkChars, template.chars))
  row.put(share(template.chars, body.chars))
}

function unitOf(place: Place): Place {
  let unit = place
  let up: Place | undefined = place
  for (let level = 0; up !== undefined && level < 7; up = up.parent, level++) {
    if (up.peers > unit.peers || (up.peers === unit.peers && up.peers > 1 && up.chars > unit.chars)) unit = up
  }
  return unit
}

function putFromTop(row: RowWriter, { outline, top, charsBefore }: Survey, at: number): void {
  const { place } = outline.blocks[at]!
  const { chars } = outline.body
  const common = commonDepth(place, top)
  putFlag(row, common === top.depth)
  row.put(place.depth - common)
  row.put(top.depth - common)
  row.put(share(top.chars, chars))
  row.put(share(charsBefore[at]! - charsBefore[top.first]!, chars))
  row.put(share(charsBefore[at]! - charsBefore[top.end]!, chars))
}

function commonDepth(a: Place, b: Place): number {
  let left = a
  let right = b
  while (left.depth > right.depth) left = left.parent!
  while (right.depth > left.depth) right = right.parent!
  while (left !== right) {
    left = left.parent!
    right = right.parent!
  }
  return left.depth
}
