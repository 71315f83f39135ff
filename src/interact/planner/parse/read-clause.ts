import type { Order } from './command.ts'
import { putOrder, readFacts, withoutKind } from './facts.ts'
import type { Masked } from './masked.ts'
import { splitLeadingPlace } from './leading-place.ts'
import { RULES } from './rules.ts'
import { readPlace, readTargets } from './targets.ts'
import { siteVerb } from './verbs.ts'
import { timesOf } from './vocabulary.ts'

/** Parses one clause; undefined if no rule reads it. `before` is the command before it. */
export function readClause(said: string, masked: Masked, before?: Order): Order | undefined {
  const clause = plainOrder(said)
  const placed = splitLeadingPlace(clause)
  if (placed) {
    const order = readClause(placed.clause, masked)
    return order && withPlace(order, placed.place, masked)
  }
  if (isNounPair(clause)) return putOrder(clause, masked)
  for (const rule of RULES) {
    const order = rule(clause, masked, (inner) => readClause(inner, masked))
    if (order) return order
  }
  return (
    readSiteClause(clause, masked) ??
    readContinuation(clause, masked, before) ??
    readUnknown(clause, masked) ??
    (isPairs(clause) || isListed(clause) ? putOrder(clause, masked) : undefined)
  )
}

/** `name for the booking: Oona Byrne`: nouns that could be verbs. */
function isNounPair(clause: string): boolean {
  return /^(?:name|title|order|address|note|check-?in|check-?out|search|list|book|e-?mail|mobile|type|message|post ?code|comment|reply|answer|review|rating|size|date|time)\b[^,:=]{0,30}(?:=|:\s)\s*\S/i.test(
    clause,
  )
}

function withPlace(order: Order, place: string, masked: Masked): Order {
  const targets = readTargets(place, masked)
  const named = readPlace(place, masked)
  if (targets.length === 0) return order
  const placed = { ...order, place: targets }
  if (placed.do === 'press') {
    const inside = placed.targets.filter((one) => !one.place).map((one) => ({ ...one, place: named }))
    return { ...placed, targets: [...inside, ...placed.targets] }
  }
  if (placed.do === 'put') {
    // `In the search box type tent`: the place is the field. `In the form choose Dr. Amin`: it is where the field is.
    const key = withoutKind(named.name)
    const facts = placed.facts.map((fact) => ({
      ...fact,
      readings: fact.readings.length > 0 ? fact.readings : [{ key, value: fact.said }],
    }))
    return { ...placed, facts }
  }
  return placed.do === 'search' && !placed.field ? { ...placed, field: targets } : placed
}

/** `Start typing Tarn`, `take Tarnwick when it is offered`: words that change nothing about a command. */
function plainOrder(clause: string): string {
  return clause
    .replace(/^(?:start|begin|repeat)\s+(?:by\s+)?(?=\p{L}+ing\s)/iu, '')
    .replace(
      /^(typ|enter|click|choos|select|press|writ|fill|search|scroll|open|pick)ing\s/i,
      (_whole, stem: string) => `${/^(?:typ|choos|writ)$/i.test(stem) ? `${stem}e` : stem} `,
    )
    .replace(
      /\s+(?:when|once|as soon as)\s+(?:it|they|that|the (?:list|suggestion|option)s?)\s+(?:is|are|appears?|comes?|shows?|pops?)\b.*$/i,
      '',
    )
    .replace(/,?\s+(?:and\s+)?nothing (?:else|more)$/i, '')
}

/** A verb of the website: `save the changes`, `book the spa for 9 April under the name Lund`, `add a task: "Milk"`. */
function readSiteClause(clause: string, masked: Masked): Order | undefined {
  const found = siteVerb(clause)
  if (!found) return undefined
  const { verb, object } = found
  const listed = COMPOSES.test(verb) ? readAdded(verb, object, masked) : undefined
  if (listed) return listed
  const { head, facts } = WITH_FACTS.exec(object)?.groups ?? {}
  if (facts !== undefined)
    return { do: 'form', verb, object: masked.plain(head!), facts: readFacts(facts, masked) }
  const prepared = readPrepared(verb, object, masked)
  if (prepared) return prepared
  const { phrase, times } = timesOf(object, masked)
  return { do: 'press', verb, targets: phrase === '' ? [] : readTargets(phrase, masked), times }
}

/** Verbs that take a text of the caller's own: `post the comment "…"`. */
const COMPOSES = /^(?:add|post|send|submit|publish|create)$/

const WITH_FACTS =
  /^(?<head>[^:]*?)\s*(?::|with the following(?: details| data)?:?|with these(?: details)?:?)\s+(?<facts>.+)$/i

/** `a new task "Milk"`, `these three tasks: "Milk", "Bread" and "Eggs"`. */
function readAdded(verb: string, object: string, masked: Masked): Order | undefined {
  const { noun, values } = ADDED.exec(object)?.groups ?? {}
  if (noun === undefined) return undefined
  return {
    do: 'add',
    verb,
    noun: masked.plain(noun),
    values: values!
      .split(/\s*(?:,|\band\b|;)\s*/)
      .filter((one) => one !== '')
      .map(masked.plain),
  }
}

const ADDED = new RegExp(
  `^(?:(?:these|the|a|an|some|another|new|following|\\S+)\\s+)*?(?<noun>[\\p{Ll}-]+)\\s*(?:called|named|titled|saying)?\\s*:?\\s+(?<values>\\ue001\\d+\\ue002(?:\\s*(?:,\\s*(?:and\\s+)?|and\\s+|;)\\s*\\ue001\\d+\\ue002)*)(?:\\s+to\\s+(?:the|my)\\s+(?:list|to-?do list|notes))?$`,
  'iu',
)

/** Values behind prepositions: `for 9 April 2027 at 14:30 under the name Petra Lund`. At least one must be a value. */
function readPrepared(verb: string, object: string, masked: Masked): Order | undefined {
  const parts = object.split(/,?\s+(?=(?:from|to|for|at|on|under|with|until|as|using|leaving|arriving)\s)/i)
  const head = parts[0] !== undefined && PREPOSITION.test(parts[0]) ? '' : parts.shift()
  const isValued = parts.some((part) => /[\ue000\ue001]|\d/.test(part))
  if (!isValued || head === undefined || /[\ue000\ue001]/.test(head)) return undefined
  const facts = parts.flatMap((part) => {
    const [, preposition = '', rest = part] = PREPOSITION.exec(part) ?? []
    const [first, ...others] = readFacts(rest, masked)
    // `from Alderby` is the value of a field `From`, if there is one.
    return first
      ? [
          { ...first, readings: [...first.readings, { key: preposition, value: masked.plain(rest) }] },
          ...others,
        ]
      : []
  })
  return { do: 'form', verb, object: masked.plain(head), facts }
}

const PREPOSITION = /^(from|to|until|for|at|on|under|with|as|using)\s+(?:the\s+|a\s+)?(.*)$/i

/** A clause that is nothing but pairs: `Full name: Ingrid Holt, street: 14 Mill Lane`. */
function isPairs(clause: string): boolean {
  return /^[^,:=]{1,40}\s*(?:=|:\s)\s*\S/.test(clause)
}

/** A clause that is nothing but values: `preferred day 18 May 2027, full name Gus Tandy`. */
function isListed(clause: string): boolean {
  const isAbout = /^(?:i|you|we|they|it|there|that|this)(?:\b|['’])/i.test(clause)
  return !isAbout && /^[^,]*(?:\d|[\ue000\ue001]|\s\p{Lu})[^,]*(?:,[^,]+\s[^,]+)+$/u.test(clause)
}

/** A clause without a verb goes on with the values of the one before: `… and check-out to 15 March`. */
function readContinuation(clause: string, masked: Masked, before: Order | undefined): Order | undefined {
  return before?.do === 'put' && /\s(?:to|as|into)\s|[=:]/.test(clause) ? putOrder(clause, masked) : undefined
}

/** A verb that no rule knows, with values behind prepositions: `plan a journey from Alderby to Sandmere on 9 June`. */
function readUnknown(clause: string, masked: Masked): Order | undefined {
  const { verb, object } = /^(?<verb>\p{L}+)\s+(?<object>(?:a|an|the|my)\s.+)$/u.exec(clause)?.groups ?? {}
  const order = verb === undefined ? undefined : readPrepared(verb, object!, masked)
  return order?.do === 'form' ? { ...order, verb: '' } : undefined
}
