import type { AnyNode, Element } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { cellNamesOf, cuesOf, labelIn } from './cues.ts'
import type { Cues } from './cues.ts'
import type { Finding, Made } from './finding.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { layoutOf } from './layout.ts'
import type { Spot } from './layout.ts'
import { blocksOf, firstWords, lastWords, linesOf, partsOf } from './lines.ts'
import type { Line } from './lines.ts'
import { mentionsIn } from './mentions.ts'
import type { Mention } from './mentions.ts'
import { cellNames } from './tables.ts'
import type { CellNames } from './grid.ts'
import { attributes, described, head, isOfListed } from './unseen.ts'

/** Everything that a page states, read once. */
export interface Pool {
  findings: readonly Finding[]
  spots: readonly Spot[]
  items: readonly Item[]
  /** The first and the last text in each element. */
  ranges: ReadonlyMap<AnyNode, readonly [first: number, last: number]>
  /** The findings of each text, in the order of the page. */
  bySpot: readonly (readonly Finding[])[]
}

const known = new WeakMap<AnyNode, Pool>()
const MOST = 12_000

/** The pool of a page, made on first use. */
export function poolOf(page: ReadablePage): Pool {
  let pool = known.get(page.root)
  if (!pool) known.set(page.root, (pool = read(page)))
  return pool
}

/** What readers share about the texts of the page. */
interface Shown {
  spots: readonly Spot[]
  cues: readonly Cues[]
  lines: readonly Line[]
  cells: ReadonlyMap<Element, CellNames>
  /** Decides how digits are grouped where that can be read in two ways. */
  language: string | undefined
}

function read(page: ReadablePage): Pool {
  const spots = layoutOf(page.root)
  const cells = cellNames(page.root)
  const language = page.landmarks.find(({ name }) => name === 'html')?.attribs['lang']
  const shown: Shown = { spots, cells, language, cues: cuesOf(spots, cells), lines: linesOf(spots) }
  const items = itemsOf(page)
  const made: Made[] = []
  for (const reader of [texts, blocks])
    for (const one of reader(shown)) if (made.length < MOST) made.push(one)
  const forMachines = described(page, items)
  const listed = new Set(forMachines.filter(isOfListed).map(({ text }) => text))
  // Also where it is shown, what names one of several things names nothing else.
  for (const one of made)
    if (one.cues.named !== '' && listed.has(one.text)) one.cues = { ...one.cues, named: '' }
  made.push(...attributes(page, spots, shown.cues), ...head(page), ...forMachines)
  const findings = made.map(findingOf)
  const ranges = rangesOf(spots)
  return { findings, spots, items, ranges, bySpot: bySpot(findings, spots, ranges) }
}

/** Written out, because a page has thousands, and copying what there is takes far longer. */
function findingOf(made: Made, order: number): Finding {
  const {
    text,
    reader,
    cues,
    element,
    spot,
    kind,
    side = 0,
    isRange = false,
    full,
    isHead = false,
    isOfMain = false,
  } = made
  return { text, reader, cues, element, spot, order, kind, side, isRange, full, isHead, isOfMain }
}

function rangesOf(spots: readonly Spot[]): Map<AnyNode, [number, number]> {
  const ranges = new Map<AnyNode, [number, number]>()
  spots.forEach(({ element }, at) => {
    for (let node: AnyNode | null = element; node; node = node.parent) {
      const range = ranges.get(node)
      if (range) range[1] = at
      else ranges.set(node, [at, at])
    }
  })
  return ranges
}

/** A picture without text counts to the first text of what it stands in. */
function bySpot(findings: readonly Finding[], spots: readonly Spot[], ranges: Pool['ranges']): Finding[][] {
  const found: Finding[][] = spots.map(() => [])
  const places = new Map<Spot, number>(spots.map((spot, at) => [spot, at]))
  for (const finding of findings) {
    let at = finding.spot && places.get(finding.spot)
    if (at === undefined && (finding.reader === 'link' || finding.reader === 'attribute'))
      for (let node: AnyNode | null = finding.element ?? null; node && at === undefined; node = node.parent)
        at = ranges.get(node)?.[0]
    if (at !== undefined) found[at]!.push(finding)
  }
  return found
}

/** The texts of the page in their order, and after each line what it says besides: as a whole, in parts, in its words. */
function* texts({ spots, cues, lines, cells, language }: Shown): Generator<Made> {
  for (const line of lines) {
    const seen = new Set<string>()
    const mentions = mentionsIn(line.text, language)
    const kinds = new Map(
      mentions.filter(({ kind }) => kind !== 'quote').map((mention) => [mention.text, mention]),
    )
    const kindOf = (text: string, spot?: Spot) => {
      const whole = kinds.get(text)
      return {
        kind: whole?.kind ?? (spot && CODE_ELEMENTS.has(spot.element.name) ? ('code' as const) : undefined),
        side: whole?.side ?? (0 as const),
        full: whole?.full,
        isRange:
          whole === undefined && mentions.some(({ side, text: end }) => side === 1 && text.includes(end)),
      }
    }
    for (let nth = 0; nth < line.count; nth++) {
      const at = line.first + nth
      const spot = spots[at]!
      seen.add(spot.text)
      const isHead =
        cellNamesOf(spot, cells).isHead ||
        (line.count === 1 && !isTitle(spot) && labelIn(spot.text) !== undefined)
      const { lead, tail } =
        line.count > 1 ? beside(line, line.starts[nth]!, line.starts[nth]! + spot.text.length) : NOTHING
      yield {
        text: spot.text,
        reader: 'text',
        cues: { ...cues[at]!, ...(isTitle(spot) && { inText: '' }), lead, tail },
        element: spot.element,
        spot,
        isHead,
        ...kindOf(spot.text, spot),
      }
      if (isHead) seen.add(line.text)
    }
    const spot = spots[line.first]!
    if (cellNamesOf(spot, cells).isHead) continue
    const own = cues[line.first]!
    const base = { element: line.count > 1 ? spot.block : spot.element, spot }
    if (line.count > 1 && line.text.length < 1000 && !seen.has(line.text) && isOneText(line, spots)) {
      seen.add(line.text)
      yield {
        ...base,
        text: line.text,
        reader: 'line',
        cues: own,
        isHead: !isTitle(spot) && labelIn(line.text) !== undefined,
        ...kindOf(line.text),
      }
    }
    const labelled = labelIn(line.text)
    if (labelled && !seen.has(labelled.value)) {
      seen.add(labelled.value)
      const cued = { ...own, inText: labelled.label }
      yield { ...base, text: labelled.value, reader: 'value', cues: cued, ...kindOf(labelled.value, spot) }
    }
    yield* inside(line, {
      spots,
      cues,
      seen,
      mentions,
      label: labelled?.label ?? '',
      value: labelled?.value ?? line.text,
    })
  }
}

/** Whether a text is called as a whole: `Iron: a history` has no label. */
function isTitle({ level, link }: Spot): boolean {
  return level > 0 || /^(?!mailto:|tel:)/i.test(link?.attribs['href'] ?? 'tel:')
}

const CODE_ELEMENTS: ReadonlySet<string> = new Set('code kbd samp pre tt var'.split(' '))
/** Whether the texts of a line read as one: spans and links side by side are several values. */
function isOneText({ first, count, text }: Line, spots: readonly Spot[]): boolean {
  if (text.length > 100) return true
  const own = spots.slice(first, first + count)
  const isApart = ({ element, block }: Spot) => element !== block && APART.has(element.name)
  return !own.some(isApart) && !own.every(({ link }) => link !== undefined)
}

const APART: ReadonlySet<string> = new Set('span small label data time button'.split(' '))

const NOTHING = { lead: '', tail: '' }

interface Inside {
  spots: readonly Spot[]
  cues: readonly Cues[]
  seen: Set<string>
  mentions: readonly Mention[]
  label: string
  value: string
}

function* inside(line: Line, { spots, cues, seen, mentions, label, value }: Inside): Generator<Made> {
  const offset = line.text.length - value.length
  const cuesAt = (start: number): { spot: Spot; cues: Cues } => {
    const nth = line.starts.findLastIndex((at) => at <= start)
    const own = cues[line.first + Math.max(nth, 0)]!
    return {
      spot: spots[line.first + Math.max(nth, 0)]!,
      cues: label && start >= offset ? { ...own, inText: label } : own,
    }
  }
  const made = (text: string, start: number, reader: 'part' | 'mention'): Made => {
    const mention = mentions.find((one) => one.text === text)
    const { spot, cues: own } = cuesAt(start)
    const { lead, tail } = beside(line, start, start + text.length)
    return {
      text,
      reader,
      kind: mention?.kind,
      side: mention?.side ?? 0,
      full: mention?.full,
      isRange:
        mention === undefined && mentions.some(({ side, text: end }) => side === 1 && text.includes(end)),
      spot,
      element: spot.element,
      cues: { ...own, lead, tail },
    }
  }
  for (const { text, start } of partsOf(value)) {
    if (seen.has(text)) continue
    seen.add(text)
    yield made(text, offset + start, 'part')
  }
  for (const { text, start, kind } of mentions) {
    // What names the rest of the line is no value itself.
    const isLabel =
      kind === 'name' &&
      label !== '' &&
      start < offset &&
      /^\s?[:：]/.test(line.text.slice(start + text.length))
    if (seen.has(text) || isLabel) continue
    seen.add(text)
    yield made(text, start, 'mention')
  }
}

const MOST_BESIDE = 70

/** The words of a line before and after a part of it, as far as its clause goes. */
function beside({ text }: Line, start: number, end: number): Pick<Cues, 'lead' | 'tail'> {
  const before = text.slice(Math.max(0, start - MOST_BESIDE), start)
  const after = text.slice(end, end + MOST_BESIDE)
  const begin = matchesOf(before, CLAUSE_BEFORE).at(-1)
  const finish = after.search(/[.!?;|·•](?:\s|$)|,\s/)
  return {
    lead: lastWords(begin ? before.slice(begin.index + begin[0].length) : before),
    tail: firstWords(finish < 0 ? after : after.slice(0, finish)),
  }
}

const CLAUSE_BEFORE = /(?<=\p{L}{4}|\)|\d)[.!?]\s|[;|·•]\s/gu

function* blocks({ spots, cues, lines }: Shown): Generator<Made> {
  for (const { element, text, first } of blocksOf(spots, lines)) {
    const spot = spots[first]!
    const label = labelIn(text)
    const value = label && text.length < 300 ? label : undefined
    yield {
      text: value?.value ?? text,
      reader: 'block',
      cues: value ? { ...cues[first]!, inText: value.label } : cues[first]!,
      element,
      spot,
    }
  }
}
