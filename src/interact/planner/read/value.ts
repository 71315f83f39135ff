import type { ViewElement } from '../../../browser/browser.ts'
import type { AnswerFrom } from '../../run.ts'
import type { Driver } from '../driver.ts'
import { acceptsValues, onlyOf, recordOf } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { compact, similarity, stemsOf, toNumber } from '../match/words.ts'
import { ANY_DAY, findDate, isoDay } from '../widgets/date/read-date.ts'

const MOST_LENGTH = 300
const MAX_NEW_ELEMENTS = 12

export interface QuestionContext {
  question: string
  tree: PageTree
  newContent: NewContent
  driver: Driver
  answerFrom: AnswerFrom
}

export async function readValue(asked: QuestionContext): Promise<string | undefined> {
  const { question, tree, newContent, driver, answerFrom } = asked
  const shown = compact(
    tree.elements.map(({ name, ownText, value }) => `${name} ${ownText} ${value ?? ''}`).join(' '),
  )
  const read = async (html: string) => {
    const said = await answerFrom({ html, url: tree.view.url }, question, driver.signal)
    const value = said === undefined ? undefined : trimValue(said, question)
    // Text that the page hides is no answer.
    return value !== undefined && shown.includes(compact(value)) ? value : undefined
  }
  const parts = newContent.isNewPage ? [] : newContent.elements.map((element) => withLabel(element, tree))
  const inFresh = parts.length > 0 ? await read(htmlOf(parts, tree)) : undefined
  const found = inFresh ?? onlyNewValue(asked) ?? (await read(await driver.controller.html(driver.signal)))
  return found ?? tallestPrice(asked) ?? controlValue(asked)
}

/** A price without a label: the one in the largest letters, on the page of one product or in what is new. */
function tallestPrice({ question, newContent, tree }: QuestionContext): string | undefined {
  if (!/\b(?:price|how much|cost)\b/i.test(question) || /\b(?:shipping|delivery|total)\b/i.test(question))
    return undefined
  const prices = (newContent.isNewPage ? tree.elements : newContent.elements).filter(
    (element) =>
      valuesIn(element.ownText, 'money').length === 1 &&
      isPlainText(element, tree) &&
      !isInNavigation(element, tree) &&
      !recordOf(element, tree),
  )
  const tallest = Math.max(...prices.map(({ box }) => box.height))
  const largest = prices.filter(({ box }) => box.height === tallest)
  return onlyOf(largest.flatMap(({ ownText }) => valuesIn(ownText, 'money')))
}

function onlyNewValue({ question, newContent }: QuestionContext): string | undefined {
  const kind = valueKindOf(question)
  if (!kind || newContent.isNewPage || newContent.elements.length > MAX_NEW_ELEMENTS) return undefined
  return onlyOf(newContent.texts.flatMap((text) => valuesIn(text, kind)))
}

function trimValue(said: string, question: string): string | undefined {
  if (said.length > MOST_LENGTH) return undefined
  const kind = valueKindOf(question)
  const lines = said.split('\n').filter((one) => one.trim() !== '')
  const values = kind ? lines.flatMap((one) => valuesIn(one, kind)) : []
  if (values.length > 0) return onlyOf(values)
  const [line] = lines
  if (line === undefined || lines.length > 1 || /^(?:money|percent|size)$/.test(kind ?? '')) return undefined
  const asked = new Set(stemsOf(question))
  const parts = line.split(/\s*[|·]\s*/)
  const pair = parts
    .map((part) => /^(?<label>[^:]{1,60}):\s+(?<value>.+)$/.exec(part)?.groups)
    .find((groups) => groups && stemsOf(groups['label']!).some((stem) => asked.has(stem)))
  if (pair) return pair['value']!.trim()
  const isOther = kind !== undefined && kind !== 'date' && !(kind === 'code' && /^\S+$/.test(line.trim()))
  return isOther || parts.length > 1 ? undefined : line.trim()
}

function controlValue({ question, tree }: QuestionContext): string | undefined {
  const name = question.replace(
    /^(?:(?:what is|what's|the|current|value|of|selected|chosen|set|in|now|which|is|my|your)\s+)+/i,
    '',
  )
  const element = onlyOf(
    tree.elements.filter(
      (one) => acceptsValues(one) && one.type !== 'password' && similarity(name, one.name) >= 0.85,
    ),
  )
  const chosen = element?.options?.find(({ selected }) => selected)?.label
  const state = element?.checked === undefined ? undefined : element.checked ? 'yes' : 'no'
  return chosen ?? state ?? (element?.value || undefined)
}

const BLOCK =
  /^(?:div|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|section|article|header|footer|main|form|fieldset|figure|blockquote)$/

function htmlOf(parts: readonly ViewElement[], tree: PageTree): string {
  const tops = parts.filter((part) => !parts.some((other) => tree.contains(other, part)))
  return `<!doctype html><title>${escape(tree.view.title)}</title><main>${tops.map((part) => toMarkup(part, tree)).join('\n')}</main>`
}

function toMarkup(element: ViewElement, tree: PageTree): string {
  const { tag } = element
  const name = BLOCK.test(tag) ? tag : /^(?:label|span|strong|b|em|code|a)$/.test(tag) ? 'span' : 'div'
  const children = tree.children(element)
  const isSimple = children.every(
    (child) => !BLOCK.test(child.tag) && !child.clickable && tree.children(child).length === 0,
  )
  const inner = isSimple
    ? escape(element.text || element.ownText)
    : children.map((child) => toMarkup(child, tree)).join(' ')
  return `<${name}>${inner}</${name}>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export type ValueKind = 'money' | 'date' | 'time' | 'size' | 'percent' | 'code' | 'number'

const VALUE_PATTERNS: Record<Exclude<ValueKind, 'date'>, RegExp> = {
  money:
    /(?:[£$€¥₹]|\b(?:USD|EUR|GBP|CHF)\b)\s?-?\d[\d,.]*\d|(?:[£$€¥₹])\s?\d|(?<![\w-])\d[\d,.]*\s?(?:[£$€¥₹](?!\s?\d)|\b(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?)\b)/giu,
  time: /\b\d{1,2}:\d{2}(?:\s?[ap]m)?(?:\s*[–-]\s*\d{1,2}:\d{2}(?:\s?[ap]m)?)?|\b\d{1,2}\s?[ap]m\b/giu,
  size: /\b\d[\d,.]*\s?(?:bytes|[KMGT]i?B)\b/giu,
  percent: /-?\d[\d,.]*\s?%/gu,
  code: /#?\b(?=[\w-]*\d)[A-Z]{1,6}[-–]?[A-Z0-9]*[-–]?\d[A-Z0-9-]*\b|#\d{2,}/gu,
  number: /-?\d[\d,.]*/gu,
}

const WORDS: [kind: ValueKind, words: RegExp][] = [
  [
    'money',
    /\bhow much(?= (?:is|are|was|were|does|do|did|will|would|it|the|that|this|i)\b|$)|\b(?:price|cost|total|fare|fee|balance|revenue|salary|amount|rent|deposit|bill|refund|subtotal|charge)s?\b/i,
  ],
  ['number', /\bhow many\b|\bnumber of (?!the\b)|\bcount\b/i],
  [
    'code',
    /\b(?:reference|confirmation number|(?:order|ticket|booking|invoice|reservation|tracking|membership|receipt|quote|case|card|account|loan) (?:number|id|no)|code|number of the \p{L}+)\b/iu,
  ],
  ['size', /\b(?:file size|size of (?:the|that|this|its) (?:file|download)|how big|how large)\b/i],
  ['percent', /\b(?:percent|percentage|rate)\b/i],
  ['date', /\b(?:date|day|deadline|when)\b/i],
  ['time', /\btimes?\b|\bhours\b/i],
]

export function valueKindOf(question: string): ValueKind | undefined {
  return WORDS.find(([, words]) => words.test(question))?.[0]
}

export function valuesIn(text: string, kind: ValueKind): string[] {
  const found =
    kind === 'date' ? [findDate(text, ANY_DAY)?.text ?? ''] : (text.match(VALUE_PATTERNS[kind]) ?? [])
  return found.map((value) => value.trim().replace(/[.,]$/, '')).filter((value) => value !== '')
}

export function valueOf(text: string): number | string {
  const date = findDate(text, ANY_DAY)
  if (date && !date.day.isYearOpen) return isoDay(date.day)
  const size = /(\d[\d,.]*)\s?(bytes|[KMGT]i?B)\b/i.exec(text)
  if (size) return toNumber(size[1]!) * 1024 ** 'bkmgt'.indexOf(size[2]![0]!.toLowerCase())
  const number = /-?\d[\d,.]*/.exec(text)
  return number ? toNumber(number[0]) : text
}

export type NewContent = ReturnType<typeof newContentOf>

export function newContentOf(tree: PageTree, { former }: Pick<Driver, 'former'>) {
  const pathOf = (url: string) => url.replace(/[?#].*$/, '')
  const isNewPage = former === undefined || pathOf(former.view.url) !== pathOf(tree.view.url)
  const known = Map.groupBy(former?.elements ?? [], ({ ownText }) => ownText)
  const elements = tree.elements.filter(
    (element) =>
      element.ownText !== '' &&
      !isInNavigation(element, tree) &&
      known.get(element.ownText)?.pop() === undefined,
  )
  const blocks = elements
    .filter((element) => isPlainText(element, tree))
    .map((element) => blockText(element, tree))
  return { elements, texts: [...new Set(blocks)], isNewPage }
}

function isInNavigation(element: ViewElement, tree: PageTree): boolean {
  const NAVIGATION = /^(navigation|banner|contentinfo|menubar|tablist)$/
  return tree.closest(element, ({ role, tag }) => NAVIGATION.test(role) || tag === 'nav') !== undefined
}

/** Text that stands by itself: no label of a control, no name of a button. */
function isPlainText(element: ViewElement, tree: PageTree): boolean {
  const isControl = ({ clickable, tag, role }: ViewElement) =>
    (clickable && role !== 'row') || /^(label|option|select)$/.test(tag)
  return element.ownText !== '' && !element.editable && !tree.closest(element, isControl)
}

/** The whole text of the block that an element is part of: a sentence is often in pieces. */
function blockText(element: ViewElement, tree: PageTree): string {
  const block = tree.closest(
    element,
    ({ tag, role }) =>
      /^(p|li|dd|td|h[1-6]|output|blockquote|figcaption|summary)$/.test(tag) ||
      /^(alert|status|listitem|heading|paragraph|cell)$/.test(role),
  )
  return block && block.text.length < 400 && block.text.length >= element.ownText.length
    ? block.text
    : element.text || element.ownText
}

export function withLabel(element: ViewElement, tree: PageTree): ViewElement {
  const outward = tree.ancestors(element).filter(({ tag }) => !/^(?:html|body|main)$/.test(tag))
  return outward.find(({ text }) => text.length > element.ownText.length + 2 && text.length < 200) ?? element
}

const ERROR =
  /\b(?:error|invalid|valid|required|must|cannot|can't|could not|failed|wrong|incorrect|missing|please|not (?:found|available|allowed|recogni[sz]ed)|too (?:short|long|many|few)|at least|already)\b/i
const LONGEST_MESSAGE = 400

export function messageIn(fresh: NewContent, tree: PageTree, isError: boolean): string | undefined {
  const announced = fresh.elements.flatMap((element) => announcerOf(element, tree)?.text ?? [])
  const texts = [...new Set(announced.length > 0 ? announced : fresh.texts)].filter((text) => text !== '')
  const errors = isError ? texts.filter((text) => ERROR.test(text)) : []
  const told = errors.length > 0 ? errors : texts
  const message = told.join(' ')
  return told.length > 0 && told.length <= 3 && message.length <= LONGEST_MESSAGE ? message : undefined
}

function announcerOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree.closest(
    element,
    ({ role, hints }) =>
      /^(alert|status|log|alertdialog)$/.test(role) ||
      /\b(?:toast|snackbar|flash|notification|alert|error|success)\b/i.test(hints),
  )
}
