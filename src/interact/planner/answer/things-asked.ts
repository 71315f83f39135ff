import type { ViewElement } from '../../../browser/browser.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readComparison } from '../resolve/conditions.ts'
import { conceptsOf } from './concepts.ts'
import { endAsked } from './ends.ts'
import { has } from './judge.ts'
import { isOfKind } from './kind-asked.ts'
import { isCalled, isNamedSo, listsOf } from './lists.ts'
import type { Thing, Things } from './lists.ts'
import type { Question } from './question.ts'

const MOST = 20

/** Of the things that a page lists, those that are asked for: `which is the cheapest?`, `which invoice is open?`. */
export function thingsAsked(question: Question, tree: PageTree): Things | undefined {
  const asksWhich = /\b(which|cu[aá]l|welche[rsnm]?|quel(le)?s?|quale?|quais|welke?)\b/i.test(question.said)
  if (asksWhich && readComparison(question.said)) return endAsked(question, tree)
  if (question.which === undefined && !question.all) return undefined
  const lists = listsOf(tree)
  const conditions = question.about.filter(({ word }) => word !== question.which && !isShowing(word))
  for (const things of lists) {
    if (conditions.length === 0) continue
    const fitting = things.filter(({ words }) => conditions.every(({ word }) => has(words, word) >= 0.7))
    const titled = things.filter(({ title }) =>
      conditions.some(({ word }) => has(wordsOf(title), word) >= 0.7),
    )
    if (fitting.length > 0 && fitting.length < things.length) {
      const [only] = fitting
      const ofList = question.which !== undefined && isCalled(question.which, things, tree)
      if (fitting.length === 1 && titled.includes(only!) && !ofList) {
        const rest = only!.rest.filter((text) => isOfKind(text, question.kind))
        if (rest.length > 0) return { text: rest.slice(0, MOST).join(', '), element: only!.element }
      }
      if (titled.length === 0 || ofList) return titlesOf(fitting)
    }
  }
  return conditions.length === 0 ? allOf(question, lists, tree) : undefined
}

/** What a list under a name has, where the name is asked for: the times of a Tuesday. */
export function partsAsked(question: Question, tree: PageTree): Things | undefined {
  if (!question.all || question.kind === undefined) return undefined
  for (const things of listsOf(tree)) {
    const [thing, ...others] = things.filter(({ title }) =>
      question.about.some(({ word }) => has(wordsOf(title), word) >= 0.8),
    )
    if (!thing || others.length > 0) continue
    const rest = thing.rest.filter((text) => isOfKind(text, question.kind))
    return rest.length > 0 ? { text: rest.slice(0, MOST).join(', '), element: thing.element } : undefined
  }
  return undefined
}

/** `Which flat remains?`, `List all huts`: the titles of what is listed, where a list of such things is shown. */
function allOf(question: Question, lists: readonly Thing[][], tree: PageTree): Things | undefined {
  const nouns = [...(question.which ? [question.which] : []), ...question.about.map(({ word }) => word)]
  const asks =
    /\b(list|all|every|remain\w*|left|match\w*|found|shown|come up|are there|liste|alle|übrig|bleib\w*|tous|toutes|reste\w*|todos|quedan?|elenca|tutti|rimang\w*|quais|welke)\b/i
  if (!asks.test(question.said) && question.which === undefined) return undefined
  const list =
    lists.find((things) => nouns.some((noun) => isCalled(noun, things, tree))) ??
    (asks.test(question.said) ? lists[0] : undefined)
  return list && titlesOf(list)
}

function titlesOf(things: readonly Thing[]): Things {
  const text = things
    .map(({ title }) => title)
    .slice(0, MOST)
    .join(', ')
  return things.length === 1 ? { text, element: things[0]!.element } : { text }
}

/** Says only that it is there. */
function isShowing(word: string): boolean {
  return (
    conceptsOf(word).has('rest') ||
    /^(match|matche|matching|found|shown|fit|exist|available|listed|result|results|open up)$/.test(word)
  )
}

/** How many of the things that are listed have what is asked: `how many invoices are paid?`. */
export function countAsked(question: Question, tree: PageTree): string | undefined {
  const words = question.about.map(({ word }) => word)
  for (const things of listsOf(tree)) {
    const conditions = words.filter((word) => !isNamedSo(word, things, tree))
    if (conditions.length === 0 || conditions.length === words.length) continue
    const fitting = things.filter((thing) => conditions.every((word) => has(thing.words, word) >= 0.7))
    if (fitting.length > 0) return String(fitting.length)
  }
  return undefined
}

/** The thing at a place in the list of the page: `the first book`. */
export function thingAt(question: Question, tree: PageTree): ViewElement | undefined {
  const { ordinal, ordinalOf } = question
  if (ordinal === undefined) return undefined
  const lists = listsOf(tree).filter((things) => things.length > 1 || ordinal === 1)
  const list =
    lists.find(
      (things) => ordinalOf !== undefined && ordinalOf !== '' && isCalled(ordinalOf, things, tree),
    ) ?? lists[0]
  return list?.at(ordinal > 0 ? ordinal - 1 : ordinal)?.element
}

const TOTAL = /(?:\bof|von|sur|de|di|van)\s+(\d[\d.,]*)\s*\p{L}*\s*$/iu
const COUNT =
  /^\W*(\d[\d.,]*|no|keine?|aucune?|ning[uú]n\p{L}*|nessun\p{L}*|geen|nenhum\p{L}*)\s+\p{L}[\p{L} -]{1,30}$/iu

/** Where only how many is asked: what the page says of its list, else how long that is. */
export function countShown(tree: PageTree, fresh: ReadonlySet<string>): string | undefined {
  const texts = tree.elements
    .filter(({ ownText, clickable }) => ownText !== '' && !clickable)
    .map(({ text }) => text)
  const counts = texts.filter((text) => COUNT.test(text) || (TOTAL.test(text) && text.length < 40))
  const told = counts.find((text) => fresh.has(text)) ?? counts[0]
  if (told !== undefined) return told
  const [list] = listsOf(tree)
  return list && list.length > 1 ? String(list.length) : undefined
}
