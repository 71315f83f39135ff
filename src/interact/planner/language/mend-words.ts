import type { Phrase } from './phrase.ts'
import { isMark, look } from './phrase.ts'
import type { Token } from './tokens.ts'
import type { Tongue } from './tongue.ts'

/** Verbs with a letter wrong are read as the verb that was meant; pronouns grown onto a verb stand by themselves: `envíalo`, `ouvre-le`. */
export function mendWords(phrase: Phrase): Phrase {
  const apart = phrase.tokens.flatMap((token) => withoutPronoun(token, phrase.tongue))
  const split = { ...phrase, tokens: apart }
  return { ...phrase, tokens: apart.map((token, at) => (opens(split, at) ? mended(token, phrase) : token)) }
}

/** Whether a clause may begin here. */
function opens(phrase: Phrase, at: number): boolean {
  if (at === 0 || isMark(phrase.tokens[at - 1], '.,;!?\n')) return true
  return [1, 2, 3].some(
    (length) =>
      at >= length &&
      look(phrase, 'little', at - length, 'and', 'later', 'polite', 'greet')?.length === length,
  )
}

function mended(token: Token, { tongue, prompt }: Phrase): Token {
  if (token.type !== 'word' || token.low.length < 5 || tongue.begins(token.low)) return token
  // A name is written large; only the first word of a sentence is anyway.
  if (/^\p{Lu}/u.test(token.text) && !/(?:^|[.!?\n])\s*$/.test(prompt.slice(0, token.start))) return token
  if (!/^[\p{L}]+$/u.test(token.text)) return token
  const verb = tongue.likeVerb(token.low)
  return verb === undefined ? token : { ...token, low: verb }
}

/** Whom and what a verb takes behind it: `me`, `lo`, `-moi`, `-les`, both. */
const GROWN =
  /^-?(?:me|te|se|nos|mi|ti|ci|moi|toi|nous|vous|lui|leur)?-?(lo|la|los|las|le|les|li|o|a|os|as)?$/
const LONGEST_GROWN = 6

function withoutPronoun(token: Token, tongue: Tongue): Token[] {
  if (token.type !== 'word' || !tongue.headFirst || tongue.verbsLast || tongue.knows(token.low))
    return [token]
  for (let length = 2; length <= Math.min(LONGEST_GROWN, token.low.length - 2); length += 1) {
    const cut = token.low.length - length
    const grown = GROWN.exec(token.low.slice(cut))
    // Italian infinitives lose their last letter: `dirmi`.
    const stem = token.low.slice(0, cut)
    const verb = grown && [stem, `${stem}e`].find((low) => isVerb(low, token, tongue))
    if (!verb) continue
    const head: Token = { ...token, text: token.text.slice(0, cut), low: verb, end: token.start + cut }
    const object = grown[1]
    if (object === undefined) return [head]
    return [
      head,
      { type: 'word', text: object, low: object, start: token.end - object.length, end: token.end },
    ]
  }
  return [token]
}

function isVerb(low: string, token: Token, tongue: Tongue): boolean {
  return tongue.match('verb', [{ ...token, low }], 0) !== undefined
}
