import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable, isField } from '../match/kinds.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { SaidWord } from './clause-words.ts'
import { deedsOf, sameDeed } from './deeds.ts'
import { standsIn } from './mentions.ts'

/** A control that may be what a clause asks for. */
export interface Called {
  element: ViewElement
  /** The words of the clause that its name says, the verb among them. */
  words: SaidWord[]
  /** How many words of its name the clause does not say. */
  besides: number
  score: number
}

const LONGEST = 60
const CHROME = /^(navigation|banner|contentinfo|tablist)$/
const LITTLE =
  /^(items?|entry|row|record|eintrag|element|a|an|me|the|to|as|of|for|in|on|my|your|this|it|and|el|la|le|un|una|une|der|die|das|ein|eine|de|het|o|il|lo)$/

/** What an element is called by who uses it; of what has no words, what its hints say. */
export function nameOf(element: ViewElement): string {
  const said = element.name || element.text
  const more = /\p{L}{2}/u.test(said) ? '' : (element.title ?? '')
  return said === '' && more === '' ? element.hints : `${said} ${more}`.trim()
}

/** The controls among some elements that are called like a verb, with what else their names say; best first. */
export function controlsCalled(
  verb: SaidWord,
  others: readonly SaidWord[],
  among: readonly ViewElement[],
  tree: PageTree,
  isAmbient: (word: SaidWord) => boolean = () => false,
): Called[] {
  return among
    .filter(isControl)
    .flatMap((element) => {
      const name = nameOf(element)
      const deed = name.length > LONGEST ? 0 : sameDeed(verb.text, name)
      if (deed === 0) return []
      const words = others.filter((word) => standsIn(word, name))
      const besides = wordsOf(name).filter(
        (word) =>
          !LITTLE.test(word) &&
          sameDeed(verb.text, word) === 0 &&
          !words.some((said) => standsIn(said, word)) &&
          !isAmbient(asWord(word)) &&
          !/^\d+$/.test(word),
      ).length
      const isOfOther = sameDeed(verb.text, name) < 1 && wordsOf(name).length > 1 && deedsOf(name).length > 1
      const telling = words.filter((word) => !isAmbient(word)).length
      const score =
        2 * deed +
        telling +
        0.3 * (words.length - telling) -
        0.6 * besides -
        (isOfOther ? 0.3 : 0) +
        standing(element, tree)
      return [{ element, words: [verb, ...words], besides, score }]
    })
    .sort((a, b) => b.score - a.score)
}

function asWord(text: string): SaidWord {
  const more = { small: false, kind: false, name: false, led: false, as: false, quoted: false }
  return { text, stem: stemOf(text), ...more, start: 0, end: 0 }
}

/** Something that is pressed to do something. */
export function isControl(element: ViewElement): boolean {
  return (
    element.clickable && !element.disabled && !element.editable && !isCheckable(element) && !isField(element)
  )
}

function standing(element: ViewElement, tree: PageTree): number {
  const dialog = tree.dialog
  return (
    (element.role === 'button' || element.role === 'menuitem' ? 0.3 : 0) +
    (dialog && tree.holds(dialog, element) ? 0.5 : 0) -
    (leadsOn(element, tree) ? 0.4 : 0) -
    (element.href !== undefined ? 0.1 : 0)
  )
}

/** Whether something leads to a part of the site rather than does something. */
export function leadsOn(element: ViewElement, tree: PageTree): boolean {
  if (element.role === 'button') return false
  return tree
    .ancestors(element)
    .some(({ role, tag, hints }) => CHROME.test(role) || tag === 'nav' || /\bnav\b/.test(hints))
}

/** The best of several controls, where no other one fits as well. */
export function loneControl(found: readonly Called[], tree: PageTree): Called | undefined {
  const [best, second] = found
  if (!best) return undefined
  const isSame = second && tree.holds(best.element, second.element)
  return second && !isSame && second.score >= best.score - 0.05 ? undefined : best
}

const CROSS = /\b(close|remove|delete|clear|dismiss|times|cross|trash|bin|x)\b/i
const CROSS_SIGN = /^[×✕✖✗╳⨯x🗑❌]\p{M}?$/iu

/** The small thing without words at the end of a chip or row that takes it away. */
export function crossIn(entry: ViewElement, tree: PageTree): ViewElement | undefined {
  const small = tree
    .descendants(entry)
    .filter(
      (element) => element.clickable && !element.editable && !isCheckable(element) && isWordless(element),
    )
  const marked = small.find((element) => CROSS_SIGN.test(element.text.trim()) || CROSS.test(element.hints))
  if (marked) return marked
  const bare = small.filter(({ text, hints }) => text === '' && !MORE.test(hints))
  return bare.length === 1 && entry.text.length <= LONGEST ? bare[0] : undefined
}

const MORE = /more|menu|option|action|kebab|dots|star|fav|like|edit|drag|grip|handle/i

function isWordless({ text, name, title }: ViewElement): boolean {
  return !/[\p{L}\p{N}]{2}/u.test(`${text} ${name} ${title ?? ''}`)
}
