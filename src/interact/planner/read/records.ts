import type { ViewElement } from '../../../browser/browser.ts'
import { contentWords, similarity, stemOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { mainRecords } from '../page/records.ts'
import { isInNavigation } from './fresh.ts'
import { kindAsked, valueOf, valuesIn } from './typed-value.ts'
import type { ValueKind } from './typed-value.ts'

const ORDINALS: Record<string, number> = {
  first: 0,
  top: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  last: -1,
  final: -1,
}
const NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 }
const ORDINAL =
  /\b(?<ordinal>first|second|third|fourth|fifth|last|final|top)\b(?:\s+(?<count>\d+|two|three|four|five|six|ten)\b)?/i
/** Questions that only sound like questions about entries. */
const NO_ENTRY =
  /\b(?:first|last|middle)[- ]name\b|\b(?:sum|average|mean|letter|word|character|speed)\b|\b(?:that|(?<!^)which|about|with|on sale)\b(?! (?:is|are) (?:shown|listed|left|still|displayed))/i
const TITLE = /^(?:titles?|names?|headlines?|headings?|one|ones|subjects?|it|them)$/i

/** Superlatives: which value decides, and whether the largest or the smallest is asked for. */
const SUPERLATIVES: [pattern: RegExp, kind: ValueKind | 'column', most: boolean][] = [
  [/\b(?:cheapest|least expensive|lowest[- ]priced?)\b/i, 'money', false],
  [/\b(?:most expensive|dearest|priciest|highest[- ]priced?)\b/i, 'money', true],
  [/\b(?:newest|latest|most recent)\b/i, 'date', true],
  [/\b(?:oldest|earliest)\b/i, 'date', false],
  [
    /\b(?:largest|biggest|highest|longest|heaviest|most|best[- ]rated|top[- ]rated|fastest)\b/i,
    'column',
    true,
  ],
  [/\b(?:smallest|lowest|shortest|lightest|fewest|least|worst|slowest)\b/i, 'column', false],
]

/** Answers questions about the entries of a list: the first, the last, the cheapest, all of them. */
export function answerFromRecords(question: string, tree: PageTree): string | undefined {
  const records = mainRecords(tree)
  if (records.length === 0) return undefined
  if (NO_ENTRY.test(question)) return undefined
  const ordinal = ORDINAL.exec(question)?.groups
  if (ordinal) return answerByOrdinal(question, ordinal, records, tree)
  const superlative = SUPERLATIVES.find(([pattern]) => pattern.test(question))
  if (superlative) return answerBySuperlative(question, superlative, records, tree)
  if (
    /^(?:list|name|give me|all|every)\b|^(?:which|what)\s+[a-z]+s\s+(?:are|have|do|were)\b|\ball\b|^(?:the )?(?:titles|names|headlines)\b/i.test(
      question,
    )
  )
    return listOf(question, records, tree)
  return undefined
}

function answerByOrdinal(
  question: string,
  { ordinal, count }: Record<string, string | undefined>,
  records: readonly ViewElement[],
  tree: PageTree,
): string | undefined {
  const at = ORDINALS[ordinal!.toLowerCase()]!
  if (count !== undefined) {
    const number = NUMBERS[count.toLowerCase()] ?? Number(count)
    const some = at === -1 ? records.slice(-number) : records.slice(0, number)
    return some.length === number ? titlesOf(some, tree) : undefined
  }
  const record = records.at(at)
  return record && attributeOf(record, question.replace(ORDINAL, ' '), tree)
}

/** The attribute of an entry that a question asks for: its title, a value of a kind, or the cell of a column. */
export function attributeOf(record: ViewElement, question: string, tree: PageTree): string | undefined {
  const asked = question
    .replace(/^(?:which|what)\s+/i, '')
    .replace(/\s+(?:of|in|on|for|at|comes?|is|stands?|appears?|are)\s.*$/i, '')
    .replace(/^(?:the|its|an?)\s+/i, '')
    .trim()
  if (asked === '' || TITLE.test(asked)) return titleOf(record, tree)
  const cell = cellOf(record, asked, tree)
  if (cell !== undefined) return cell
  const kind = kindAsked(asked)
  const values = kind ? [...new Set(valuesIn(record.text, kind))] : []
  if (values.length === 1) return values[0]
  if (kind) return undefined
  // A noun for the entries themselves: `the first job`.
  return contentWords(asked).length <= 2 && areCalled(asked, [record], tree)
    ? titleOf(record, tree)
    : undefined
}

/** The cell of a row in the column that a question names. */
function cellOf(record: ViewElement, asked: string, tree: PageTree): string | undefined {
  if (record.role !== 'row') return undefined
  const heads = tree.elements.filter(({ role, tag }) => role === 'columnheader' || tag === 'th')
  const head = heads
    .map((one) => ({ one, score: similarity(asked, (one.text || one.name).replace(/[▲▼↑↓⇅⇵]/gu, '')) }))
    .filter(({ score }) => score >= 0.6)
    .toSorted((a, b) => b.score - a.score)[0]?.one
  if (!head) return undefined
  const cell = tree.children(record)[tree.siblings(head).indexOf(head)]
  return cell?.text || undefined
}

function answerBySuperlative(
  question: string,
  [pattern, kind, isMost]: (typeof SUPERLATIVES)[number],
  records: readonly ViewElement[],
  tree: PageTree,
): string | undefined {
  const rest = question.replace(pattern, ' ')
  const valued = records.flatMap((record) => {
    const text = kind === 'column' ? columnText(record, rest, tree) : valuesIn(record.text, kind)[0]
    return text === undefined ? [] : [{ record, value: valueOf(text) }]
  })
  if (valued.length < records.length || valued.length < 2) return undefined
  const sorted = valued.toSorted((a, b) => compare(a.value, b.value) * (isMost ? -1 : 1))
  return compare(sorted[0]!.value, sorted[1]!.value) === 0 ? undefined : titleOf(sorted[0]!.record, tree)
}

/** The column that a superlative is about: `the highest stock`, `the most members`. */
function columnText(record: ViewElement, rest: string, tree: PageTree): string | undefined {
  for (const word of contentWords(rest)) {
    const text = cellOf(record, word, tree)
    if (text !== undefined) return text
    const beside = new RegExp(
      `(\\d[\\d,.]*)\\s*${word.slice(0, 5)}|${word.slice(0, 5)}\\w*[:\\s]+(\\d[\\d,.]*)`,
      'i',
    ).exec(record.text)
    if (beside) return beside[1] ?? beside[2]
  }
  return undefined
}

function compare(left: number | string, right: number | string): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0
}

const GENERIC =
  /^(?:titles?|names?|headlines?|headings?|entries|items|results?|rows|records|elements|ones|everything|tasks?|to-?dos?|hits|matches|options|choices)$/i
const MOST_LISTED = 60

function listOf(question: string, records: readonly ViewElement[], tree: PageTree): string | undefined {
  const kind = kindAsked(question)
  if (kind) {
    const values = records.map((record) => valuesIn(record.text, kind))
    return values.every(({ length }) => length === 1) ? values.flat().join('\n') : undefined
  }
  const noun = question
    .replace(/^(?:list|name|give me|all|every|the|which|what)\s+/gi, '')
    .replace(
      /\b(?:list|name|all|the|of|there|here|shown|are|still|that|left|listed|every|each|me|their|its)\b/gi,
      ' ',
    )
    .trim()
  if (noun !== '' && !GENERIC.test(noun) && !areCalled(noun, records, tree)) return undefined
  if (records.length > MOST_LISTED || /\bwith\b|\band (?:their|its)\b/i.test(question)) return undefined
  return titlesOf(records, tree)
}

function titlesOf(records: readonly ViewElement[], tree: PageTree): string | undefined {
  const titles = records.map((record) => titleOf(record, tree))
  return titles.some((title) => title === undefined) ? undefined : titles.join('\n')
}

/** What an entry is called: its heading, its link, its first cell, its first text. */
export function titleOf(record: ViewElement, tree: PageTree): string | undefined {
  const inside = tree.descendants(record)
  const heading = inside.find(({ role, text }) => role === 'heading' && text !== '')
  const isLong = ({ text }: ViewElement) => /\p{L}{2}/u.test(text)
  const cell =
    record.role === 'row' ? tree.children(record).find((one) => isLong(one) && !one.clickable) : undefined
  const link = inside.find((one) => one.role === 'link' && isLong(one) && one.text.length < 120)
  const first = inside.find(
    (one) => one.ownText !== '' && isLong(one) && !/^(button|checkbox)$/.test(one.role),
  )
  const found = heading ?? cell ?? link ?? first
  const text =
    (found?.ownText && found === first ? found.ownText : found?.text) ?? record.ownText ?? record.text
  return text === '' ? undefined : text.trim()
}

/** Whether the entries of a list are what a question calls them: by the words of their markup, or of the page around them. */
export function areCalled(noun: string, records: readonly ViewElement[], tree: PageTree): boolean {
  const stems = contentWords(noun).map(stemOf)
  const [first] = records
  if (!first || stems.length === 0) return false
  if (GENERIC.test(noun.trim())) return true
  const around = [first, ...tree.ancestors(first)].flatMap(({ hints, name }) => [hints, name])
  const headings = tree.elements.filter(({ role }) => role === 'heading').map(({ text }) => text)
  const links = tree.elements
    .filter((element) => element.role === 'link' && isInNavigation(element, tree))
    .map(({ name }) => name)
  const words = new Set(
    [...around, ...headings, ...links, tree.view.title, tree.view.url].flatMap(contentWords).map(stemOf),
  )
  return stems.every((stem) => words.has(stem))
}
