import type { ViewElement } from '../../../browser/browser.ts'
import { readTokens } from '../language/tokens.ts'
import type { Token } from '../language/tokens.ts'
import { tongueOf } from '../language/tongues.ts'
import { plain, stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import type { Step, Target } from '../step.ts'
import { monthOf, weekdayOf } from '../widgets/date/calendar-names.ts'
import { hasNumber, isCounted, numbersIn } from './numbers-said.ts'

/** What explains the words of an instruction. */
export interface Account {
  /** What was put in, what it was done to, what stands around that; and what was told and answered. */
  used: readonly string[]
  /** Each thing done, as one text: what is done so many times accounts for the number. */
  deeds: readonly string[]
  /** Figures may have been where to point. */
  isAimed: boolean
  /** The page as it was at first, before the last deed, and now. */
  first: PageTree | undefined
  former: PageTree | undefined
  last: PageTree
}

/** Values and names of what was asked for that nothing explains: neither what was done nor what was found nor an answer. */
export function unaccounted(steps: readonly Step[], account: Account): string[] {
  const words = askedFor(steps)
  if (words.length === 0) return []
  const used = [...account.used, ...stateOf(account)]
  const numbers = numbersIn(used)
  const shown = [...used, ...standingText(account.last), ...standingText(account.first)].map(plain)
  const stems = new Set(shown.flatMap(wordsOf).map(stemOf))
  return words
    .filter(({ text, kind }) => {
      if (kind === 'number')
        return !account.isAimed && !hasNumber(text, numbers) && !isCounted(text, account.deeds)
      if (shown.some((other) => other.includes(plain(text)))) return false
      const isKnown = (word: string) => stems.has(stemOf(word))
      return kind === 'nouns' ? !wordsOf(text).some(isKnown) : !wordsOf(text).every(isKnown)
    })
    .map(({ text }) => text)
    .filter((text, at, all) => all.indexOf(text) === at)
}

interface AskedWord {
  text: string
  /** `nouns` where every noun is written large: one of them may be the kind of thing, another its name. */
  kind: 'quoted' | 'number' | 'name' | 'nouns'
}

/** Steps that are judged by what they lead to, not by what they name. */
const JUDGED_OTHERWISE = new Set(
  'read page press wait repeat draw nudge sort scroll resize back forward reload cookies dialog goto highlight style download find drag'.split(
    ' ',
  ),
)

function askedFor(steps: readonly Step[]): AskedWord[] {
  const seen = new Set<string>()
  return steps.flatMap((step) => {
    if (JUDGED_OTHERWISE.has(step.do) || step.if) return []
    if (step.do === 'tell')
      return step.facts.flatMap(({ value }) =>
        tellingWords(value.text).filter(({ text, kind }) => kind === 'quoted' || isStrong(text)),
      )
    if (step.said === undefined || seen.has(step.said)) return []
    seen.add(step.said)
    const described = targetsOf(step).flatMap(describedBy)
    return tellingWords(step.said).filter(
      ({ text, kind }) => kind === 'quoted' || !described.some((other) => other.includes(plain(text))),
    )
  })
}

/** An address or a long number: no figure of speech. */
function isStrong(text: string): boolean {
  return /@|\d{3}/.test(text)
}

function targetsOf(step: Step): Target[] {
  if (step.do === 'check') return step.targets
  if (step.do === 'choose')
    return [step.target, ...step.values.map(({ thing }) => thing)].filter((one) => one !== undefined)
  return 'target' in step && step.target ? [step.target] : []
}

/** What is met by the choice among several, and not used by its name. */
function describedBy({ condition, count, traits = [], relations = [], except = [] }: Target): string[] {
  return [
    condition === undefined ? '' : plain(condition),
    count === undefined ? '' : String(count),
    ...traits.map(plain),
    ...except.map(({ words }) => plain(words)),
    ...relations.flatMap(({ target }) => describedBy(target)),
  ].filter((text) => text !== '')
}

/** What is quoted, what has a figure, and what is written like a name. */
function tellingWords(said: string): AskedWord[] {
  const tokens = readTokens(said)
  const { code = 'en' } = tongueOf(tokens)
  return tokens.flatMap((token, at): AskedWord[] => {
    if (token.type === 'quoted') return [{ text: token.text, kind: 'quoted' }]
    if (token.type !== 'word') return []
    if (/\d/.test(token.text)) return isOrdinal(token.text) ? [] : [{ text: token.text, kind: 'number' }]
    const name = nameAt(tokens, at, code)
    return name === undefined ? [] : [{ text: name, kind: code === 'de' ? 'nouns' : 'name' }]
  })
}

function isOrdinal(text: string): boolean {
  return /^\d{1,2}(?:st|nd|rd|th|e|er|ère|ème|º|ª|\.)$/i.test(text)
}

/** Names that begin here. Where every noun is written large, only two in a row are sure to be one. */
function nameAt(tokens: readonly Token[], at: number, code: string): string | undefined {
  if (at === 0 || isLarge(tokens[at - 1])) return undefined
  const end = tokens.findIndex((token, index) => index > at && !isLarge(token))
  const run = tokens.slice(at, end === -1 ? tokens.length : end).filter(isLarge)
  if (run.length < (code === 'de' ? 2 : 1)) return undefined
  return run.map(({ text }) => text).join(' ')
}

function isLarge(token: Token | undefined): boolean {
  return (
    token?.type === 'word' &&
    /^\p{Lu}\p{Ll}/u.test(token.text) &&
    monthOf(token.text) === undefined &&
    weekdayOf(token.text) === undefined
  )
}

/** How the page stands now: what its fields have, what is chosen, what it says that it did not say before. */
function stateOf({ first, former, last }: Account): string[] {
  const [known, before] = [textsOf(first), textsOf(former ?? first)]
  // A list that was opened on the way shows entries that nothing was done to.
  const isOld = (element: ViewElement) =>
    known.has(element.ownText) || (before.has(element.ownText) && recordOf(element, last) !== undefined)
  const state = last.elements.flatMap((element) => [
    element.value ?? '',
    element.selected || element.current ? element.name || element.text : '',
    ...(element.options ?? []).filter(({ selected }) => selected).map(({ label }) => label),
    isOld(element) ? '' : element.ownText,
  ])
  return [...state, last.view.title, spelt(last.view.url)]
}

function textsOf(tree: PageTree | undefined): Set<string> {
  return new Set(tree?.elements.map(({ ownText }) => ownText))
}

function spelt(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '))
  } catch {
    return url
  }
}

/** What a page says that is no part of an entry among several and no control: what stands on one thing accounts for nothing done to another. */
function standingText(tree: PageTree | undefined): string[] {
  if (!tree) return []
  const texts = tree.elements
    .filter((element) => (element.ownText !== '' || element.name !== '') && !element.clickable)
    .filter((element) => !recordOf(element, tree))
    .flatMap(({ ownText, name }) => [ownText, name])
  return [tree.view.title, ...texts]
}
