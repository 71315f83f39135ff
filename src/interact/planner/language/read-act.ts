import type { Detail, Step, Target, Value } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { isMark, isName, look, members, part, raw, seek, trimmed, without } from './phrase.ts'
import { readTarget } from './read-target.ts'
import { readPairs } from './read-pairs.ts'
import { readValue } from './read-value.ts'

/** Small words that lead a detail in, whatever the verb. */
const LEADS = new Set([
  'to',
  'into',
  'with',
  'from',
  'as',
  'named',
  'at',
  'in',
  'for',
  'by',
  'until',
  'when',
  'if',
  'of',
  'between',
])
/** Things that are of someone: `the e-mail from Bob`. */
const OWNED = /^(?:email|message|post|file|comment|item|product|article|row|card|video|image)$/

/** A verb of the page's trade, with what is said besides. */
export function readAct(clause: Clause): Step[] {
  const { body, receiver } = withoutReceiver(clause)
  const verb = NAMES[clause.verb ?? ''] ?? raw(clause.said).toLowerCase().split(' ')[0] ?? ''
  if (body.tokens.length === 0)
    return [{ do: 'click', target: { words: namedAs(clause.said), quoted: false } }]
  const besides = readBesides(clause)
  if (besides) return besides
  const listed = readListed(body)
  if (listed) return listed.map((target) => ({ do: 'act', verb, target }))
  const spoken = withoutSpoken(body)
  if (spoken) {
    const [first, ...others] = readAct({ ...clause, body: spoken.rest })
    const detail = { role: 'with', value: { text: spoken.text, quoted: true } }
    if (first?.do === 'act') return [{ ...first, details: [...(first.details ?? []), detail] }, ...others]
  }
  const cuts = leadsOf(body)
  const head = trimmed(part(body, 0, cuts[0]?.at ?? body.tokens.length))
  const target = head.tokens.length === 0 ? undefined : readTarget(head)
  const details = [...detailsOf(body, cuts), ...(receiver ? [{ role: 'to', value: receiver }] : [])]
  const when = details.find(({ role }) => /^(?:when|until|if)$/.test(role))?.value.text
  const rest = details.filter(({ role }) => !/^(?:when|until|if)$/.test(role))
  const { owned, others } = target ? withOwner(target, rest) : { owned: undefined, others: rest }
  return [
    { do: 'act', verb, target: owned, ...(others.length > 0 && { details: others }), ...(when && { when }) },
  ]
}

/** What a button for a verb is called: `abonne-toi` is `S'abonner`. */
function namedAs(said: Phrase): string {
  const words = raw(said)
  const last = said.tokens.at(-1)
  const isOfOneself =
    said.tongue.code === 'fr' && /^-(?:toi|vous)(?!\p{L})/iu.test(said.prompt.slice(last?.end))
  if (!isOfOneself) return words
  const verb = words.replace(/(?:ez|e)$/i, 'er').toLowerCase()
  return /^[aeiouhéè]/.test(verb) ? `s'${verb}` : `se ${verb}`
}

/** `reply to Ann: "Fine"`: what is said stands behind a colon. */
function withoutSpoken(body: Phrase): { rest: Phrase; text: string } | undefined {
  const end = body.tokens.length - 1
  const [colon, quote] = [body.tokens[end - 1], body.tokens[end]]
  if (end < 2 || !isMark(colon, ':') || quote?.type !== 'quoted') return undefined
  return { rest: part(body, 0, end - 1), text: quote.text }
}

const NAMES: Record<string, string> = {
  forwardTo: 'forward',
  send: 'send',
  style: 'send',
  delete: 'delete',
  reply: 'reply',
  add: 'add',
  buy: 'buy',
  order: 'order',
  book: 'book',
  create: 'create',
  subscribe: 'subscribe',
  save: 'save',
  cancel: 'cancel',
  share: 'share',
  filter: 'filter',
}

/** `send Bob the e-mail`, `forward to Bob the e-mail`: who gets it is said before what. */
function withoutReceiver({ verb, body }: Clause): { body: Phrase; receiver?: Value } {
  if (verb !== 'send' && verb !== 'forwardTo' && verb !== 'style') return { body }
  const lead = look(body, 'role', 0, 'to')?.length ?? 0
  const at = body.tokens.findIndex((_, i) => i > lead && look(body, 'little', i, 'article'))
  if (at === -1 || seek(part(body, lead, at), 'role', [])) return { body }
  return { body: part(body, at), receiver: readValue(part(body, lead, at)) }
}

/** `unsubscribe from all, reason: too many`: what is done, and what a form that comes up is told. */
function readBesides(clause: Clause): Step[] | undefined {
  const { body } = clause
  const colon = body.tokens.findIndex((token) => isMark(token, ':'))
  const comma = body.tokens.findLastIndex((token, at) => at < colon && isMark(token, ','))
  const pairs = comma > 0 ? readPairs(part(body, comma + 1)) : undefined
  return pairs && [...readAct({ ...clause, body: part(body, 0, comma) }), ...pairs]
}

/** `one of each item: Burger, Fries`, `Foo, Bar and Baz`: each by itself. */
function readListed(body: Phrase): Target[] | undefined {
  const colon = body.tokens.findIndex((token) => isMark(token, ':'))
  const list = colon > 0 && look(body, 'little', colon - 2, 'all') ? part(body, colon + 1) : body
  const all = members(list)
  if (all.length < 2 || (list === body && all.some((member) => seek(member, 'role', [])))) return undefined
  const [first, second] = all
  // `the terms and conditions` is one thing.
  const one =
    all.length === 2 &&
    first &&
    second &&
    look(first, 'little', 0, 'article') &&
    !look(second, 'little', 0, 'article')
  if (one && second.tokens[0]?.type !== 'quoted') return undefined
  return all.map((member) => readTarget(member))
}

/** What is said besides, from the first small word on; what comes before it under the role `first`. */
export function readDetails(body: Phrase, first: string): Detail[] {
  const cuts = leadsOf(body)
  const head = trimmed(part(body, 0, cuts[0]?.at ?? body.tokens.length))
  return [
    ...(head.tokens.length > 0 ? [{ role: first, value: readValue(head) }] : []),
    ...detailsOf(body, cuts),
  ]
}

type Lead = { at: number; after: number; role: string }

function leadsOf(body: Phrase): Lead[] {
  const found: Lead[] = []
  let at = 0
  while (at < body.tokens.length) {
    // `called Reading`: a small word written large is a name.
    const match = at > 0 && isName(body, at) ? undefined : look(body, 'role', at)
    const after = at + (match?.length ?? 1)
    if (match && LEADS.has(match.meaning)) {
      const colon = isMark(body.tokens[after], ':') ? 1 : 0
      if (after + colon < body.tokens.length)
        found.push({ at, after: after + colon, role: roleOf(part(body, at, after), match.meaning) })
    }
    at = after
  }
  return found
}

/** The small word itself where it says more: `on`, `directed by`. */
function roleOf(said: Phrase, meaning: string): string {
  const words = raw(said).toLowerCase()
  if (meaning === 'named') return /^(?:with|saying|reading|that says)/.test(words) ? 'with' : 'named'
  return meaning === 'in' || meaning === 'by' ? words : meaning
}

function detailsOf(body: Phrase, leads: Lead[]): Detail[] {
  return leads.flatMap(({ after, role }, i): Detail[] => {
    const rest = trimmed(part(body, after, leads[i + 1]?.at ?? body.tokens.length))
    if (rest.tokens.length === 0) return []
    const ends = role === 'between' ? members(rest) : []
    const [from, to] = ends
    if (ends.length === 2 && from && to)
      return [
        { role: 'from', value: readValue(from) },
        { role: 'to', value: readValue(to) },
      ]
    const more = rest.tokens[0]?.type === 'quoted' ? trimmed(part(rest, 1)) : undefined
    // `named "reports" that expires after 90 days`: what is quoted is the value, what follows is said besides.
    if (more && more.tokens.length > 0)
      return [
        { role, value: readValue(part(rest, 0, 1)) },
        { role: 'with', value: readValue(more) },
      ]
    return [{ role, value: readValue(/^(?:when|until|if)$/.test(role) ? rest : without(rest, 'article')) }]
  })
}

/** `from Bob` of an e-mail says whose it is; `with the lowest price` says which one. */
function withOwner(target: Target, details: Detail[]): { owned: Target; others: Detail[] } {
  const whose = details.find(
    ({ role }) => OWNED.test(target.kind ?? '') && !target.same && /^(?:from|of|.*by)$/.test(role),
  )
  const which = details.find(
    ({ role, value }) => role === 'with' && /^(?:\S+est|most|least|highest) /.test(value.text),
  )
  const relations = [...(target.relations ?? [])]
  if (whose) relations.push({ how: 'of', target: { words: whose.value.text, quoted: whose.value.quoted } })
  return {
    owned: {
      ...target,
      ...(relations.length > 0 && { relations }),
      ...(which && { condition: `with the ${which.value.text}` }),
    },
    others: details.filter((detail) => detail !== whose && detail !== which),
  }
}
