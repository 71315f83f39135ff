import { stemOf, wordsOf } from '../match/words.ts'
import { readTokens } from '../language/tokens.ts'
import type { Token } from '../language/tokens.ts'
import { tongueOf } from '../language/tongues.ts'
import type { Tongue } from '../language/tongue.ts'
import { deedsOf, isLight } from './deeds.ts'

/** A word of a clause, or something quoted in it. */
export interface SaidWord {
  text: string
  stem: string
  quoted: boolean
  /** It only joins or points: articles, prepositions, pronouns, politeness. */
  small: boolean
  /** A noun of a kind: `card`, `list`, `button`. */
  kind: boolean
  /** Written like a name, or with a figure. */
  name: boolean
  /** A small word before it leads in what is to be put somewhere: `to "Gifts"`, `as Member`, `: "Thanks"`. */
  led: boolean
  /** It says as what: `as an editor`. */
  as: boolean
  start: number
  end: number
}

/** A clause as words that the page may explain. */
export interface ClauseWords {
  text: string
  words: readonly SaidWord[]
  /** What it says to do. */
  verb: SaidWord | undefined
  /** `it`, `them`: what was meant last. */
  same: boolean
}

/** What is added is new anyway. */
const NEW =
  /^(new|another|neue[nrs]?|weitere[nrs]?|nouve(au|lle)|autre|nuev[oa]|otr[oa]|nuov[oa]|altr[oa]|nov[oa]|outr[oa]|nieuwe?)$/

/** The end of a verb that stands apart from it: `füge … hinzu`, `voeg … toe`. */
const PARTICLE =
  /^(hinzu|ein|aus|ab|an|auf|zu|weg|um|frei|los|vor|zuruck|raus|rein|toe|af|op|uit|in|aan|weg|terug)$/

const SMALL = ['article', 'and', 'or', 'later', 'polite', 'it', 'there', 'trailing', 'one', 'all', 'rank']

/** The words of a clause, the small ones and the verb told apart. */
export function readClauseWords(text: string): ClauseWords {
  const tokens = readTokens(text).filter(({ type }) => type !== 'mark')
  const tongue = tongueOf(tokens)
  const small = smallOnes(tokens, tongue)
  if (tongue.verbsLast && PARTICLE.test(tokens.at(-1)?.low ?? '')) small.add(tokens.length - 1)
  const words = tokens.map((token, at) => toWord(token, small.has(at), tokens, at, tongue))
  for (const [at, word] of words.entries()) word.led ||= !word.small && (words[at - 1]?.led ?? false)
  const said = verbOf(words, tongue.verbsLast ?? false)
  const verb = said && isTakenAway(said, words) ? { ...said, text: 'remove', stem: 'remov' } : said
  if (said && verb) words[words.indexOf(said)] = verb
  const same = tokens.some((_, at) => {
    const it = tongue.match('little', tokens, at, ['it'])
    return it !== undefined && (words[at + it.length]?.small ?? true)
  })
  return { text, words, verb, same }
}

function smallOnes(tokens: Token[], tongue: Tongue): Set<number> {
  const found = new Set<number>()
  for (let at = 0; at < tokens.length; at++) {
    const match = tongue.match('role', tokens, at) ?? tongue.match('little', tokens, at, SMALL)
    for (let next = at; next < at + (match?.length ?? 0); next++) found.add(next)
  }
  return found
}

function toWord(token: Token, small: boolean, tokens: Token[], at: number, tongue: Tongue): SaidWord {
  const quoted = token.type === 'quoted'
  const isName = !tongue.capitals && at > 0 && /^\p{Lu}/u.test(token.text)
  return {
    text: token.text,
    stem: stemOf(wordsOf(token.text).join(' ')),
    quoted,
    small: !quoted && ((small && deedsOf(token.text).length === 0) || (at > 0 && NEW.test(token.low))),
    kind: !quoted && tongue.match('kind', tokens, at) !== undefined,
    name: quoted || isName || /\d|@/.test(token.text),
    led: isLed(tokens, at, tongue, LEADING),
    as: isLed(tokens, at, tongue, ['as']),
    start: token.start,
    end: token.end,
  }
}

const TAKING = /^(take|get|nimm|nehme|pull)$/i
const AWAY = /^(off|out|away|weg|raus|heraus|runter)$/i

/** `Take the bread off the list` is to remove it. */
function isTakenAway(verb: SaidWord, words: readonly SaidWord[]): boolean {
  return TAKING.test(verb.text) && words.some(({ text }) => AWAY.test(text))
}

const LEADING = ['to', 'as', 'with', 'into', 'named']

/** Whether what stands before a word, an article apart, says that a value follows. */
function isLed(tokens: Token[], at: number, tongue: Tongue, roles: string[]): boolean {
  const article = tongue.match('little', tokens, at - 1, ['article']) ? 1 : 0
  return tongue.match('role', tokens, at - 1 - article, roles) !== undefined
}

/** The first word that is none of the small ones; where verbs stand last and that one says no deed, the last that does. */
function verbOf(words: readonly SaidWord[], verbsLast: boolean): SaidWord | undefined {
  const said = words.filter((word) => !word.small && !word.quoted)
  const [first] = said
  if (!first || !verbsLast || deedsOf(first.text).length > 0 || isLight(first.text)) return first
  return said.findLast((word) => deedsOf(word.text).length > 0) ?? first
}
