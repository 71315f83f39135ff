import type { Target, Value } from '../step.ts'
import type { Phrase } from './phrase.ts'
import { isMark, look, members, part, raw, seek, trimmed, without } from './phrase.ts'
import { readTarget } from './read-target.ts'

/** What is to be put in or chosen: quoted, bare, or something to be read off the page first. */
export function readValue(phrase: Phrase): Value {
  // Full stops that end sentences are gone by now: what is left of them belongs to the value.
  const whole = trimmed(phrase, ',;:\n')
  const quote = whole.tokens.find((token) => token.type === 'quoted')
  if (quote && (whole.tokens.length === 1 || lead(whole).tokens.length === 1))
    return { text: quote.text, quoted: true }
  const derived = readDerived(whole)
  if (derived) return derived
  const bare = lead(whole)
  const inner = bare.tokens.length === 1 ? bare.tokens[0] : undefined
  if (inner?.type === 'quoted') return { text: inner.text, quoted: true }
  return { text: raw(bare), quoted: false }
}

/** Without `the value`, `the text` and the like before what is meant. */
function lead(phrase: Phrase): Phrase {
  const filler = look(phrase, 'little', 0, 'filler')
  if (filler && filler.length < phrase.tokens.length) return trimmed(part(phrase, filler.length), ',;:\n')
  return phrase
}

function readDerived(phrase: Phrase): Value | undefined {
  const from = (target: Target, as?: 'count' | 'answer'): Value => ({
    text: '',
    quoted: false,
    from: target,
    ...(as && { as }),
  })
  const pronoun = look(phrase, 'little', 0, 'it')
  if (pronoun?.length === phrase.tokens.length && phrase.tokens.length > 0)
    return from({ words: '', quoted: false, same: true })
  const answer = look(phrase, 'little', 0, 'answer')
  if (answer?.length === phrase.tokens.length) return from({ words: '', quoted: false, same: true }, 'answer')
  const count = look(phrase, 'little', 0, 'count')
  if (count) return from({ ...readTarget(part(phrase, count.length)), all: true }, 'count')
  const article = look(phrase, 'little', 0, 'article')
  if (!article) return undefined
  const target = readTarget(phrase)
  const bare = without(phrase, 'article')
  if (bare.tokens[0]?.low === 'value') {
    const of = look(bare, 'role', 1, 'of')
    if (of) return from(readTarget(part(bare, 1 + of.length)))
    if (target.relations) return from(target)
  }
  if (bare.tokens[0]?.low === 'following' && target.kind)
    return from({ words: '', quoted: false, kind: target.kind })
  const ordered =
    target.ordinal !== undefined && /^(?:word|letter|number|item|paragraph|text)$/.test(target.kind ?? '')
  const placed =
    target.kind === 'text' && (target.relations || target.words === '') && phrase.tokens.length > 2
  return ordered || placed ? from(target) : undefined
}

/** The values of a list, and `File > Save` as one. */
export function readValues(phrase: Phrase): Value[] {
  const steps = pathOf(phrase)
  if (steps) return [{ text: steps.join(' > '), quoted: false, path: steps }]
  const similar = similarTo(phrase)
  if (similar) return similar
  return names(phrase).map(readChoice)
}

/** The members of a list of names, which may have an `and` of their own: `Heard Island and McDonald Islands, Chad`. */
function names(phrase: Phrase): Phrase[] {
  const comma = phrase.tokens.findLastIndex((token) => isMark(token, ','))
  const and = seek(phrase, 'little', ['and'])
  if (!and || and.at > comma || isMark(phrase.tokens[and.at - 1], ',')) return members(phrase)
  const found: Phrase[] = []
  let from = 0
  phrase.tokens.forEach((token, at) => {
    if (!isMark(token, ',')) return
    found.push(part(phrase, from, at))
    from = at + 1
  })
  return [...found, part(phrase, from)].filter((member) => member.tokens.length > 0)
}

/** `File > Save as > PDF`. */
function pathOf(phrase: Phrase): string[] | undefined {
  if (phrase.tokens.some((token) => token.type === 'quoted')) return undefined
  const steps = raw(phrase)
    .split(/->|[>›→]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return steps.length > 1 ? steps : undefined
}

/** `words similar to big, fast`: not these but what means the same. */
function similarTo(phrase: Phrase): Value[] | undefined {
  const at = phrase.tokens.findIndex(
    (_, i) => look(phrase, 'trait', i)?.meaning === 'similar' && look(phrase, 'role', i + 1, 'to'),
  )
  if (at === -1) return undefined
  return members(part(phrase, at + 2)).map((member) => {
    const value = readValue(member)
    return { ...value, thing: { words: value.text, quoted: value.quoted, traits: ['similar'] } }
  })
}

/** One of several choices; as a thing where it is described and not named. */
function readChoice(phrase: Phrase): Value {
  const value = readValue(phrase)
  if (value.quoted || value.from) return value
  const target = readTarget(phrase)
  if (target.quoted && target.kind && !target.relations) return { text: target.words, quoted: true }
  if (target.ordinal !== undefined || target.all || target.except || target.condition || target.traits)
    return { ...value, thing: target }
  const bare = without(phrase, 'article')
  return { ...value, text: raw(bare) || value.text }
}
