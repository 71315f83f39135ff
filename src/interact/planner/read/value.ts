import type { AnswerFrom } from '../../run.ts'
import type { Driver } from '../driver.ts'
import { takesValues } from '../locate/kinds.ts'
import { contentWords, similarity, stemOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { blockText, isInNavigation, isPlainText, withLabel } from './fresh.ts'
import type { Fresh } from './fresh.ts'
import { htmlOf } from './html-of.ts'
import { kindAsked, valuesIn } from './typed-value.ts'

const MOST_LENGTH = 300

/** Reads a value by its label: first in what is new on the page, then on the whole page, by the reader of pages. */
export async function readValue(
  question: string,
  {
    tree,
    fresh,
    driver,
    answerFrom,
  }: { tree: PageTree; fresh: Fresh; driver: Driver; answerFrom: AnswerFrom },
): Promise<string | undefined> {
  const parts = fresh.isNewPage ? [] : fresh.elements.map((element) => withLabel(element, tree))
  const sources = [...(parts.length > 0 ? [htmlOf(parts, tree)] : []), await driver.stage.html(driver.signal)]
  for (const [at, html] of sources.entries()) {
    const said = await answerFrom({ html, url: tree.view.url }, question, driver.signal)
    const value = said === undefined ? undefined : bareValue(said, question)
    if (value !== undefined) return value
    const only = at === 0 ? onlyFresh(question, fresh, tree) : undefined
    if (only !== undefined) return only
  }
  return byLine(question, tree) ?? byProminence(question, fresh, tree)
}

/** The only value of the kind that is asked for in what is new. */
function onlyFresh(question: string, fresh: Fresh, tree: PageTree): string | undefined {
  const kind = kindAsked(question)
  if (!kind || fresh.isNewPage || fresh.elements.length > MOST_FRESH) return undefined
  const texts = fresh.elements
    .filter((element) => isPlainText(element, tree))
    .map((element) => blockText(element, tree))
  const values = new Set(texts.flatMap((text) => valuesIn(text, kind)))
  return values.size === 1 ? [...values][0] : undefined
}

const MOST_FRESH = 12

/** The value of an answer such as `Total: £42.00` or `Your order number is FH-20418.`; undefined if it is not sure. */
function bareValue(said: string, question: string): string | undefined {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const kind = kindAsked(question)
  const asked = new Set(contentWords(question).map(stemOf))
  if (kind) {
    const values = [...new Set(lines.flatMap((line) => valuesIn(line, kind)))]
    if (values.length === 1 && said.length <= MOST_LENGTH) return values[0]
    if (values.length > 1) return undefined
    if (kind === 'money' || kind === 'percent' || kind === 'size') return undefined
  }
  if (lines.length !== 1 || said.length > MOST_LENGTH) return undefined
  const parts = lines[0]!.split(/\s*[|·]\s*/)
  const pair = parts
    .map((part) => /^(?<label>[^:]{1,60}):\s+(?<value>.+)$/.exec(part)?.groups)
    .find((groups) => groups && contentWords(groups['label']!).some((word) => asked.has(stemOf(word))))
  if (pair) return pair['value']!.trim()
  if (kind && kind !== 'date' && kind !== 'code') return undefined
  return parts.length === 1 ? lines[0]!.trim() : undefined
}

const AUTHOR = /\bwho\s+(?:wrote|has written|is the author|posted|made)\b|\bauthor\b|\bwritten by\b/i

/** `By Marian Sloe · 4 min read`. */
function byLine(question: string, tree: PageTree): string | undefined {
  if (!AUTHOR.test(question)) return undefined
  const names = tree.elements.map(({ ownText }) =>
    /^(?:words |written |posted |story )?by:?\s+(?<name>\p{Lu}[^·|,–—]{2,40})/iu
      .exec(ownText)
      ?.groups?.['name']?.trim(),
  )
  const distinct = new Set(names.filter((name) => name !== undefined))
  return distinct.size === 1 ? [...distinct][0] : undefined
}

/** A value that needs no label: the largest price on the page of one product, the only price that is new. */
function byProminence(question: string, fresh: Fresh, tree: PageTree): string | undefined {
  const kind = kindAsked(question)
  if (
    kind !== 'money' ||
    !/\b(?:price|how much|cost)\b/i.test(question) ||
    /\b(?:shipping|delivery|total)\b/i.test(question)
  )
    return undefined
  const own = (fresh.isNewPage ? tree.elements : fresh.elements).filter(
    (element) =>
      valuesIn(element.ownText, kind).length === 1 &&
      isPlainText(element, tree) &&
      !isInNavigation(element, tree) &&
      !recordOf(element, tree) &&
      element.box.height > 0,
  )
  const tallest = Math.max(0, ...own.map(({ box }) => box.height))
  const values = new Set(
    own.filter(({ box }) => box.height === tallest).flatMap(({ ownText }) => valuesIn(ownText, kind)),
  )
  return values.size === 1 ? [...values][0] : undefined
}

/** The current value of the control that a question names. */
export function controlValue(question: string, tree: PageTree): string | undefined {
  const asked = question
    .replace(
      /^(?:(?:what is|what's|the|current|value|of|selected|chosen|set|in|now|which|is|my|your)\s+)+/i,
      '',
    )
    .trim()
  const found = tree.elements
    .filter((element) => takesValues(element) && element.type !== 'password')
    .map((element) => ({ element, score: similarity(asked, element.name) }))
    .filter(({ score }) => score >= 0.85)
  const [only, ...others] = found
  if (!only || others.length > 0) return undefined
  const { element } = only
  const chosen = element.options?.find(({ selected }) => selected)?.label
  const state = element.checked === undefined ? undefined : element.checked ? 'yes' : 'no'
  return chosen ?? state ?? (element.value || undefined)
}
