import type { ViewElement } from '../../../browser/browser.ts'
import type { AnswerFrom } from '../../run.ts'
import type { Driver } from '../driver.ts'
import { contentWords, stemOf } from '../match/words.ts'
import { takesValues } from '../locate/kinds.ts'
import { anchorsOf } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { countAsked, countOf } from './count.ts'
import { blockText, freshOf, isPlainText } from './fresh.ts'
import { messageIn } from './message.ts'
import { answerFromRecords, attributeOf } from './records.ts'
import { valuesIn, kindAsked } from './typed-value.ts'
import { controlValue, readValue } from './value.ts'

/** An answer with evidence on the page; or what is new on the page, for the caller to read. */
export type Answer = { state: 'answered'; text: string } | { state: 'unsure'; fresh: string }

const MESSAGE =
  /\b(?:messages?|error|confirmation|notice|warning|alert|notification|response|feedback|banner)\b|\bwhat (?:does )?(?:the page|it|the site|the website)\b.*\b(?:say|says|show|shows|display|displays)\b|\bwhat (?:happens|happened|appears|is shown|it says|you see)\b|^(?:the |its )?(?:answer|text|content|result|reply|output|explanation|details)(?: (?:that appears|shown|text|below))?$/i

/** Answers what an instruction asks to be told, from what is new on the page first. */
export async function answer(question: string, driver: Driver, answerFrom: AnswerFrom): Promise<Answer> {
  const texts: string[] = []
  for (const part of partsOf(normalized(question))) {
    const text = await answerOne(part, driver, answerFrom)
    if (text === undefined) return { state: 'unsure', fresh: await freshText(driver) }
    texts.push(text)
  }
  return { state: 'answered', text: texts.join('\n') }
}

/** Pages show results a moment later. */
const LATE_MS = [0, 400]

async function answerOne(
  question: string,
  driver: Driver,
  answerFrom: AnswerFrom,
): Promise<string | undefined> {
  for (const ms of LATE_MS) {
    await driver.pause(ms)
    const text = await read(question, await driver.settled(), driver, answerFrom)
    if (text !== undefined && !isEcho(text, question) && !isLabel(text, await driver.tree())) return text
  }
  return undefined
}

async function read(
  question: string,
  tree: PageTree,
  driver: Driver,
  answerFrom: AnswerFrom,
): Promise<string | undefined> {
  const fresh = freshOf(tree, driver)
  const things = countAsked(question)
  if (things !== undefined) return countOf(things, fresh, tree)
  if (MESSAGE.test(question) && !kindAskedExactly(question))
    return messageIn(fresh, tree, { isError: /\berror|wrong|complain/i.test(question) })
  if (/^(?:the )?(?:page )?(?:url|address|link)(?: of the page)?$/i.test(question)) return tree.view.url
  if (/^(?:the )?(?:title of the page|page title)$/i.test(question)) return tree.view.title
  const written = writtenCode(question, fresh, tree)
  if (written !== undefined) return written
  const listed = listedValues(question, fresh, tree)
  if (listed !== undefined) return listed
  const fromRecords = answerFromRecords(question, tree)
  if (fromRecords !== undefined) return fromRecords
  if (/^(?:list|name all|all)\b/i.test(question)) return undefined
  if (/\b(?:its|their)\b/i.test(question)) {
    const own = ofLast(question, tree, driver)
    if (own !== undefined) return own
  }
  const value = await readValue(question, { tree, fresh, driver, answerFrom })
  return value ?? controlValue(question, tree)
}

/** Words of the question itself, such as the label of the value, are no answer. */
function isEcho(text: string, question: string): boolean {
  const asked = new Set(contentWords(question).map(stemOf))
  const words = contentWords(text).map(stemOf)
  return words.length > 0 && words.every((word) => asked.has(word))
}

/** The name of a control is no answer. */
function isLabel(text: string, { elements }: PageTree): boolean {
  return elements.some((element) => takesValues(element) && element.name === text)
}

/** `what its status is afterwards` asks for `its status`. */
function normalized(question: string): string {
  const bare = question.replace(/[?.!\s]+$/, '').replace(LATER, '')
  return (
    /^(?:what|which)\s+(?<thing>(?:the(?!\s+(?:page|site|website)\b)|its|my|their)\s.+?)\s+(?:is|are|was|were|says?)(?:\s+(?:now|then|set to))?$/i.exec(
      bare,
    )?.groups?.['thing'] ?? bare
  )
}

const LATER =
  /\s+(?:now|then|afterwards|after that|in the end|please|for me|that (?:is|are) (?:shown|displayed|listed|left)|shown|displayed|there|at the moment)$/i

/** `confirmation code` asks for a code, `confirmation message` for a message. */
function kindAskedExactly(question: string): boolean {
  return kindAsked(question) !== undefined && !/\bmessage\b/i.test(question)
}

/** `the install command`: the only code on the page. */
function writtenCode(
  question: string,
  fresh: ReturnType<typeof freshOf>,
  tree: PageTree,
): string | undefined {
  if (!/\b(?:command|snippet|code (?:example|block|sample))\b/i.test(question)) return undefined
  const isCode = ({ tag }: { tag: string }) => /^(?:pre|code|kbd|samp)$/.test(tag)
  const texts = (from: readonly ViewElement[]) => [
    ...new Set(
      from.map((element) => tree.closest(element, isCode)?.text).filter((text) => text !== undefined),
    ),
  ]
  const [found, ...others] = texts(fresh.elements).length > 0 ? texts(fresh.elements) : texts(tree.elements)
  return others.length === 0 ? found : undefined
}

/** `list the free times`: all values of a kind in what is new. */
function listedValues(
  question: string,
  fresh: ReturnType<typeof freshOf>,
  tree: PageTree,
): string | undefined {
  const first = /\bfirst\b/i.test(question)
  if (!/^(?:list|all|the (?:free|available|open))\b|\btimes\b/i.test(question) && !first) return undefined
  if (kindAsked(question) !== 'time') return undefined
  const usable = fresh.elements.filter(
    (element) => tree.closest(element, ({ disabled }) => disabled) === undefined,
  )
  const values = [
    ...new Set(
      usable.filter(({ ownText }) => ownText.length < 20).flatMap(({ ownText }) => valuesIn(ownText, 'time')),
    ),
  ]
  if (values.length === 0) return undefined
  return first ? values[0] : values.join(', ')
}

/** `its file size`: a value of the entry that the last command was about. */
function ofLast(question: string, tree: PageTree, { last, subject }: Driver): string | undefined {
  const now = last && tree.get(last.ref)
  const named = subject === undefined ? [] : anchorsOf({ name: subject }, tree)
  for (const element of [now, ...named]) {
    const record = element && recordOf(element, tree)
    const value = record && attributeOf(record, question, tree)
    if (value !== undefined) return value
  }
  return undefined
}

/** Splits `the title and the salary of the first result` into two questions about the same thing. */
function partsOf(question: string): string[] {
  const bare = question.trim()
  const of = /\s+(?:of|for|in|on)\s+(?:the|each|this|that)\s+.+$/i.exec(bare)
  const head = of ? bare.slice(0, of.index) : bare
  const parts = head.split(/\s*,\s*(?:and\s+)?|\s+and\s+(?=(?:the|its|how|what|which|who|when|also)\b)/i)
  if (parts.length < 2 || parts.some((part) => part.split(/\s+/).length > 7)) return [bare]
  return parts.map((part) => (of ? `${part}${of[0]}` : part))
}

const MOST_FRESH = 1500

/** The new text of the page, for a caller whose question was not answered. */
export async function freshText(driver: Driver): Promise<string> {
  const tree = await driver.tree()
  const { elements } = freshOf(tree, driver)
  const texts = elements
    .filter((element) => isPlainText(element, tree))
    .map((element) => blockText(element, tree))
  return [...new Set(texts)].join('\n').slice(0, MOST_FRESH)
}
