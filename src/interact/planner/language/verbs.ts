import type { Phrase } from './phrase.ts'
import { isMark, look } from './phrase.ts'
import type { Token } from './tokens.ts'
import type { Match } from './tongue.ts'

/** A bare word that goes on to the next step, with nothing but a comma behind it: `…, next, …`; or as far as something: `weiter bis zur Prüfung`. */
export function onwardAt(phrase: Phrase, at: number): Match | undefined {
  const match = look(phrase, 'little', at, 'onward')
  if (!match) return undefined
  const after = at + match.length
  const ends =
    after >= phrase.tokens.length ||
    isMark(phrase.tokens[after], ',') ||
    look(phrase, 'little', after, 'and', 'later') ||
    look(phrase, 'role', after, 'until')
  return ends ? match : undefined
}

/** A word that nobody listed but that asks for something where it stands: `withdraw the request`, `… and assign them to Noor`. */
export function unknownVerb(phrase: Phrase, at: number, leads: boolean): Match | undefined {
  const [token, next] = [phrase.tokens[at], phrase.tokens[at + 1]]
  if (token?.type !== 'word' || !next || next.type === 'mark' || !/^\p{L}{3,}$/u.test(token.text))
    return undefined
  const first = leads && /(?:^|[.;!?\n])\s*$/.test(phrase.prompt.slice(0, token.start))
  const { tongue } = phrase
  const known = tongue.capitals ? tongue.knows(token.low) : tongue.begins(token.low)
  if (known || (!first && /^\p{Lu}/u.test(token.text))) return undefined
  const object =
    look(phrase, 'little', at + 1, 'article', 'it', 'all') !== undefined ||
    // Where nouns are written large, a small word before `für` or a number is a verb.
    (tongue.capitals === true && token.low.endsWith('e') && look(phrase, 'role', at + 1) !== undefined)
  const open =
    leads && !isMark(next, ',:=') && phrase.tokens.slice(at + 1).some((one) => isTelling(one, phrase))
  return object || open ? { meaning: 'unknown', length: 1, plural: false } : undefined
}

/** Whether a word says that a sentence is one: a name, a number, something quoted, a word that is known. */
function isTelling(token: Token, { tongue }: Phrase): boolean {
  return token.type === 'quoted' || /^[\p{Lu}\d#@]/u.test(token.text) || tongue.knows(token.low)
}
