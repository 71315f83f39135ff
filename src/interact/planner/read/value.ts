import type { ViewElement } from '../../../browser/browser.ts'
import type { AnswerFrom } from '../../run.ts'
import type { Driver } from '../driver.ts'
import { takesValues } from '../locate/kinds.ts'
import { onlyOf } from '../match/only.ts'
import { compact, similarity, stemsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { isInNavigation, isPlainText, withLabel } from './fresh.ts'
import type { Fresh } from './fresh.ts'
import { kindAsked, valuesIn } from './typed-value.ts'

const MOST_LENGTH = 300
const MOST_FRESH = 12

/** A question, and where its answer is looked for. */
export interface Asked {
  question: string
  tree: PageTree
  fresh: Fresh
  driver: Driver
  answerFrom: AnswerFrom
}

/** Reads a value by its label: first in what is new on the page, then on the whole page, by the reader of pages. */
export async function readValue(asked: Asked): Promise<string | undefined> {
  const { question, tree, fresh, driver, answerFrom } = asked
  const shown = compact(
    tree.elements.map(({ name, ownText, value }) => `${name} ${ownText} ${value ?? ''}`).join(' '),
  )
  const read = async (html: string) => {
    const said = await answerFrom({ html, url: tree.view.url }, question, driver.signal)
    const value = said === undefined ? undefined : bareValue(said, question)
    // Text that the page hides is no answer.
    return value !== undefined && shown.includes(compact(value)) ? value : undefined
  }
  const parts = fresh.isNewPage ? [] : fresh.elements.map((element) => withLabel(element, tree))
  const inFresh = parts.length > 0 ? await read(htmlOf(parts, tree)) : undefined
  const found =
    inFresh ?? labelled(asked) ?? onlyFresh(asked) ?? (await read(await driver.stage.html(driver.signal)))
  return found ?? tallestPrice(asked) ?? controlValue(asked)
}

/** `Our offer: £77.00` in what is new, for `the offer`. */
function labelled({ question, fresh }: Asked): string | undefined {
  const asked = stemsOf(question)
  const pairs = fresh.texts.map((text) => /^([^:|]{2,40}):\s+([^:|]{1,100})$/.exec(text))
  const named = pairs.filter((pair) => pair && asked.every((stem) => stemsOf(pair[1]!).includes(stem)))
  return asked.length === 0 ? undefined : onlyOf(named.map((pair) => pair![2]!))
}

/** A price without a label: the one in the largest letters, on the page of one product or in what is new. */
function tallestPrice({ question, fresh, tree }: Asked): string | undefined {
  if (!/\b(?:price|how much|cost)\b/i.test(question) || /\b(?:shipping|delivery|total)\b/i.test(question))
    return undefined
  const prices = (fresh.isNewPage ? tree.elements : fresh.elements).filter(
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

/** The only value of the kind that is asked for in what is new. */
function onlyFresh({ question, fresh }: Asked): string | undefined {
  const kind = kindAsked(question)
  if (!kind || fresh.isNewPage || fresh.elements.length > MOST_FRESH) return undefined
  return onlyOf(fresh.texts.flatMap((text) => valuesIn(text, kind)))
}

/** The value of an answer such as `Total: £42.00` or `Your order number is FH-20418.`; undefined if it is not sure. */
function bareValue(said: string, question: string): string | undefined {
  if (said.length > MOST_LENGTH) return undefined
  const kind = kindAsked(question)
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

/** The current value of the control that a question names. */
function controlValue({ question, tree }: Asked): string | undefined {
  const name = question.replace(
    /^(?:(?:what is|what's|the|current|value|of|selected|chosen|set|in|now|which|is|my|your)\s+)+/i,
    '',
  )
  const element = onlyOf(
    tree.elements.filter(
      (one) => takesValues(one) && one.type !== 'password' && similarity(name, one.name) >= 0.85,
    ),
  )
  const chosen = element?.options?.find(({ selected }) => selected)?.label
  const state = element?.checked === undefined ? undefined : element.checked ? 'yes' : 'no'
  return chosen ?? state ?? (element?.value || undefined)
}

const BLOCK =
  /^(?:div|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|section|article|header|footer|main|form|fieldset|figure|blockquote)$/

/** Parts of a page as markup, for the reader of pages. */
function htmlOf(parts: readonly ViewElement[], tree: PageTree): string {
  const tops = parts.filter((part) => !parts.some((other) => tree.holds(other, part)))
  return `<!doctype html><title>${escape(tree.view.title)}</title><main>${tops.map((part) => markup(part, tree)).join('\n')}</main>`
}

function markup(element: ViewElement, tree: PageTree): string {
  const { tag } = element
  const name = BLOCK.test(tag) ? tag : /^(?:label|span|strong|b|em|code|a)$/.test(tag) ? 'span' : 'div'
  const children = tree.children(element)
  const isSimple = children.every(
    (child) => !BLOCK.test(child.tag) && !child.clickable && tree.children(child).length === 0,
  )
  const inner = isSimple
    ? escape(element.text || element.ownText)
    : children.map((child) => markup(child, tree)).join(' ')
  return `<${name}>${inner}</${name}>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
