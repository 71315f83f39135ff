import type { AnyNode, Element } from 'domhandler'
import { memoizePerObject } from '../../language/memoize.ts'
import type { ReadablePage } from '../page.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { cellNamesOf, cuesOf, findingOf, labelIn } from './cues.ts'
import type { Cues, Finding, FindingInput } from './cues.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { layoutOf, blocksOf, firstWords, lastWords, linesOf, partsOf } from './layout.ts'
import type { Spot, Line } from './layout.ts'
import { mentionsIn } from './mentions.ts'
import type { Mention } from './mentions.ts'
import { cellNames } from './tables.ts'
import type { CellNames } from './tables.ts'
import { attributeFindings, itemFindings, headFindings, isOfListed } from './hidden-findings.ts'

/** Everything that a page states, read once. */
export interface Pool {
  findings: readonly Finding[]
  spots: readonly Spot[]
  items: readonly Item[]
  ranges: ReadonlyMap<AnyNode, readonly [first: number, last: number]>
  bySpot: readonly (readonly Finding[])[]
}

const MOST = 12_000

interface PageLayout {
  spots: readonly Spot[]
  cues: readonly Cues[]
  lines: readonly Line[]
  cells: ReadonlyMap<Element, CellNames>
  language: string | undefined
}

export const poolOf = memoizePerObject((page: ReadablePage): Pool => {
  const spots = layoutOf(page.root)
  const cells = cellNames(page.root)
  const language = page.landmarks.find(({ name }) => name === 'html')?.attribs['lang']
  const shown: PageLayout = { spots, cells, language, cues: cuesOf(spots, cells), lines: linesOf(spots) }
  const items = itemsOf(page)
  const made: FindingInput[] = []
  for (const reader of [texts, blocks])
    for (const one of reader(shown)) if (made.length < MOST) made.push(one)
  const forMachines = itemFindings(page, items)
  const listed = new Set(forMachines.filter(isOfListed).map(({ text }) => text))
  // Also where it is shown, what names one of several things names nothing else.
  for (const one of made)
    if (one.cues.named !== '' && listed.has(one.text)) one.cues = { ...one.cues, named: '' }
  made.push(...attributeFindings(page, spots, shown.cues), ...headFindings(page), ...forMachines)
  const findings = made.map(findingOf)
  const ranges = rangesOf(spots)
  return { findings, spots, items, ranges, bySpot: bySpot(findings, spots, ranges) }
})

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

function* texts({ spots, cues, lines, cells, language }: PageLayout): Generator<FindingInput> {
  for (const line of lines) {
    const seen = new Set<string>()
    const mentions = mentionsIn(line.text, language)
    const kindOf = (text: string, spot?: Spot) => {
      const own = mentionedAs(
        mentions.findLast((one) => one.kind !== 'quote' && one.text === text),
        text,
        mentions,
      )
      const isCode = spot !== undefined && CODE_ELEMENTS.has(spot.element.name)
      return isCode ? { ...own, kind: own.kind ?? ('code' as const) } : own
    }
    for (let nth = 0; nth < line.count; nth++) {
      const at = line.first + nth
      const spot = spots[at]!
      seen.add(spot.text)
      const isHead =
        cellNamesOf(spot, cells).isHead ||
        (line.count === 1 && !isTitle(spot) && labelIn(spot.text) !== undefined)
      const { lead, tail } =
        line.count > 1 ? textBeside(line, line.starts[nth]!, line.starts[nth]! + spot.text.length) : NOTHING
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
    yield* findingsInside(line, {
      spots,
      cues,
      seen,
      mentions,
      label: labelled?.label ?? '',
      value: labelled?.value ?? line.text,
    })
  }
}

/** What a text is as a mention in its line; one that is none may hold both ends of a range. */
function mentionedAs(mention: Mention | undefined, text: string, mentions: readonly Mention[]) {
  const { kind, side = 0, full } = mention ?? {}
  const isRange = !mention && mentions.some((one) => one.side === 1 && text.includes(one.text))
  return { kind, side, full, isRange }
}

function isTitle({ level, link }: Spot): boolean {
  return level > 0 || /^(?!mailto:|tel:)/i.test(link?.attribs['href'] ?? 'tel:')
}

const CODE_ELEMENTS: ReadonlySet<string> = new Set('code kbd samp pre tt var'.split(' '))
function isOneText({ first, count, text }: Line, spots: readonly Spot[]): boolean {
  if (text.length > 100) return true
  const own = spots.slice(first, first + count)
  const isApart = ({ element, block }: Spot) => element !== block && APART.has(element.name)
  return !own.some(isApart) && !own.every(({ link }) => link !== undefined)
}

const APART: ReadonlySet<string> = new Set('span small label data time button'.split(' '))

const NOTHING = { lead: '', tail: '' }

interface LineContext {
  spots: readonly Spot[]
  cues: readonly Cues[]
  seen: Set<string>
  mentions: readonly Mention[]
  label: string
  value: string
}

function* findingsInside(
  line: Line,
  { spots, cues, seen, mentions, label, value }: LineContext,
): Generator<FindingInput> {
  const offset = line.text.length - value.length
  const cuesAt = (start: number): { spot: Spot; cues: Cues } => {
    const at =
      line.first +
      Math.max(
        line.starts.findLastIndex((one) => one <= start),
        0,
      )
    return { spot: spots[at]!, cues: label && start >= offset ? { ...cues[at]!, inText: label } : cues[at]! }
  }
  const made = (text: string, start: number, reader: 'part' | 'mention'): FindingInput => {
    const { spot, cues: own } = cuesAt(start)
    return {
      ...mentionedAs(
        mentions.find((one) => one.text === text),
        text,
        mentions,
      ),
      text,
      reader,
      spot,
      element: spot.element,
      cues: { ...own, ...textBeside(line, start, start + text.length) },
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

function textBeside({ text }: Line, start: number, end: number): Pick<Cues, 'lead' | 'tail'> {
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

function* blocks({ spots, cues, lines }: PageLayout): Generator<FindingInput> {
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
