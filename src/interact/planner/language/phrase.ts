import type { Token } from './tokens.ts'
import type { Category, Match, Tongue } from './tongue.ts'

/** Some of the tokens of a prompt, with the tongue they are in and the prompt itself. */
export interface Phrase {
  tokens: Token[]
  tongue: Tongue
  prompt: string
}

export function part(phrase: Phrase, from: number, to = phrase.tokens.length): Phrase {
  return { ...phrase, tokens: phrase.tokens.slice(from, to) }
}

/** What stands at a place, if it is of this category and one of these meanings. */
export function look(
  phrase: Phrase,
  category: Category,
  at: number,
  ...meanings: string[]
): Match | undefined {
  return phrase.tongue.match(category, phrase.tokens, at, meanings)
}

/** Where one of these first stands, from a place on. */
export function seek(
  phrase: Phrase,
  category: Category,
  meanings: string[],
  from = 0,
): { at: number; after: number; meaning: string } | undefined {
  for (let at = from; at < phrase.tokens.length; at += 1) {
    const match = look(phrase, category, at, ...meanings)
    if (match) return { at, after: at + match.length, meaning: match.meaning }
  }
  return undefined
}

/** The last place where something of a category begins; -1 when there is none. */
export function lastPlace(phrase: Phrase, category: Category): number {
  for (let at = phrase.tokens.length - 1; at >= 0; at -= 1) if (look(phrase, category, at)) return at
  return -1
}

/** As it stands in the prompt. */
export function raw(phrase: Phrase): string {
  const first = phrase.tokens[0]
  const last = phrase.tokens.at(-1)
  return first && last ? phrase.prompt.slice(first.start, last.end).trim() : ''
}

export function isMark(token: Token | undefined, marks: string): boolean {
  return token?.type === 'mark' && marks.includes(token.text)
}

/** Without little words of these meanings at its beginning. */
export function without(phrase: Phrase, ...meanings: string[]): Phrase {
  let at = 0
  for (;;) {
    const match = look(phrase, 'little', at, ...meanings)
    if (match) at += match.length
    else if (at > 0 && isMark(phrase.tokens[at], ',')) at += 1
    else return at === 0 ? phrase : part(phrase, at)
  }
}

/** Without marks at its ends. */
export function trimmed(phrase: Phrase, marks = ',.;:!?\n'): Phrase {
  let from = 0
  let to = phrase.tokens.length
  while (from < to && isMark(phrase.tokens[from], `${marks})–—-`)) from += 1
  while (to > from && isMark(phrase.tokens[to - 1], `${marks}(–—-`)) to -= 1
  return from === 0 && to === phrase.tokens.length ? phrase : part(phrase, from, to)
}

/** The members of a list: `a, b and c`. */
export function members(phrase: Phrase): Phrase[] {
  const found: Phrase[] = []
  let from = 0
  let at = 0
  while (at < phrase.tokens.length) {
    const joins = look(phrase, 'little', at, 'and', 'later')?.length
    const length = joins ?? (isMark(phrase.tokens[at], ',\n') && !insideDate(phrase, at) ? 1 : 0)
    if (length) {
      found.push(part(phrase, from, at))
      from = at + length
    }
    at += length || 1
  }
  found.push(part(phrase, from))
  return found.map((member) => trimmed(member)).filter((member) => member.tokens.length > 0)
}

/** The comma of `March 5th, 2026`. */
function insideDate(phrase: Phrase, at: number): boolean {
  return (
    /^\d{1,2}(?:st|nd|rd|th)?$/.test(phrase.tokens[at - 1]?.low ?? '') &&
    /^(?:19|20)\d\d$/.test(phrase.tokens[at + 1]?.low ?? '') &&
    phrase.tokens[at - 2]?.type === 'word'
  )
}

/** No value goes over more commas. */
const MOST_JOINED = 20

/** Members joined until each has what `cutOf` looks for: `Bob in Name, 42 in Age`. What is left at the end has none. */
export function groups<Cut>(
  phrase: Phrase,
  cutOf: (member: Phrase) => Cut | undefined,
): { said: Phrase; cut: Cut | undefined }[] {
  const found: { said: Phrase; cut: Cut | undefined }[] = []
  let held: Phrase | undefined
  let count = 0
  for (const member of members(phrase)) {
    const said: Phrase = held && count < MOST_JOINED ? through(phrase, held, member) : member
    count = held ? count + 1 : 0
    const cut = cutOf(said)
    held = cut === undefined ? said : undefined
    if (cut !== undefined) found.push({ said, cut })
  }
  if (held) found.push({ said: held, cut: undefined })
  return found
}

/** All that stands from one part to another. */
function through(phrase: Phrase, from: Phrase, to: Phrase): Phrase {
  const first = phrase.tokens.findIndex((token) => token === from.tokens[0])
  const last = phrase.tokens.findIndex((token) => token === to.tokens.at(-1))
  return part(phrase, first, last + 1)
}

/** Whether the word here is written like a name. */
export function isName(phrase: Phrase, at: number): boolean {
  return !phrase.tongue.capitals && startsUpper(phrase.tokens[at])
}

export function startsUpper(token: Token | undefined): boolean {
  return token?.type === 'word' && /^\p{Lu}/u.test(token.text)
}
