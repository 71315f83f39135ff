import type { ViewElement } from '../../../browser/browser.ts'
import { anchorsOf } from '../locate/locate.ts'
import { onlyOf, mainRecords, recordOf } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { similarity, stemsOf } from '../match/words.ts'
import { NUMBERS } from '../parse/vocabulary.ts'
import { withLabel, valueKindOf, valueOf, valuesIn } from './value.ts'
import type { NewContent, ValueKind } from './value.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
const ORDINAL = new RegExp(
  `\\b(?<ordinal>${ORDINALS.join('|')}|top|last|final)\\b(?:\\s+(?<count>\\d+|${Object.keys(NUMBERS).join('|')})\\b)?`,
  'i',
)
/** Questions that only sound like questions about entries. */
const NOT_ABOUT_ENTRIES =
  /\b(?:first|last|middle)[- ]name\b|\b(?:sum|average|mean|letter|word|character|speed)\b|\b(?:that|(?<!^)which|about|with|on sale)\b(?! (?:(?:is|are|were) (?:shown|listed|left|still|displayed|found|there)|shows? up|comes? up|appears?|match))/i
const SUPERLATIVES: [pattern: RegExp, kind: ValueKind, isMost: boolean][] = [
  [/\b(?:cheapest|least expensive|lowest[- ]priced?)\b/i, 'money', false],
  [/\b(?:most expensive|dearest|priciest|highest[- ]priced?)\b/i, 'money', true],
  [/\b(?:newest|latest|most recent)\b/i, 'date', true],
  [/\b(?:oldest|earliest)\b/i, 'date', false],
]
const LIST =
  /^(?:list|name|give me|all|every)\b|^(?:which|what)\s+[a-z]+s\s+(?:are|have|do|were)\b|\ball\b|^(?:the )?(?:titles|names|headlines)\b/i

export function answerFromRecords(question: string, tree: PageTree): string | undefined {
  const records = mainRecords(tree)
  if (records.length === 0 || NOT_ABOUT_ENTRIES.test(question)) return undefined
  const ordinal = ORDINAL.exec(question)?.groups
  if (ordinal) return answerByOrdinal(question, ordinal, records, tree)
  const superlative = SUPERLATIVES.find(([pattern]) => pattern.test(question))
  if (superlative) return answerBySuperlative(superlative, records, tree)
  return LIST.test(question) ? listOf(question, records, tree) : undefined
}

function answerByOrdinal(
  question: string,
  { ordinal, count }: Record<string, string | undefined>,
  records: readonly ViewElement[],
  tree: PageTree,
): string | undefined {
  const at = indexOf(ordinal!)
  if (count !== undefined) {
    const number = NUMBERS[count.toLowerCase()] ?? Number(count)
    const some = at < 0 ? records.slice(-number) : records.slice(0, number)
    return some.length === number ? titlesOf(some, tree) : undefined
  }
  const record = records.at(at)
  return record && attributeOf(record, question.replace(ORDINAL, ' '), tree)
}

function indexOf(ordinal: string): number {
  return /last|final/i.test(ordinal) ? -1 : Math.max(0, ORDINALS.indexOf(ordinal.toLowerCase()))
}

const NAME =
  /(?<=\s)\p{Lu}[\p{L}\p{N}’'-]*(?:\s+(?:(?:of|the|and|in|on|for|at|to|a)\s+)*[\p{Lu}\d][\p{L}\p{N}’'-]*)*/gu

/** The entry that a question names: `when was Ibuprofen last ordered`. Its answer is in that entry and nowhere else. */
export function findNamedEntry(question: string, tree: PageTree): ViewElement | undefined {
  const anchors = (question.match(NAME) ?? []).flatMap((name) => anchorsOf({ name }, tree))
  const entries = anchors.map((anchor) => recordOf(anchor, tree))
  const entry = onlyOf(entries)
  return entry && mainRecords(tree).length > 1 ? entry : undefined
}

export function valueIn(entry: ViewElement, question: string, tree: PageTree): string | undefined {
  const asked = new Set(stemsOf(question))
  const column = columnsOf(tree).find(
    ({ stems }) => stems.length > 0 && stems.every((stem) => asked.has(stem)),
  )
  const cell = column && entry.role === 'row' ? tree.children(entry)[column.at]?.text : undefined
  if (cell) return cell
  const kind = valueKindOf(question)
  const values = kind ? [...new Set(valuesIn(entry.text, kind))] : []
  const ordinal = ORDINAL.exec(question)?.groups?.['ordinal']
  return ordinal === undefined || values.length < 2 ? onlyOf(values) : values.at(indexOf(ordinal))
}

export function attributeOf(record: ViewElement, question: string, tree: PageTree): string | undefined {
  const asked = question
    .replace(/^(?:which|what)\s+/i, '')
    .replace(/\s+(?:of|in|on|for|at|comes?|is|stands?|appears?|are)\s.*$/i, '')
    .replace(/^(?:the|its|an?)\s+/i, '')
    .trim()
  if (asked === '') return titleOf(record, tree)
  const cell = cellOf(record, asked, tree)
  if (cell !== undefined) return cell
  const kind = valueKindOf(asked)
  if (kind) return onlyOf(valuesIn(record.text, kind))
  // A noun for the entries themselves: `the first job`.
  const isNoun = stemsOf(asked).length <= 2 && areNamed(asked, [record], tree)
  return isNoun ? titleOf(record, tree) : undefined
}

function cellOf(record: ViewElement, asked: string, tree: PageTree): string | undefined {
  if (record.role !== 'row') return undefined
  const [column] = columnsOf(tree)
    .map(({ name, at }) => ({ at, score: similarity(asked, name) }))
    .filter(({ score }) => score >= 0.6)
    .toSorted((one, other) => other.score - one.score)
  return (column && tree.children(record)[column.at]?.text) || undefined
}

export function columnsOf(tree: PageTree): { name: string; stems: string[]; at: number }[] {
  const heads = tree.elements.filter(({ role, tag }) => role === 'columnheader' || tag === 'th')
  return heads.map((head) => {
    const name = (head.text || head.name).replace(/[▲▼↑↓⇅⇵]/gu, '')
    return { name, stems: stemsOf(name), at: tree.siblings(head).indexOf(head) }
  })
}

function answerBySuperlative(
  [, kind, isMost]: (typeof SUPERLATIVES)[number],
  records: readonly ViewElement[],
  tree: PageTree,
): string | undefined {
  const texts = records.map((record) => valuesIn(record.text, kind)[0])
  if (texts.includes(undefined)) return undefined
  const valued = records.map((record, at) => ({ record, value: valueOf(texts[at]!) }))
  const [first, second] = valued.toSorted((a, b) => (a.value < b.value === isMost ? 1 : -1))
  return first && second && first.value !== second.value ? titleOf(first.record, tree) : undefined
}

const GENERIC =
  /^(?:titles?|names?|headlines?|headings?|entries|items|results?|rows|records|elements|ones?|subjects?|it|them|everything|tasks?|to-?dos?|hits|matches|options|choices)$/i

const MOST_LISTED = 60

function listOf(question: string, records: readonly ViewElement[], tree: PageTree): string | undefined {
  const kind = valueKindOf(question)
  const values = kind ? records.map((record) => onlyOf(valuesIn(record.text, kind))) : []
  if (kind) return values.includes(undefined) ? undefined : values.join('\n')
  const noun = question
    .replace(/^(?:list|name|give me|all|every|the|which|what)\s+/gi, '')
    .replace(
      /\b(?:list|name|all|the|of|there|here|shown|are|still|that|left|listed|every|each|me|their|its|everyone|everybody|(?:on|in) it|(?:show|come)s? up|appears?|found|were|(?:names|titles)(?= of| *$))\b/gi,
      ' ',
    )
    .trim()
  if (noun !== '' && !areNamed(noun, records, tree)) return undefined
  if (records.length > MOST_LISTED || /\bwith\b|\band (?:their|its)\b/i.test(question)) return undefined
  return titlesOf(records, tree)
}

function titlesOf(records: readonly ViewElement[], tree: PageTree): string | undefined {
  const titles = records.map((record) => titleOf(record, tree))
  return titles.some((title) => title === undefined || title.endsWith(':')) ? undefined : titles.join('\n')
}

/** What an entry is called: its heading, its first cell, its link, its first text. */
export function titleOf(record: ViewElement, tree: PageTree): string | undefined {
  const inside = tree.descendants(record)
  const hasWord = ({ text }: ViewElement) => /\p{L}{2}/u.test(text)
  const heading = inside.find(({ role, text }) => role === 'heading' && text !== '')
  const cells = record.role === 'row' ? tree.children(record) : []
  const link = inside.find((one) => one.role === 'link' && hasWord(one) && one.text.length < 120)
  const whole = heading ?? cells.find((one) => hasWord(one) && !one.clickable) ?? link
  const first = inside.find(
    (one) => one.ownText !== '' && hasWord(one) && !/^(button|checkbox)$/.test(one.role),
  )
  return (whole?.text ?? first?.ownText ?? record.ownText).trim() || undefined
}

function areNamed(noun: string, records: readonly ViewElement[], tree: PageTree): boolean {
  const stems = stemsOf(noun)
  const [first] = records
  if (GENERIC.test(noun.trim())) return true
  if (!first || stems.length === 0) return false
  const around = [first, ...tree.ancestors(first)].flatMap(({ hints, name }) => [hints, name])
  const before = tree.elements.slice(0, tree.order(first))
  const headings = before.filter(({ role }) => role === 'heading').slice(-1)
  // `View lot` in an entry says that it is a lot.
  const opener = /^(?:view|open|see|show)\s+(?:the\s+)?(\S+)$/i
  const opened = tree.descendants(first).map(({ name }) => opener.exec(name)?.[1] ?? '')
  const words = new Set(
    stemsOf(...around, ...headings.map(({ text }) => text), ...opened, tree.view.title, tree.view.url),
  )
  return stems.every((stem) => words.has(stem))
}

const COUNT =
  /^(?:please\s+)?(?:how many|(?:the\s+)?(?:total\s+)?number of(?! (?:the|this|that|my)\b)|(?:the\s+)?count(?: of| up)?)\b\s*(?<rest>.*)$/i
const FILLER_WORDS =
  /\b(?:are|is|were|was|there|in total|now|left|shown|listed|found|available|do|does|did|can|you|see|have|has|it|the|all|afterwards|then|altogether|on the page|(?:in|on) (?:the list|the table|it)|remaining|remain)\b/gi

export function countedNoun(question: string): string | undefined {
  const rest = COUNT.exec(question.trim())?.groups?.['rest']
  return rest?.replace(FILLER_WORDS, ' ').replace(/\s+/g, ' ').trim()
}

export function countOf(things: string, fresh: NewContent, tree: PageTree): string | undefined {
  const stems = stemsOf(things)
  const inFresh = fresh.elements.map((element) =>
    /\p{L}/u.test(element.ownText) ? element.ownText : withLabel(element, tree).text,
  )
  const inPage = tree.elements.map(({ text }) => text)
  const said = [fresh.isNewPage ? [] : inFresh, inPage].map((texts) => numbersBeside(stems, texts))
  const sure = said.find(({ size }) => size === 1)
  if (sure) return onlyOf(sure)
  if (said.some(({ size }) => size > 1)) return undefined
  const records = mainRecords(tree)
  if (records.length > 0 && (stems.length === 0 || areNamed(things, records, tree)))
    return String(records.length)
  if (fresh.isNewPage || fresh.elements.length > 3) return undefined
  return onlyOf(fresh.elements.flatMap(({ ownText }) => ownText.match(/\d[\d,]*/g) ?? []))
}

const LONGEST = 80

/** Whether a noun stands right before the number of a text, or at most three words after it: `5 free places`. */
function isBeside(noun: string, text: string): boolean {
  const words = text.split(/\s+/)
  const at = words.findIndex((word) => /\d/.test(word))
  return stemsOf(words.slice(Math.max(0, at - 2), at + 4).join(' ')).includes(noun)
}

/** `5 products found`, `Items left: 3`: the numbers of the texts that have one number and most of the words. */
function numbersBeside(stems: readonly string[], texts: readonly string[]): Set<string> {
  const found = texts.flatMap((text) => {
    const numbers = text.length > LONGEST ? [] : (text.match(/\d[\d,.]*/g) ?? [])
    const words = new Set(stemsOf(text))
    const shared = stems.filter((stem) => words.has(stem)).length
    return numbers.length === 1 && isBeside(stems.at(-1) ?? '', text)
      ? [{ number: numbers[0]!.replace(/[.,]$/, ''), shared }]
      : []
  })
  const most = Math.max(...found.map(({ shared }) => shared))
  return new Set(found.filter(({ shared }) => shared === most).map(({ number }) => number))
}
