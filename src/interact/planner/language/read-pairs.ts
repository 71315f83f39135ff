import type { Step, Target, Value } from '../step.ts'
import type { Phrase } from './phrase.ts'
import { isMark, look, members, part, raw, seek, trimmed } from './phrase.ts'
import { readTarget } from './read-target.ts'
import { bareCut } from './read-told.ts'
import { readValue } from './read-value.ts'

export type Pair = { target: Target | undefined; value: Value }
/** `name: Bob, email: b@x.org`, `name = Bob`: undefined when it is not of this form. */
export function readPairs(phrase: Phrase): Step[] | undefined {
  const signs = phrase.tokens.flatMap((token, at) => (isMark(token, ':=') && at > 0 ? [at] : []))
  const starts = signs.map((sign, i) => labelStart(phrase, i === 0 ? 0 : (signs[i - 1] ?? 0) + 1, sign))
  const steps = signs.flatMap((sign, i): Step[] => {
    const label = trimmed(part(phrase, starts[i] ?? 0, sign))
    const value = trimmed(withoutAnd(trimmed(part(phrase, sign + 1, starts[i + 1] ?? phrase.tokens.length))))
    if (label.tokens.length === 0 || value.tokens.length === 0) return []
    const { first, more } = withoutMore(value)
    const target = readTarget(label)
    const general =
      target.kind === 'form' || /^(?:following|form|details|data|fields|values?)$/i.test(target.words)
    const pair = general ? readBarePair(first) : { target, value: readValue(first) }
    const own = pair ? [fill(pair, undefined)] : []
    return [...own, ...more.map((pair) => fill(pair, undefined))]
  })
  if (steps.length === 0) return undefined
  const before = (starts[0] ?? 0) > 0 ? members(part(phrase, 0, starts[0])).map(readBarePair) : []
  const led = before.filter((pair) => pair !== undefined).map((pair) => fill(pair, undefined))
  return [...led, ...steps]
}

/** `Betrag 35, als Eilauftrag`: pairs without a verb, and among them what is to be chosen. */
export function readLoose(body: Phrase): Step[] | undefined {
  const listed = members(body)
  const pairs = listed.map(readBarePair)
  if (!pairs.some((pair) => pair !== undefined) || pairs.filter((pair) => pair === undefined).length > 1)
    return undefined
  return listed.map((member, i): Step => {
    const pair = pairs[i]
    const lead = look(member, 'role', 0, 'as', 'with', 'in', 'for')?.length ?? 0
    return pair
      ? fill(pair, undefined)
      : { do: 'choose', values: [readValue(part(member, lead))], target: undefined }
  })
}

/** `sick, first day 3 March, last day 5 March`: a value, and the pairs behind it that have no colon. */
function withoutMore(value: Phrase): { first: Phrase; more: Pair[] } {
  const more: Pair[] = []
  let rest = value
  for (;;) {
    const listed = members(rest)
    const pair = listed.length > 1 ? readBarePair(listed.at(-1)!) : undefined
    if (!pair) return { first: rest, more }
    more.unshift(pair)
    const end = rest.tokens.indexOf(listed.at(-1)!.tokens[0]!)
    rest = trimmed(withoutAnd(trimmed(part(rest, 0, end))))
  }
}

/** Parts of an address are no labels: `12 Mill Lane, flat 3`. */
const OF_ADDRESSES =
  /^(?:flat|floor|apt|apartment|suite|unit|room|building|block|house|door|no|po box|etage|wohnung|stock|haus|piso|etage|appartement|scala|interno|bus)$/i

/** `permit number RP-204981`, `remarks "none"`: plain words and what they are the name of. */
export function readBarePair(member: Phrase): Pair | undefined {
  const cut = bareCut(member)
  if (!cut) return undefined
  const lead = look(member, 'role', 0)?.length ?? 0
  const label = part(member, lead < cut.at ? lead : 0, cut.at)
  const small = seek(label, 'role', [])
  if (
    OF_ADDRESSES.test(raw(label)) ||
    (small && (small.meaning !== 'of' || small.after >= label.tokens.length))
  )
    return undefined
  return { target: readTarget(label), value: readValue(part(member, cut.after)) }
}

/** A label goes back to the last comma, `and` or `with`. */
function labelStart(phrase: Phrase, from: number, sign: number): number {
  for (let at = sign - 1; at >= from; at -= 1) {
    if (isMark(phrase.tokens[at], ',\n(:')) return at + 1
    const joins = look(phrase, 'little', at, 'and') ?? look(phrase, 'role', at, 'with', 'as')
    if (joins && at + joins.length <= sign) return at + joins.length
  }
  return from
}

function withoutAnd(phrase: Phrase): Phrase {
  const last = phrase.tokens.length - 1
  return look(phrase, 'little', last, 'and') ? part(phrase, 0, last) : phrase
}

/** Kinds a field can be; any other noun is part of its name: `e-mail`, `phone number`, `comment`. */
const FIELDS = new Set([
  'textbox',
  'textarea',
  'searchbox',
  'combobox',
  'date',
  'time',
  'color',
  'slider',
  'spinbutton',
  'form',
  'list',
  'cell',
  'dialog',
  'switch',
  'option',
])

export function fill({ target, value }: Pair, context: Phrase | undefined): Step {
  const place = target ? asField(target) : context && asField(readTarget(context))
  if (place?.kind === 'slider') return { do: 'choose', values: [value], target: place }
  return { do: 'fill', target: place, value }
}

function asField(target: Target): Target {
  if (target.kind === undefined || FIELDS.has(target.kind) || target.same) return target
  if (target.kind === 'box') return { ...target, kind: 'textbox' }
  const { kind, ...rest } = target
  return { ...rest, words: rest.words ? `${rest.words} ${kind}` : kind }
}
