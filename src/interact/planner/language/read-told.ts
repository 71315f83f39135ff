import type { Fact, Step, Target } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { isMark, look, members, part, raw, seek, trimmed, without } from './phrase.ts'
import { readTarget } from './read-target.ts'
import { readValue } from './read-value.ts'

/** No name of a field is longer. */
const LONGEST_LABEL = 7

/** Whether a sentence tells something instead of asking for it: who speaks, how things are, what somebody says yes to. */
export function isTold(phrase: Phrase): boolean {
  if (look(phrase, 'little', 0, 'question') && !look(phrase, 'little', 0, 'person')) return false
  return (
    consentIn(phrase) !== undefined ||
    look(phrase, 'little', 0, 'person') !== undefined ||
    equalsIn(phrase) !== undefined
  )
}

/** What is told, as far as it gives a field its value. What something `should be` is asked for. */
export function readTold(clause: Clause): Step[] {
  const { whole } = clause
  const words = raw(whole)
  const consent = consentIn(whole)
  if (consent)
    return [
      { do: 'tell', words, facts: [{ target: readTarget(consent), value: { text: 'yes', quoted: false } }] },
    ]
  const equals = equalsIn(whole)
  if (!equals) return [{ do: 'tell', words, facts: [] }]
  const facts = factsOf(whole)
  if (equals.meaning !== 'ought') return [{ do: 'tell', words, facts }]
  return facts.map(({ target, value }) => ({ do: 'fill', target, value }))
}

/** What is agreed to, without the words that say so. */
function consentIn(phrase: Phrase): Phrase | undefined {
  const found = seek(phrase, 'little', ['consent'])
  if (!found || (found.at > 0 && !phrase.tongue.verbsLast)) return undefined
  const tokens = [...phrase.tokens.slice(0, found.at), ...phrase.tokens.slice(found.after)]
  const rest = trimmed({ ...phrase, tokens })
  const last = rest.tokens.length - 1
  const object = last > 0 && look(rest, 'little', last, 'particle') ? part(rest, 0, last) : rest
  return object.tokens.length > 0 ? object : undefined
}

function equalsIn(phrase: Phrase): { at: number; after: number; meaning: string } | undefined {
  const found = seek(phrase, 'little', ['ought', 'equals'], 1)
  if (!found || found.at > LONGEST_LABEL || found.after >= phrase.tokens.length) return undefined
  const label = part(phrase, 0, found.at)
  if (look(label, 'little', 0, 'it')?.length === found.at) return undefined
  return label.tokens.some((token) => isMark(token, ',:')) || look(label, 'verb', 0) ? undefined : found
}

/** `phone number is 555 0143, permit number RP-204981`: each with its own label; what has none goes on with the value before. */
function factsOf(phrase: Phrase): Fact[] {
  const found: { label: Phrase; from: number; to: number }[] = []
  for (const member of members(phrase)) {
    const start = phrase.tokens.indexOf(member.tokens[0]!)
    const end = start + member.tokens.length
    const cut = equalsIn(member) ?? (found.length > 0 ? bareCut(member) : undefined)
    const last = found.at(-1)
    if (cut) found.push({ label: part(member, 0, cut.at), from: start + cut.after, to: end })
    else if (last) last.to = end
  }
  return found.map(({ label, from, to }) => ({
    target: withoutTraits(readTarget(withoutPossessor(label))),
    value: readValue(withoutLast(part(phrase, from, to))),
  }))
}

/** `my new number`: the field is called number. */
function withoutTraits(target: Target): Target {
  const { traits, ...plain } = target
  return traits ? plain : target
}

function withoutPossessor(label: Phrase): Phrase {
  const bare = without(label, 'article')
  return bare.tokens.length > 0 ? bare : label
}

/** A verb that stands last says no more than the one before: `soll "Urlaub" lauten`. */
function withoutLast(value: Phrase): Phrase {
  const last = value.tokens.length - 1
  const closes =
    value.tongue.verbsLast &&
    last > 0 &&
    /^(?:lauten|heissen|sein|stehen|luiden|zijn)$/.test(value.tokens[last]?.low ?? '')
  return closes ? part(value, 0, last) : value
}

/** Where the value of `permit number RP-204981` begins: at the first word that is no plain word. */
export function bareCut(member: Phrase): { at: number; after: number } | undefined {
  const bare = without(member, 'article')
  const lead = member.tokens.length - bare.tokens.length
  const at = bare.tokens.findIndex((token, i) => token.type === 'quoted' || isValueLike(bare, i))
  return at > 0 && at <= 4 ? { at: lead + at, after: lead + at } : undefined
}

function isValueLike({ tokens, tongue }: Phrase, at: number): boolean {
  const text = tokens[at]?.text ?? ''
  if (/[\d@]/.test(text)) return true
  return at > 0 && (tongue.capitals ? false : /^\p{Lu}/u.test(text))
}
