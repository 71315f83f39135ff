import type { ViewElement } from '../../../browser/browser.ts'
import type { AnswerFrom } from '../../run.ts'
import type { Driver } from '../driver.ts'
import { acceptsValues, onlyOf, recordOf } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { anchorsOf } from '../locate/locate.ts'
import { stemsOf } from '../match/words.ts'
import { newContentOf, messageIn, valueKindOf, valuesIn, readValue } from './value.ts'
import type { QuestionContext } from './value.ts'
import { answerFromRecords, attributeOf, countedNoun, countOf, findNamedEntry, valueIn } from './records.ts'

export type Answer = { state: 'answered'; text: string } | { state: 'unsure'; newText: string }

const MESSAGE =
  /\b(?:messages?|error|confirmation|notice|warning|alert|notification|response|feedback|banner)\b|\bwhat (?:does )?(?:the page|it|the site|the website)\b.*\b(?:say|says|show|shows|display|displays)\b|\bwhat (?:happens|happened|appears|is shown|it says|you see)\b|^(?:what (?:is|was) )?(?:the |its )?(?:answer|text|content|result|reply|output|explanation|details)(?: (?:that appears|shown|text|below))?$/i

export async function answer(question: string, driver: Driver, answerFrom: AnswerFrom): Promise<Answer> {
  const texts: string[] = []
  for (const part of partsOf(normalized(question))) {
    const text = await answerOne(part, driver, answerFrom)
    if (text === undefined) return { state: 'unsure', newText: await readNewText(driver) }
    texts.push(text)
  }
  return { state: 'answered', text: texts.join('\n') }
}

/** Pages show results a moment later: nothing is read before the first, and a missing answer is looked for again. */
const LATE_MS = [200, 400]

async function answerOne(
  question: string,
  driver: Driver,
  answerFrom: AnswerFrom,
): Promise<string | undefined> {
  for (const ms of LATE_MS) {
    await driver.waitSinceAction(ms)
    const tree = await driver.waitUntilSettled()
    const text = await read({ question, tree, newContent: newContentOf(tree, driver), driver, answerFrom })
    const isValue = text !== undefined && /[\p{L}\p{N}]/u.test(text)
    if (isValue && !isName(text, question, tree)) return text
  }
  return undefined
}

async function read(asked: QuestionContext): Promise<string | undefined> {
  const { question, tree, newContent } = asked
  const things = countedNoun(question)
  if (things !== undefined) return countOf(things, newContent, tree)
  // `confirmation code` asks for a code, `confirmation message` for a message.
  const isList = /^(?:list|all|every|which)\b/i.test(question)
  if (
    !isList &&
    MESSAGE.test(question) &&
    (/\bmessage\b/i.test(question) || valueKindOf(question) === undefined)
  )
    return messageIn(newContent, tree, /\berror|wrong|complain/i.test(question))
  if (/^(?:the )?(?:page )?(?:url|address|link)(?: of the page)?$/i.test(question)) return tree.view.url
  if (/^(?:the )?(?:title of the page|page title)$/i.test(question)) return tree.view.title
  const entry = findNamedEntry(question, tree)
  if (entry) {
    const value = valueIn(entry, question, tree) ?? (await readValue(asked))
    return value !== undefined && entry.text.includes(value) ? value : undefined
  }
  const found = writtenCode(asked) ?? availableTimes(asked) ?? answerFromRecords(question, tree)
  if (found !== undefined || /^(?:list|name all|all)\b/i.test(question)) return found
  return valueOfLastEntry(asked) ?? readValue(asked)
}

/** `the install command`: the only code in what is new, else on the page. */
function writtenCode({ question, newContent, tree }: QuestionContext): string | undefined {
  if (!/\b(?:command|snippet|code (?:example|block|sample))\b/i.test(question)) return undefined
  const isCode = ({ tag }: { tag: string }) => /^(?:pre|code|kbd|samp)$/.test(tag)
  const [inFresh, inPage] = [newContent.elements, tree.elements].map((elements) =>
    elements.flatMap((element) => tree.closest(element, isCode)?.text ?? []),
  )
  return onlyOf(inFresh!.length > 0 ? inFresh! : inPage!)
}

/** `list the free times`: the times in what is new that can be chosen. */
function availableTimes({ question, newContent, tree }: QuestionContext): string | undefined {
  const isList = /^(?:list|all|the (?:free|available|open))\b|\btimes\b|\bfirst\b/i.test(question)
  if (!isList || valueKindOf(question) !== 'time') return undefined
  const times = newContent.elements
    .filter((element) => element.ownText.length < 20 && !tree.closest(element, ({ disabled }) => disabled))
    .flatMap(({ ownText }) => valuesIn(ownText, 'time'))
  return /\bfirst\b/i.test(question) ? times[0] : [...new Set(times)].join(', ') || undefined
}

/** `its file size`: a value of the entry that the last command was about. */
function valueOfLastEntry({
  question,
  tree,
  driver: { last, subject },
}: QuestionContext): string | undefined {
  if (!/\b(?:its|their)\b|\bof (?:it|(?:that|this) \p{L}+|the file)$/iu.test(question)) return undefined
  const named = subject === undefined ? [] : anchorsOf({ name: subject }, tree)
  for (const element of [tree.get(last?.ref), ...named]) {
    const record = element && recordOf(element, tree)
    const value = record && attributeOf(record, question, tree)
    if (value !== undefined) return value
  }
  return undefined
}

/** Words of the question itself, such as the label of the value, are no answer, nor is the name of a control. */
function isName(text: string, question: string, { elements }: PageTree): boolean {
  const asked = new Set(stemsOf(question))
  const words = stemsOf(text)
  if (words.length > 0 && words.every((word) => asked.has(word))) return true
  const isButton = ({ role }: ViewElement) => role === 'button' && /\p{L}{3}/u.test(text)
  return elements.some((element) => element.name === text && (acceptsValues(element) || isButton(element)))
}

/** `what its status is afterwards` asks for `its status`. */
function normalized(question: string): string {
  const bare = question.replace(/[?.!\s]+$/, '').replace(TIME_PHRASES, '')
  const THING =
    /^(?:what|which)\s+(?<thing>(?:the(?!\s+(?:page|site|website)\b)|its|my|their)\s.+?)\s+(?:is|are|was|were|says?)(?:\s+(?:now|then|set to))?$/i
  return THING.exec(bare)?.groups?.['thing'] ?? bare
}

const TIME_PHRASES =
  /\s+(?:now|then|afterwards|after that|in the end|please|for me|that (?:is|are) (?:shown|displayed|listed|left)|(?:shown|displayed|given)?\s*(?:(?:below|above|under|in|on) the (?:table|list|page|form|total)|(?<!\b(?:is|are|stands|comes)\s+)at the (?:top|bottom)(?: of the \p{L}+)?)|shown|displayed|there|at the moment)$/iu

/** Splits `the title and the salary of the first result` into two questions about the same thing. */
function partsOf(question: string): string[] {
  const bare = question.trim()
  const of = /\s+(?:of|for|in|on)\s+(?:the|each|this|that)\s+.+$/i.exec(bare)
  const head = of ? bare.slice(0, of.index) : bare
  const parts = head.split(/\s*,\s*(?:and\s+)?|\s+and\s+(?=(?:the|its|how|what|which|who|when|also)\b)/i)
  if (parts.length < 2 || parts.some((part) => part.split(/\s+/).length > 7)) return [bare]
  return parts.map((part) => (of ? `${part}${of[0]}` : part))
}

const MAX_NEW_TEXT = 1500

export async function readNewText(driver: Driver): Promise<string> {
  const { texts } = newContentOf(await driver.tree(), driver)
  return texts.join('\n').slice(0, MAX_NEW_TEXT)
}
