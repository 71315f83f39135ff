import type { Step, Target } from '../step.ts'
import type { Clause } from './clause.ts'
import { readClauses } from './clauses.ts'
import type { Phrase } from './phrase.ts'
import { look, part, raw, seek, without } from './phrase.ts'
import { readTarget } from './read-target.ts'
import { readConsent } from './read-consent.ts'
import { readLeap } from './read-simple.ts'
import { readStep } from './read-step.ts'
import { readLoose, readPairs } from './read-pairs.ts'
import { tongueOf } from './tongues.ts'
import { messageOrderOr } from './read-message-order.ts'
import { readTokens } from './tokens.ts'
import { asOneName, joinSteps } from './join-steps.ts'
import { mendWords } from './mend-words.ts'
import { corrected, withoutHints } from './correct.ts'

/** No instruction is longer; what is beyond is left out. */
const MAX_CHARS = 10_000

/** What an instruction in words asks for, in order. Never throws; what it does not understand is `unclear`. */
export function readInstruction(prompt: string): Step[] {
  const phrase = readPhrase(prompt.slice(0, MAX_CHARS))
  const steps: Step[] = []
  let last: Clause | undefined
  let condition: Target | undefined
  let named: Phrase | undefined
  for (const clause of readClauses(phrase)) {
    if (clause.verb === 'if') {
      condition = readCondition(clause.body)
      continue
    }
    const before = steps.at(-1)
    if (clause.purpose && before) steps[steps.length - 1] = asWay(before)
    const more = { said: saidOf(clause.whole), ...(condition && { if: condition }) }
    named = namesIn(clause) ?? named
    const read = readClause(withNames(withCondition(clause, condition), named), last).map((step) => ({
      ...step,
      ...more,
    }))
    // `How many are left? Look in the Usage tab.`: where to look comes before what is read there.
    if (clause.verb === 'fillIn' && before?.do === 'tell' && isWholeForm(clause.body)) {
      steps.splice(0, steps.length, ...steps.map(asForm))
      continue
    }
    const both = asOneName(before, read[0], between(last, clause))
    if (clause.verb === 'lookIn' && before?.do === 'read') steps.splice(-1, 0, ...read)
    else if (both) steps[steps.length - 1] = both
    else steps.push(...read)
    if (clause.verb !== undefined) last = clause
    condition = undefined
  }
  return messageOrderOr(joinSteps(steps), phrase.prompt)
}

/** `fill in the form`, `fill that in`: with what was told before. */
function isWholeForm(body: Phrase): boolean {
  const { words, kind, same } = readTarget(body)
  return (
    words === '' &&
    (kind === undefined || kind === 'form') &&
    (same || kind === 'form' || body.tokens.length === 0)
  )
}

/** What was told is what the form is to say. */
function asForm(step: Step): Step {
  return step.do === 'tell' && step.facts.length === 0
    ? { do: 'unclear', words: step.words, said: step.words }
    : step
}

/** A part in its own words, with what is quoted in quotes of one kind. */
function saidOf(phrase: Phrase): string {
  const first = phrase.tokens[0]?.start ?? 0
  return phrase.tokens
    .filter((token) => token.type === 'quoted' && !token.text.includes('"'))
    .reduceRight(
      (text, { start, end, text: inner }) =>
        `${text.slice(0, start - first)}"${inner}"${text.slice(end - first)}`,
      raw(phrase),
    )
}

/** The things that a sentence only names: `I can't decide between A and B`. */
function namesIn({ verb, body }: Clause): Phrase | undefined {
  const between = verb === 'told' ? seek(body, 'role', ['between']) : undefined
  return between && part(body, between.after)
}

/** `compare the two`: what was named before. */
function withNames(clause: Clause, named: Phrase | undefined): Clause {
  const both = named && look(clause.body, 'little', 0, 'both')
  return both && both.length === clause.body.tokens.length ? { ...clause, body: named } : clause
}

/** What stands between two clauses. */
function between(last: Clause | undefined, { whole }: Clause): string {
  return whole.prompt.slice(last?.whole.tokens.at(-1)?.end ?? 0, whole.tokens[0]?.start)
}

/** No instruction takes back more than this. */
const MOST_CORRECTIONS = 6

/** The words of a text as they are meant: without what is taken back, and with verbs spelt right. */
function readPhrase(text: string): Phrase {
  let phrase = mendWords(phraseOf(text))
  for (let round = 0; round < MOST_CORRECTIONS; round += 1) {
    const better = corrected(phrase) ?? withoutHints(phrase)
    if (better === undefined) return phrase
    phrase = mendWords(phraseOf(better))
  }
  return phrase
}

function phraseOf(text: string): Phrase {
  const tokens = readTokens(text)
  return { tokens, tongue: tongueOf(tokens), prompt: text }
}

/** `If you are asked to sign in, use A and the code B`: what is used there are the name and the secret. */
function withCondition(clause: Clause, condition: Target | undefined): Clause {
  if (!condition || !/^(?:use|type)$/.test(clause.verb ?? '')) return clause
  const logIn = phraseOf(condition.words).tokens
  const signs = clause.body.tongue.match('verb', logIn, 0, ['logIn'])
  return signs ? { ...clause, verb: 'logIn', said: part(clause.whole, 0, 0) } : clause
}

/** `If a dialog appears, …`: what must be there. */
function readCondition(body: Phrase): Target {
  const rest = without(body, 'asked', 'see')
  const appears = seek(rest, 'little', ['appear'], 1)
  return readTarget(appears ? part(rest, 0, appears.at) : rest)
}

/** `Expand the sections to find …`: the sections are the way to it, not an end. */
function asWay(step: Step): Step {
  if (step.do !== 'expand' && step.do !== 'open') return step
  return { do: 'find', target: { words: '', quoted: false, same: true }, through: step.target }
}

function readClause(clause: Clause, last: Clause | undefined): Step[] {
  const consent = readConsent(clause)
  if (consent) return [consent]
  const leap = readLeap(clause.whole)
  if (leap) return leap
  if (clause.verb !== undefined) return readStep(clause.verb, clause)
  const pairs = readPairs(clause.body)
  if (pairs) return pairs
  // `… then on Settings`: the verb before holds on.
  if (last?.verb !== undefined && REPEATABLE.has(last.verb)) {
    const body = dropRole(clause.body)
    return readStep(last.verb, { ...clause, verb: last.verb, said: last.said, body })
  }
  const page = readStep('bare', clause)
  if (page.length > 0) return page
  if (clause.body.tokens.some((token) => /^[>›→]$/.test(token.text)) && clause.body.tokens.length > 2)
    return [{ do: 'open', target: { words: raw(clause.body), quoted: false } }]
  const loose = readLoose(clause.body)
  if (loose) return loose
  const thing = readTarget(clause.body)
  const only = thing.quoted && clause.body.tokens.length === 1
  if (only || /^(?:button|link|tab|icon|menuitem)$/.test(thing.kind ?? ''))
    return [{ do: 'click', target: thing }]
  return [{ do: 'unclear', words: raw(clause.whole) }]
}

const REPEATABLE = new Set(['click', 'press', 'choose', 'type', 'hover', 'open', 'check', 'drag', 'go'])

function dropRole(phrase: Phrase): Phrase {
  const match = phrase.tongue.match('role', phrase.tokens, 0)
  return match && match.meaning === 'in' ? part(phrase, match.length) : phrase
}
