import { splitLeadingPlace } from './clauses.ts'
import type { Fact, Order } from './command.ts'
import { putOrder, readFacts, withoutKind } from './builders.ts'
import { QUOTED, SITE_VERBS, phrase, timesOf, words } from './vocabulary.ts'
import type { Masked } from './vocabulary.ts'
import { RULES } from './rules.ts'
import { readPlace, readTargets } from './targets.ts'

/** Parses one clause; undefined if no rule reads it. `before` is the command before it. */
export function readClause(said: string, masked: Masked, before?: Order): Order | undefined {
  const clause = plainOrder(said)
  const eachPage = EACH_PAGE.exec(clause)?.groups
  if (eachPage) {
    const order = readClause((eachPage['clause'] ?? eachPage['rest'])!, masked)
    return order?.do === 'tell' ? { ...order, onEachPage: true } : undefined
  }
  const placed = splitLeadingPlace(clause) ?? DAY_AFTER.exec(clause)?.groups
  if (placed) {
    const order = readClause(placed['clause']!, masked)
    return order && withPlace(order, placed['place']!, masked)
  }
  for (const rule of RULES) {
    const order = rule(clause, masked, (inner) => readClause(inner, masked))
    if (order) return order
  }
  // A clause without a verb goes on with the values of the one before: `… and check-out to 15 March`.
  const isContinued = before?.do === 'put' && /\s(?:to|as|into)\s|[=:]/.test(clause)
  const isValues = PAIRS.test(clause) || (LISTED.test(clause) && !ABOUT.test(clause))
  return (
    readSiteClause(clause, masked) ??
    (isContinued ? putOrder(clause, masked) : undefined) ??
    readPrepared('', UNKNOWN.exec(clause)?.[1] ?? '', masked) ??
    (isValues ? putOrder(clause, masked) : undefined)
  )
}

const EACH_PAGE = words`(for|on|from) (each|every) page,? <clause>|<rest?> (on|from|of|for) (each|every) page`
/** `Pick the 20:15 showing on Friday`: the day may be a tab. */
const DAY_AFTER = words`(?<clause>(click|pick|choose|select|press|tap|open) .+?) on (?<place>(mon|tues|wednes|thurs|fri|satur|sun)day)`
/** A verb that no rule knows, with values behind prepositions: `plan a journey from Alderby to Sandmere on 9 June`. */
const UNKNOWN = /^\p{L}+\s+((?:a|an|the|my)\s.+)$/u
/** A clause that is nothing but pairs: `Full name: Ingrid Holt, street: 14 Mill Lane`. */
const PAIRS = /^[^,:=]{1,40}\s*(?:=|:\s)\s*\S/
/** A clause that is nothing but values: `preferred day 18 May 2027, full name Gus Tandy`. */
const LISTED = /^[^,]*(?:\d|[\ue000\ue001]|\s\p{Lu})[^,]*(?:,[^,]+\s[^,]+)+$/u
const ABOUT = /^(?:i|you|we|they|it|there|that|this)(?:\b|['’])/i

function withPlace(order: Order, place: string, masked: Masked): Order {
  const targets = readTargets(place, masked)
  if (targets.length === 0) return order
  const named = readPlace(place, masked)
  const placed = { ...order, place: targets }
  if (placed.do === 'press') {
    const inside = placed.targets.filter((one) => !one.place).map((one) => ({ ...one, place: named }))
    return { ...placed, targets: [...inside, ...placed.targets] }
  }
  if (placed.do === 'put') {
    // `In the search box type tent`: the place is the field. `In the form choose Dr. Amin`: it is where the field is.
    const key = withoutKind(named.name)
    const keyed = (fact: Fact) => ({ ...fact, readings: [{ key, value: fact.said }] })
    return { ...placed, facts: placed.facts.map((fact) => (fact.readings.length > 0 ? fact : keyed(fact))) }
  }
  return placed.do === 'search' && !placed.field ? { ...placed, field: targets } : placed
}

const BEGINNING = /^(?:start|begin|repeat)\s+(?:by\s+)?(?=\p{L}+ing\s)/iu
const GERUND = /^(?:(typ|choos|writ)|(enter|click|select|press|fill|search|scroll|open|pick))ing\s/i
const WHEN_OFFERED = phrase` (when|once|as soon as) (it|they|that|the (list|suggestion|option)s?) (is|are|appears?|comes?|shows?|pops?)\b.*$`

/** Removes words that change nothing: `Start typing Tarn`, `take Tarnwick when it is offered`, `and nothing else`. */
function plainOrder(clause: string): string {
  return clause
    .replace(BEGINNING, '')
    .replace(GERUND, (_whole, cut?: string, stem = `${cut}e`) => `${stem} `)
    .replace(WHEN_OFFERED, '')
    .replace(/,?\s+(?:and\s+)?nothing (?:else|more)$/i, '')
}

const SITE_CLAUSE = words`(?<verb>${SITE_VERBS})(?!\p{L})\s*(?<object>.*?)\s*`
const WITH_FACTS = words`(?<head>[^:]*?)\s*(:|with the following( details| data)?:?|with these( \p{L}+)?\s*[:–-]?) <facts>`

/** Verbs that take a text of the caller's own: `post the comment "…"`, `add these three tasks: "Milk", "Bread" and "Eggs"`. */
const COMPOSES = /^(?:add|post|send|submit|publish|create)$/
const ADDED = words`([^\s:\ue000\ue001]+ )*?(?<noun>[\p{Ll}-]+)\s*(called|named|titled|saying)?\s*:? (?<values>${QUOTED}(\s*(,\s*(and )?|and |;)\s*${QUOTED})*)( to (the|my) (list|to-?do list|notes))?`

/** A verb of the website: `save the changes`, `book the spa for 9 April under the name Lund`, `add a task: "Milk"`. */
function readSiteClause(clause: string, masked: Masked): Order | undefined {
  const { verb: said, object = '' } = SITE_CLAUSE.exec(clause)?.groups ?? {}
  if (said === undefined) return undefined
  const verb = said.toLowerCase()
  const { noun, values } = (COMPOSES.test(verb) && ADDED.exec(object)?.groups) || {}
  if (noun !== undefined) {
    const texts = values!.match(new RegExp(QUOTED, 'gu'))!
    return { do: 'add', verb, noun: masked.plain(noun), values: texts.map(masked.plain) }
  }
  const { head, facts } = WITH_FACTS.exec(object)?.groups ?? {}
  if (facts !== undefined)
    return { do: 'form', verb, object: masked.plain(head!), facts: readFacts(facts, masked) }
  const prepared = readPrepared(verb, object, masked)
  if (prepared) return prepared
  const { phrase: named, times } = timesOf(object, masked)
  return { do: 'press', verb, targets: readTargets(named, masked), times }
}

const PREPOSITION = /^(from|to|until|for|at|on|under|with|as|using)\s+(?:the\s+|a\s+)?(.*)$/i

/** Values behind prepositions: `for 9 April 2027 at 14:30 under the name Petra Lund`. At least one must be a value. */
function readPrepared(verb: string, object: string, masked: Masked): Order | undefined {
  const parts = object.split(/,?\s+(?=(?:from|to|for|at|on|under|with|until|as|using|leaving|arriving)\s)/i)
  const head = PREPOSITION.test(parts[0]!) ? '' : parts.shift()!
  if (/[\ue000\ue001]/.test(head) || !parts.some((part) => /[\ue000\ue001\d]/.test(part))) return undefined
  const facts = parts.flatMap((part) => {
    const [, preposition = '', rest = part] = PREPOSITION.exec(part) ?? []
    // `from Alderby` is the value of a field `From`, if there is one.
    const own = { key: preposition, value: masked.plain(rest) }
    return readFacts(rest, masked).map((fact, at) =>
      at === 0 ? { ...fact, readings: [...fact.readings, own] } : fact,
    )
  })
  return { do: 'form', verb, object: masked.plain(head), facts }
}
