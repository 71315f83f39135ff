import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { figureButton } from '../match/drawn.ts'
import { similarity, wordsOf } from '../match/words.ts'

/** What a condition such as `cheapest` or `price is lowest` compares, and which end of it is meant. */
interface Comparison {
  end: 'least' | 'most'
  about: 'number' | 'money' | 'time' | 'duration' | 'date'
  words: string[]
}

const ENDS: readonly (readonly [RegExp, Comparison['end'], Comparison['about']])[] = [
  [
    /(billigste|günstigste|preiswerteste|moins ch[eè]r|más barat|menos car|più economic|meno car|goedkoopste|mais barat)/,
    'least',
    'money',
  ],
  [/(teuerste|plus ch[eè]r|más car[oa]|più car[oai]|duurste|mais car[oa])/, 'most', 'money'],
  [
    /(kürzeste|schnellste|plus court|plus rapide|más rápid|más cort|più veloc|più brev|snelste|kortste|mais rápid)/,
    'least',
    'duration',
  ],
  [/(längste|plus longu?e?\b|más larg|più lung|langste|mais long)/, 'most', 'duration'],
  [/(früheste|älteste|plus ancien|más antigu|più vecchi|vroegste|oudste|mais antig)/, 'least', 'date'],
  [/(späteste|neueste|plus récent|más recient|più recent|nieuwste|mais recent)/, 'most', 'date'],
  [
    /(niedrigste|kleinste|wenigste|plus petit|plus bas|más pequeñ|más baj|più piccol|più bass|laagste|minste|mais baix)/,
    'least',
    'number',
  ],
  [
    /(höchste|größte|meiste|plus grand|plus haut|plus élevé|más alt|más grande|più alt|più grand|hoogste|grootste|meeste|mais alt)/,
    'most',
    'number',
  ],
  [/\bcheapest|least expensive|lowest (price|cost|fare)\b/, 'least', 'money'],
  [/\bmost expensive|dearest|priciest|highest (price|cost|fare)\b/, 'most', 'money'],
  [/\bshortest|fastest|quickest\b/, 'least', 'duration'],
  [/\blongest|slowest\b/, 'most', 'duration'],
  [/\bearliest|oldest\b/, 'least', 'date'],
  [/\blatest|newest|most recent\b/, 'most', 'date'],
  [/\blowest|smallest|least|fewest|minimum|minimal|worst\b/, 'least', 'number'],
  [/\bhighest|largest|greatest|biggest|most|maximum|maximal|best|top\b/, 'most', 'number'],
]

/** Of several elements the one that a condition is true of; undefined when it cannot be told. */
export function byCondition(
  condition: string,
  elements: readonly ViewElement[],
  tree: PageTree,
): ViewElement[] {
  const pictured = figureButton(condition, elements, tree)
  if (pictured) return [pictured]
  const comparison = readComparison(condition)
  if (comparison) {
    const valued = elements
      .map((element) => ({ element, value: valueFor(element, elements, comparison, tree) }))
      .filter((item): item is { element: ViewElement; value: number } => item.value !== undefined)
    if (valued.length > 0) {
      valued.sort((a, b) => (comparison.end === 'least' ? a.value - b.value : b.value - a.value))
      return valued.map((item) => item.element)
    }
  }
  return elements.filter((element) => similarity(condition, partOf(element, elements, tree).text) >= 0.5)
}

/** Reads a superlative out of words; undefined when they have none. */
export function readComparison(condition: string): Comparison | undefined {
  const text = condition.toLowerCase()
  for (const [pattern, end, about] of ENDS)
    if (pattern.test(text)) {
      const words = wordsOf(text.replace(pattern, ' ')).filter(
        (word) => !/^(is|the|with|has|whose|that|of|one)$/.test(word),
      )
      const money = words.some((word) => /^(price|cost|fare|amount|total|fee)s?$/.test(word))
      const time = words.some((word) => /^(duration|time|length)$/.test(word))
      return { end, about: money ? 'money' : time && about === 'number' ? 'duration' : about, words }
    }
  return undefined
}

/** The largest part of the page that has this element of the group and no other: its card or row. */
function partOf(element: ViewElement, group: readonly ViewElement[], tree: PageTree): ViewElement {
  let part = element
  for (const outer of tree.ancestors(element)) {
    if (
      group.some(
        (other) =>
          other !== element && !tree.holds(element, other) && (outer === other || tree.holds(outer, other)),
      )
    )
      break
    part = outer
  }
  return part
}

function valueFor(
  element: ViewElement,
  group: readonly ViewElement[],
  comparison: Comparison,
  tree: PageTree,
): number | undefined {
  const part = partOf(element, group, tree)
  const labelled = labelledText(part, comparison.words, tree)
  for (const text of [labelled, element.name, element.text, part.text]) {
    const value = text === undefined ? undefined : readQuantity(text, comparison.about)
    if (value !== undefined) return value
  }
  return undefined
}

/** What stands beside a label of the card that the condition names. */
function labelledText(part: ViewElement, words: readonly string[], tree: PageTree): string | undefined {
  if (words.length === 0) return undefined
  const inside = tree.descendants(part)
  const label = inside.find((inner) => inner.ownText && similarity(words.join(' '), inner.ownText) >= 0.6)
  if (!label) return undefined
  if (/\d/.test(label.text)) return label.text
  return inside.find((inner) => tree.order(inner) > tree.order(label) && /\d/.test(inner.ownText))?.ownText
}

/** The first quantity of a sort in a text, as a number that grows with it. */
export function readQuantity(text: string, about: Comparison['about']): number | undefined {
  const readers: Record<Comparison['about'], readonly ((text: string) => number | undefined)[]> = {
    money: [readMoney, readNumber],
    duration: [readDuration, readNumber],
    time: [readClock, readNumber],
    date: [readDay, readClock, readNumber],
    number: [readNumber],
  }
  for (const read of readers[about]) {
    const value = read(text)
    if (value !== undefined && !Number.isNaN(value)) return value
  }
  return undefined
}

function readMoney(text: string): number | undefined {
  const match =
    /(?:[$€£¥₹]|usd|eur|gbp)\s*(\d[\d.,]*)|(\d[\d.,]*)\s*(?:[$€£¥₹]|usd|eur|gbp|dollars?|euros?)/i.exec(text)
  return match ? toNumber(match[1] ?? match[2] ?? '') : undefined
}

export function readNumber(text: string): number | undefined {
  const match = /[-−]?\d[\d.,]*/.exec(text)
  return match ? toNumber(match[0]) : undefined
}

/** A number as it is written, with either comma or point for thousands. */
export function toNumber(written: string): number {
  let text = written.replace('−', '-').replace(/[.,]+$/, '')
  if (/,\d{1,2}$/.test(text)) text = text.replace(/\./g, '').replace(',', '.')
  else text = text.replace(/,/g, '')
  return Number(text)
}

function readDuration(text: string): number | undefined {
  const match =
    /(?:(\d+)\s*d(?:ays?)?\b\s*)?(?:(\d+)\s*h(?:ours?|rs?)?\b\s*)?(?:(\d+)\s*m(?:in(?:ute)?s?)?\b)?/gi
  for (const found of text.matchAll(match))
    if (found[1] || found[2] || found[3])
      return Number(found[1] ?? 0) * 1440 + Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0)
  const clock = /\b(\d{1,3}):(\d{2})\b/.exec(text)
  return clock ? Number(clock[1]) * 60 + Number(clock[2]) : undefined
}

function readClock(text: string): number | undefined {
  const match = /\b(\d{1,2}):(\d{2})\s*([ap])?\.?m?/i.exec(text)
  if (!match) return undefined
  const hours =
    (Number(match[1]) % 12) +
    (match[3]?.toLowerCase() === 'p' ? 12 : match[3] ? 0 : Number(match[1]) >= 12 ? 12 : 0)
  return hours * 60 + Number(match[2])
}

function readDay(text: string): number | undefined {
  const written =
    /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?|\d{1,2}\/\d{1,2}\/\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{4}/i.exec(
      text,
    )
  const time = written ? Date.parse(written[0]) : NaN
  return Number.isNaN(time) ? undefined : time
}
