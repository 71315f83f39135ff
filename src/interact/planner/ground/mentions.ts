import type { ViewElement } from '../../../browser/browser.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { ClauseWords, SaidWord } from './clause-words.ts'
import { entryOf } from './entries.ts'

/** An entry of the page that words of a clause name. */
export interface Mention {
  element: ViewElement
  entry: ViewElement
  words: ReadonlySet<SaidWord>
}

const LONGEST = 200
const CHROME = /^(navigation|banner|contentinfo|heading|tab|tablist)$/

/** Whether a word stands in a text. */
export function standsIn(word: SaidWord, text: string): boolean {
  if (text === '') return false
  if (word.quoted) return ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(word.text).join(' ')} `)
  return stemsOf(text).has(word.stem)
}

const STEMS = new Map<string, ReadonlySet<string>>()

function stemsOf(text: string): ReadonlySet<string> {
  let stems = STEMS.get(text)
  if (!stems) {
    stems = new Set(wordsOf(text).map(stemOf))
    if (STEMS.size > 3000) STEMS.clear()
    STEMS.set(text, stems)
  }
  return stems
}

/**
 * The entry that a clause is about: the one whose text has the most of the words that are left. Undefined where no word
 * names one, or where several entries are named alike.
 */
export function mentionIn(
  left: readonly SaidWord[],
  tree: PageTree,
  isAmbient: (word: SaidWord) => boolean,
  isPossible: (element: ViewElement) => boolean = () => true,
): Mention | undefined {
  const found = tree.elements
    .filter((element) => isText(element) && isPossible(element))
    .map((element) => ({ element, words: left.filter((word) => standsIn(word, textOf(element))) }))
    .filter(({ words }) => words.some((word) => isTelling(word) && !isAmbient(word)))
    .map((one) => ({ ...one, score: scoreOf(one.element, one.words, tree) }))
    .sort((a, b) => b.score - a.score)
  const [best] = found
  if (!best) return undefined
  const entry = entryOf(best.element, tree)
  const rival = found.find(
    (one) =>
      one.score >= best.score - 0.05 &&
      entryOf(one.element, tree) !== entry &&
      !tree.holds(entry, one.element),
  )
  if (rival && !tree.holds(entryOf(rival.element, tree), best.element)) return undefined
  const about = [entry, tree.parent(entry)].map((outer) => outer?.hints ?? '').join(' ')
  if (!isWholeNames(best.words, left, textOf(best.element))) return undefined
  const inEntry = left.filter((word) =>
    word.name ? standsIn(word, entry.text.slice(0, 400)) : standsIn(word, about),
  )
  return { element: best.element, entry, words: new Set([...best.words, ...inEntry]) }
}

/** Whether a word can name an entry by itself: neither a noun of a kind nor a small number. */
function isTelling({ kind, text }: SaidWord): boolean {
  return !kind && !/^\d{1,2}$/.test(text)
}

/** Whether no name is only half there: who asks for Anna Berg does not mean Anna Lund. */
function isWholeNames(words: readonly SaidWord[], left: readonly SaidWord[], text: string): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  return left.every((word, at) => {
    const before = left[at - 1]
    const isOne = before && word.name && before.name && word.start - before.end <= 1
    if (!isOne || (!words.includes(word) && !words.includes(before))) return true
    return said.includes(` ${wordsOf(`${before.text} ${word.text}`).join(' ')} `)
  })
}

/** What something says itself; what only holds others is not named by all that they say. */
function textOf({ ownText, name, title, role, text }: ViewElement): string {
  const own = role === 'generic' && name === text ? '' : name
  return ownText || own || (title ?? '')
}

function isText(element: ViewElement): boolean {
  const text = textOf(element)
  return text !== '' && text.length <= LONGEST && !element.editable && element.tag !== 'label'
}

/** What is named by more, and by nearly all that it says, is likelier meant; what leads to other pages is so less. */
function scoreOf(element: ViewElement, words: readonly SaidWord[], tree: PageTree): number {
  const said = words.reduce((sum, word) => sum + (word.quoted ? 3 : word.name ? 1.5 : word.kind ? 0.3 : 1), 0)
  const share = Math.min(
    1,
    words.flatMap((word) => wordsOf(word.text)).length / Math.max(1, wordsOf(textOf(element)).length),
  )
  const inChrome =
    CHROME.test(element.role) || tree.ancestors(element).some((outer) => CHROME.test(outer.role))
  return said + share - (inChrome ? 0.4 : 0) + (element.inView ? 0.02 : 0)
}

/** What the page is about as a whole: its title, address and headings. A noun from there tells nothing about which thing is meant. */
export function ambientOf(tree: PageTree): (word: SaidWord) => boolean {
  const headings = tree.elements.filter(
    (element) =>
      (element.role === 'heading' && entryOf(element, tree) === element) ||
      /^(columnheader|tab)$/.test(element.role),
  )
  const texts = [tree.view.title, tree.view.url.replace(/^\w+:\/\/[^/]*/, '').replace(/[/_-]/g, ' ')]
  const stems = new Set(
    [...texts, ...headings.map((element) => element.text)].flatMap((text) => [...stemsOf(text)]),
  )
  return (word) => !word.quoted && (word.kind || [...stems].some((stem) => isNearly(stem, word.stem)))
}

/** The same word in another number or case. */
function isNearly(left: string, right: string): boolean {
  if (left === right) return true
  const isLong = left.length > 3 && right.length > 3 && Math.abs(left.length - right.length) <= 2
  return isLong && (left.startsWith(right) || right.startsWith(left))
}

/** The text of a clause without the words that are explained: what is left to be put somewhere. */
export function restOf({ text, words }: ClauseWords, explained: ReadonlySet<SaidWord>): string {
  let rest = ''
  let at = 0
  for (const word of words) {
    if (!explained.has(word)) continue
    rest += text.slice(at, word.start)
    at = word.end
  }
  return (rest + text.slice(at)).replace(/\s+/g, ' ').trim()
}

/** Whether an element says a name word for word, and little else. */
export function saysName(name: string, { ownText, name: called, text }: ViewElement): boolean {
  const wanted = ` ${wordsOf(name).join(' ')} `
  return [ownText, called, text].some(
    (said) => said.length <= LONGEST && ` ${wordsOf(said).join(' ')} `.includes(wanted),
  )
}
