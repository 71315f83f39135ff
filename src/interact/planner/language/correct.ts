import type { Phrase } from './phrase.ts'
import { isMark, look, part, raw, seek, without } from './phrase.ts'

/** A text without asides in brackets that say how to go about it: `(scroll down for them)`. */
export function withoutHints(phrase: Phrase): string | undefined {
  const open = phrase.tokens.findIndex(
    (token, at) =>
      isMark(token, '(') &&
      /^\p{Ll}/u.test(phrase.tokens[at + 1]?.text ?? '') &&
      (look(phrase, 'verb', at + 1) ?? look(phrase, 'little', at + 1, 'person', 'polite', 'it')) !==
        undefined,
  )
  const close = phrase.tokens.findIndex((token, at) => at > open && isMark(token, ')'))
  if (open < 1 || close === -1 || close - open < 3) return undefined
  return `${upTo(phrase, open)}${phrase.prompt.slice(phrase.tokens[close]?.end)}`
}

/** What somebody takes back is left out of a text: `enter Bob, no wait, Rob`, `choose blue. I mean navy`, `add 3, actually make it 5`. */
export function corrected(phrase: Phrase): string | undefined {
  for (let at = 1; at < phrase.tokens.length; at += 1) {
    if (!isMark(phrase.tokens[at - 1], ',.;!?\n–—-(')) continue
    const after = markerEnd(phrase, at)
    if (after === undefined) continue
    const end = endOfSentence(phrase, after)
    const before = part(phrase, 0, endOfClause(phrase, at))
    const said = part(phrase, after, end)
    const mended = said.tokens.length > 0 ? mend(before, said) : undefined
    const rest = phrase.tokens[end]
    if (mended !== undefined) return mended + (rest ? phrase.prompt.slice(rest.start) : '')
    at = after
  }
  return undefined
}

/** Where the words that take something back end: `no wait`, `sorry, I meant`, `no,` before something else to do. */
function markerEnd(phrase: Phrase, from: number): number | undefined {
  let at = from
  let found = false
  for (;;) {
    const words = look(phrase, 'little', at, 'correct')
    const no =
      /^(?:no|nein|non|nee|nao)$/.test(phrase.tokens[at]?.low ?? '') && isMark(phrase.tokens[at + 1], ',')
    const length = words?.length ?? (no ? 1 : look(phrase, 'little', at, 'greet')?.length)
    if (length === undefined) break
    found ||= words !== undefined || (no && look(phrase, 'verb', at + 2) !== undefined)
    at += length
    while (isMark(phrase.tokens[at], ',')) at += 1
  }
  return found ? at : undefined
}

function endOfSentence(phrase: Phrase, from: number): number {
  const at = phrase.tokens.findIndex((token, i) => i >= from && isMark(token, '.;!?\n'))
  return at === -1 ? phrase.tokens.length : at
}

function endOfClause(phrase: Phrase, to: number): number {
  let end = to
  while (end > 0 && isMark(phrase.tokens[end - 1], ',.;!?\n–—-(')) end -= 1
  return end
}

/** What was said before with what is meant now put in its place. */
function mend(before: Phrase, said: Phrase): string | undefined {
  const number = newNumber(said)
  if (number !== undefined) return withNumber(before, number)
  const start = lastVerb(before)
  if (start === undefined) return undefined
  if (look(without(said, 'polite'), 'verb', 0)) return `${upTo(before, start)} ${raw(said)}`
  const object = start + look(before, 'verb', start)!.length
  const value = seek(said, 'role', []) ? undefined : lastRole(before, object)
  return `${upTo(before, value ?? object)} ${raw(said)}`
}

function upTo(phrase: Phrase, end: number): string {
  return phrase.prompt.slice(0, phrase.tokens[end - 1]?.end ?? 0)
}

/** `make it 5`, `5`: only a number is new. */
function newNumber(said: Phrase): string | undefined {
  const digits = said.tokens.filter((token) => /^\d+$/.test(token.text))
  const makes = look(said, 'verb', 0, 'style', 'set') !== undefined && said.tokens.length <= 4
  return digits.length === 1 && (makes || said.tokens.length === 1) ? digits[0]?.text : undefined
}

function withNumber(before: Phrase, number: string): string | undefined {
  const old = before.tokens.findLast((token) => /^\d+$/.test(token.text))
  const end = before.tokens.at(-1)?.end
  return old && before.prompt.slice(0, old.start) + number + before.prompt.slice(old.end, end)
}

function lastVerb(phrase: Phrase): number | undefined {
  for (let at = phrase.tokens.length - 1; at >= 0; at -= 1) {
    const opens = at === 0 || isMark(phrase.tokens[at - 1], '.,;!?\n') || isJoined(phrase, at)
    if (opens && look(phrase, 'verb', at)) return at
  }
  return undefined
}

function isJoined(phrase: Phrase, at: number): boolean {
  return [1, 2].some(
    (length) =>
      at >= length && look(phrase, 'little', at - length, 'and', 'later', 'polite')?.length === length,
  )
}

/** Where the value of `set X to 3` begins. */
function lastRole(phrase: Phrase, from: number): number | undefined {
  for (let at = phrase.tokens.length - 1; at > from; at -= 1) {
    const role = look(phrase, 'role', at, 'to', 'as', 'with')
    if (role) return at + role.length
  }
  return undefined
}
