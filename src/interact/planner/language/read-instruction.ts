import type { Step, Target } from '../step.ts'
import type { Clause } from './clauses.ts'
import { readClauses } from './clauses.ts'
import type { Phrase } from './phrase.ts'
import { part, raw, seek, without } from './phrase.ts'
import { readTarget } from './read-target.ts'
import { readStep } from './read-step.ts'
import { readPairs } from './read-fill.ts'
import { tongueOf } from './tongues.ts'
import { messageOrderOr } from './read-message-order.ts'
import { readTokens } from './tokens.ts'
import { joinSteps } from './join-steps.ts'

/** No instruction is longer; what is beyond is left out. */
const MAX_CHARS = 10_000

/** What an instruction in words asks for, in order. Never throws; what it does not understand is `unclear`. */
export function readInstruction(prompt: string): Step[] {
  const text = prompt.slice(0, MAX_CHARS)
  const tokens = readTokens(text)
  const phrase: Phrase = { tokens, tongue: tongueOf(tokens), prompt: text }
  const steps: Step[] = []
  let last: Clause | undefined
  let condition: Target | undefined
  for (const clause of readClauses(phrase)) {
    if (clause.verb === 'if') {
      condition = readCondition(clause.body)
      continue
    }
    const before = steps.at(-1)
    if (clause.purpose && before) steps[steps.length - 1] = asWay(before)
    const more = { said: raw(clause.whole), ...(condition && { if: condition }) }
    steps.push(...readClause(clause, last).map((step) => ({ ...step, ...more })))
    if (clause.verb !== undefined) last = clause
    condition = undefined
  }
  return messageOrderOr(joinSteps(steps), text)
}

/** `If a dialog appears, …`: what must be there. */
function readCondition(body: Phrase): Target {
  const rest = without(body, 'see')
  const appears = seek(rest, 'little', ['appear'], 1)
  return readTarget(appears ? part(rest, 0, appears.at) : rest)
}

/** `Expand the sections to find …`: the sections are the way to it, not an end. */
function asWay(step: Step): Step {
  if (step.do !== 'expand' && step.do !== 'open') return step
  return { do: 'find', target: { words: '', quoted: false, same: true }, through: step.target }
}

function readClause(clause: Clause, last: Clause | undefined): Step[] {
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
