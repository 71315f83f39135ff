import type { Phrase } from './phrase.ts'
import { isMark, look, part, startsUpper, trimmed, without } from './phrase.ts'

/** Cut at full stops, semicolons, line breaks; a question mark stays as the last token. Greetings and thanks are left out. */
export function sentencesOf(prompt: Phrase): Phrase[] {
  const found: Phrase[] = []
  let from = 0
  prompt.tokens.forEach((token, at) => {
    const arrow = (token.text === '->' || token.text === '→') && look(prompt, 'verb', at + 1)
    if ((!arrow && !isMark(token, '.;!?\n')) || ('.!'.includes(token.text) && goesOn(prompt, at + 1))) return
    found.push(part(prompt, from, token.text === '?' ? at + 1 : at))
    from = at + 1
  })
  found.push(part(prompt, from))
  return found.map(withoutGreeting).filter((sentence) => trimmed(sentence).tokens.length > 0)
}

/** Whether the full stop before belongs to a word: what follows is written small and begins nothing, or goes on with a name. */
function goesOn(prompt: Phrase, at: number): boolean {
  const next = prompt.tokens[at]
  if (next?.type !== 'word' || isInitial(prompt, at)) return next?.type === 'word'
  if (!/^\p{Ll}/u.test(next.text)) return false
  return !(
    look(prompt, 'verb', at) ??
    look(prompt, 'little', at, 'polite', 'later', 'rank', 'question', 'and', 'person', 'greet', 'correct')
  )
}

/** `Samuel L. Jackson`: one letter between two names. */
function isInitial(prompt: Phrase, at: number): boolean {
  const [name, letter, , next] = prompt.tokens.slice(at - 3, at + 1)
  return (
    /^\p{Lu}$/u.test(letter?.text ?? '') &&
    startsUpper(name) &&
    startsUpper(next) &&
    !look(prompt, 'verb', at) &&
    !look(prompt, 'little', at, 'polite', 'later', 'rank', 'question', 'person', 'article')
  )
}

/** Without a greeting before a comma; nothing is left of a sentence that is one: `Thanks!`. */
function withoutGreeting(sentence: Phrase): Phrase {
  const rest = trimmed(sentence)
  const greeting = look(rest, 'little', 0, 'greet')
  if (!greeting) return sentence
  if (greeting.length === rest.tokens.length) return part(rest, 0, 0)
  const behind = part(rest, greeting.length)
  const ends = isMark(behind.tokens[0], ',–—-') || look(behind, 'little', 0, 'greet', 'polite') !== undefined
  const asked = isMark(sentence.tokens.at(-1), '?') ? part(sentence, sentence.tokens.length - 1) : undefined
  const bare = ends ? withoutGreeting(trimmed(behind)) : undefined
  if (bare)
    return asked && bare.tokens.length > 0 ? { ...bare, tokens: [...bare.tokens, ...asked.tokens] } : bare
  return sentence
}

/** Without `please`, `could you`, `then`; and without `first` or `next` where they only count the steps. */
export function withoutPolite(phrase: Phrase): Phrase {
  let rest = without(phrase, 'polite', 'later')
  for (let taken = 0; ; taken += 1) {
    const rank = look(rest, 'little', 0, 'rank')
    const counts =
      rank &&
      (isMark(rest.tokens[rank.length], ',:') ||
        look(rest, 'verb', rank.length) ||
        look(rest, 'little', rank.length, 'polite'))
    if (!rank || !counts || taken > 3) return rest
    rest = without(trimmed(part(rest, rank.length)), 'polite', 'later')
  }
}
