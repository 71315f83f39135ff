import { isCheckable } from '../match/kinds.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { shorten } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { changesBetween } from '../verify/changes.ts'
import { blocksOf } from './blocks.ts'
import { conceptsOf } from './concepts.ts'
import { factsOf } from './facts.ts'
import type { Fact } from './facts.ts'
import type { Question } from './question.ts'

/** Texts that were not there before what was done last. */
export function freshTexts(tree: PageTree, scene: Scene): Set<string> {
  const texts = scene.former ? changesBetween(scene.former, tree).newTexts : (scene.changes?.newTexts ?? [])
  const fresh = new Set(texts)
  for (const element of tree.elements) if (fresh.has(element.ownText)) fresh.add(element.text)
  return fresh
}

export function asksForErrors(question: Question): boolean {
  return [...question.about.map(({ word }) => word), ...wordsOf(question.said)].some((word) =>
    conceptsOf(word).has('error'),
  )
}

const ERROR_HINT =
  /\b(err|error|errors|invalid|warning|warn|danger|feedback|alert|help|msg|message|hint|fault|fehler)\b/i

/** What a form objects to: of one field where one is named, else all of it. */
export function errorsIn(question: Question, tree: PageTree, fresh: ReadonlySet<string>): string | undefined {
  if (!asksForErrors(question)) return undefined
  const isError = ({ element, value }: Fact) =>
    /^(alert|status)$/.test(element.role) ||
    ERROR_HINT.test(element.hints) ||
    fresh.has(value) ||
    tree
      .ancestors(element)
      .slice(0, 2)
      .some((outer) => /^(alert|status)$/.test(outer.role))
  const facts = factsOf(tree).filter(
    (fact) => fact.control === undefined && fact.label === '' && !fact.clickable && isError(fact),
  )
  const named = question.about.filter(
    ({ word }) =>
      !conceptsOf(word).has('error') &&
      !conceptsOf(word).has('message') &&
      !/^(form|field|formular|feld|formulaire|champ|formulario|campo|modulo|formulier|veld)$/.test(word),
  )
  const fields = tree.elements.filter(
    (element) => element.editable || element.role === 'combobox' || isCheckable(element),
  )
  const field = fields.find(({ name }) =>
    named.some(({ word }) =>
      wordsOf(name).some((other) => other === word || other.startsWith(word) || word.startsWith(other)),
    ),
  )
  if (field) {
    const own =
      facts.find(({ heads }) => heads[0] === field.name) ??
      facts.find(({ value }) => named.some(({ word }) => wordsOf(value).includes(word)))
    return own?.value
  }
  const all = [...new Set(facts.map(({ value }) => value))]
  return named.length === 0 && all.length > 0 ? all.slice(0, 8).join(' ') : undefined
}

const MESSAGE = /^(message|error|status|code|result|state)$/
const LONGEST = 400

/** Where nothing but what came up is asked for: the message, all that is new. */
export function whatCame(question: Question, tree: PageTree, fresh: ReadonlySet<string>): string | undefined {
  const isPlain = question.about.every(
    ({ word, hard }) => !hard && [...conceptsOf(word)].some((one) => MESSAGE.test(one)),
  )
  if (!question.whatCame || question.kind !== undefined || !isPlain) return undefined
  const texts = blocksOf(tree).filter(({ clickable, text }) => fresh.has(text) && !clickable)
  const said = texts.filter(({ element }) =>
    [element, ...tree.ancestors(element).slice(0, 3)].some(
      (one) => /^(alert|status|log)$/.test(one.role) || one.role.endsWith('dialog'),
    ),
  )
  const told = (said.length > 0 ? said : texts).map(({ text }) => text).join(' ')
  return told === '' ? undefined : shorten(told, LONGEST)
}
