import type { Order, Target, Fact } from './command.ts'
import { WHOLE, COUNTS, phrase, readKey, timesOf, words, QUOTED } from './vocabulary.ts'
import type { Masked } from './vocabulary.ts'
import { readTargets } from './targets.ts'

/** Reads clauses of one form; undefined for all others. `read` reads a clause within the clause. */
export type Rule = (clause: string, masked: Masked, read: Read) => Order | undefined
type Read = (clause: string) => Order | undefined

type Groups = Record<Needed | 'file' | 'object' | 'facts' | 'question', string> &
  Partial<Record<'place' | 'how' | 'to' | 'gone' | 'state', string>>
type Needed = 'rest' | 'value' | 'clause' | 'until' | 'count' | 'unit' | 'which' | 'url' | 'verb' | 'query'

/** Makes a builder of orders. Its clauses are given to it as a pattern: press`(click|tap) <rest>`. */
function rule(build: (groups: Groups, masked: Masked, read: Read) => Order | undefined) {
  return (...pattern: Parameters<typeof words>): Rule => {
    const clauses = words(...pattern)
    return (clause, masked, read) => {
      const match = clauses.exec(clause)
      return match ? build({ ...match.groups } as Groups, masked, read) : undefined
    }
  }
}

export const goForward = rule(() => ({ do: 'forward' }))
export const reload = rule(() => ({ do: 'reload' }))
export const acceptCookies = rule(() => ({ do: 'cookies', accept: true }))
export const rejectCookies = rule(() => ({ do: 'cookies', accept: false }))
export const doNothing = rule(() => ({ do: 'wait', ms: 0 }))
export const proceed = rule(() => ({ do: 'press', targets: [{ name: 'continue' }], times: 1 }))
const FORWARD = [{ name: 'next' }, { name: 'continue' }, { name: 'go on' }]
export const goOn = rule(() => ({ do: 'press', targets: FORWARD, times: 1 }))

export const again = rule(({ clause, count }, _masked, read) => read(`${clause} ${count}`))
export const repeat = rule(({ clause, until }, masked, read) => {
  const order = read(clause)
  return order && { do: 'repeat', order, until: masked.plain(until) }
})
export const keepOn = rule(({ verb, rest, until }, masked, read) => {
  const order = read(`${/^(?:scroll|load)$/i.test(verb) ? verb : 'click'} ${rest}`)
  return order && { do: 'repeat', order, until: masked.plain(until) }
})

export const turnPage = rule(({ which }, masked) => {
  const named = masked.plain(which).toLowerCase()
  if (named === 'next' || named === 'previous' || named === 'first' || named === 'last')
    return { do: 'page', number: named }
  const number = COUNTS[named] ?? Number(named)
  return Number.isInteger(number) ? { do: 'page', number } : undefined
})
export const goto = rule(({ url: said }, masked) => {
  const url = masked.plain(said)
  return /^https?:/.test(url) ? { do: 'goto', url } : undefined
})
export const goBack = rule(({ place }, masked) => ({ do: 'back', targets: targetsOf(place, masked) }))
export const stopAt = rule(({ rest }, masked) => ({ do: 'stopAt', page: masked.plain(rest) }))

export const close = rule(({ rest }, masked) => ({ do: 'close', targets: readTargets(rest, masked) }))
export const hover = rule(({ rest }, masked) => ({ do: 'hover', targets: readTargets(rest, masked) }))
export const download = rule(({ rest }, masked) => ({ do: 'download', targets: readTargets(rest, masked) }))
export const upload = rule(({ file, place }, masked) => {
  return { do: 'upload', file: masked.plain(file), targets: targetsOf(place, masked) }
})
export const answer = rule(({ verb }, masked) => {
  const accept = !/^(?:cancel|decline|dismiss|refuse|reject)|no$/i.test(verb)
  return { do: 'answer', accept, targets: readTargets(verb, masked) }
})
const REFUSES = /^(?:no|not|cancel|decline|keep|don['’]t|never|back)\b/i
export const answerWith = rule(({ rest }, masked) => {
  const targets = readTargets(rest, masked)
  return { do: 'answer', accept: !REFUSES.test(masked.plain(rest)), targets }
})
export const search = rule(({ query, place }, masked) => {
  const said = query.replace(ON_SITE, '')
  return { do: 'search', query: masked.plain(said), field: targetsOf(place, masked) }
})
const ON_SITE = phrase` (in|on|using|with) the (search|site|page|shop|website|catalog(ue)?|archive|directory|library|store)\b.*$`
const VALUE = `(?<value>${WHOLE}|[^\\s,()/]+)`
const IS = '\\s*(is |[:=]\\s*|\\s)'
const USER = phrase`(user ?name|user ?id|user|e-?mail( address)?|login|account|member(ship)?( number| id)?|card number)${IS}(?!(and|the|with|using|as)\b)${VALUE}`
const PASSWORD = phrase`(pass(word|code|phrase)?|pin|pwd?)${IS}${VALUE}`
const AS = phrase`^(as|with|using) (the )?(user )?${VALUE}(?=\s*(,|/|and\b|with\b|$))`
const PAIR = /^\(?\s*(?<user>\S+?)\s*(?:\/|,|\band\b|\bwith\b)\s*(?<password>\S+?)\s*\)?$/i
const CREDENTIALS = /^\(?(?:(?:with|using|as)\s+)?(?:the\s+)?|\)$/gi
/** Reads who signs in: `as ann with password x`, `(ann / x)`, `with the email … and the password …`. */
export const signInWith = rule(({ rest }, masked) => {
  const said = rest.trim().replace(/^(?:(?:to|into|on|at)\s+)?(?:the|my|this)\s+\S+\s*/i, '')
  const password = PASSWORD.exec(said)?.groups?.['value']
  const user = (USER.exec(said) ?? AS.exec(said))?.groups?.['value']
  const pair = PAIR.exec(said.replace(/^(?:with|using|as)\s+(?:the\s+)?(?:credentials\s+)?/i, ''))?.groups
  const found = user !== undefined && password !== undefined ? { user, password } : pair
  // Without a name to sign in with, the control is meant: `click Sign in`.
  if (!found && said === '') return { do: 'press', verb: 'sign in', targets: [], times: 1 }
  // `with customer number 771 and passcode 20`
  const facts = /\s/.test(said) ? readFacts(said.replace(CREDENTIALS, ''), masked) : []
  if (!found) return facts.length < 2 ? undefined : { do: 'form', verb: 'sign in', object: '', facts }
  const secret = masked.plain(found['password']!).replace(/[.,;]+$/, '')
  return { do: 'signIn', user: masked.plain(found['user']!), password: secret }
})

export const pressKey = rule(({ rest }, masked) => {
  const { phrase: named, times } = timesOf(rest, masked)
  const key = readKey(named)
  return key === undefined ? undefined : { do: 'key', key, times }
})
export const press = rule(({ rest, how }, masked) => {
  const { phrase: named, times } = timesOf(rest, masked)
  const targets = readTargets(named, masked)
  if (targets.length === 0) return undefined
  const button = how?.toLowerCase() === 'right' && { button: 'right' as const }
  const isDouble = how?.toLowerCase() === 'double' && { isDouble: true }
  return { do: 'press', targets, times, ...button, ...isDouble }
})

export const wait = rule(({ count, unit }, masked) => {
  const said = masked.plain(count)
  const amount = COUNTS[said.toLowerCase()] ?? Number(said)
  const ms = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1_000
  return amount >= 0 ? { do: 'wait', ms: amount * ms } : undefined
})
export const waitFor = rule(({ rest, gone }, masked) => {
  return { do: 'waitFor', targets: readTargets(rest, masked), isGone: gone !== undefined }
})
export const scroll = rule(({ to = 'down', place }, masked) => {
  const edge = to.toLowerCase().replace('end', 'bottom') as 'top' | 'bottom' | 'up' | 'down'
  return { do: 'scroll', to: targetsOf(place, masked) ?? edge }
})
const DESCENDING = phrase`\b(in )?(descending|desc|(from )?(high(est)?|large(st)?|big(gest)?|new(est)?|late(st)?|most)( to (low|small|old)\w*| first| at the top)|most expensive( first)?|z\s*(to|-)\s*a|reverse)( order)?\b`
const ASCENDING = phrase`\b(in )?(ascending|asc|(from )?(low(est)?|small(est)?|old(est)?|early|earliest|cheap(est)?|least|few(est)?)( to (high|large|big|new|late|most|expensive)\w*| first| at the top)|a\s*(to|-)\s*z|alphabetical(ly)?)( order)?\b`
export const sort = rule(({ rest }, masked) => {
  const said = masked.plain(rest)
  const field = said.replace(DESCENDING, ' ').replace(ASCENDING, ' ')
  const by = field.replace(/^\s*by\s+/i, '').replace(/^[\s,(]+|^the\s+|[\s,()]+$/gi, '')
  return { do: 'sort', by, descending: DESCENDING.test(said) || (ASCENDING.test(said) ? false : undefined) }
})
export const filter = rule(({ rest }, masked) => ({ do: 'filter', facts: readFacts(rest, masked) }))

export const put = rule(({ rest }, masked) => putOrder(rest, masked))
export const putTo = rule(({ rest, value }, masked) => putOrder(`${rest} to ${value}`, masked))
export const choose = rule(({ rest }, masked) => putOrder(rest, masked, { isChoice: true }))
export const pay = rule(({ rest }, masked) => putOrder(`payment: ${rest}`, masked, { isChoice: true }))
const OFF = /^(?:un|de|dis)|off$/i
export const tick = rule(({ rest, state = '' }, masked) => putOrder(rest, masked, { on: !OFF.test(state) }))
export const clear = rule(({ rest }, masked) => {
  const key = masked.plain(rest.replace(/^the\s+|\s+(?:field|box|input)$/gi, ''))
  return { do: 'put', facts: [{ said: key, readings: [{ key, value: '' }], targets: [], joint: '' }] }
})
export const fillForm = rule(({ verb = '', object, facts }, masked) => {
  const [named, values] = [masked.plain(object), readFacts(facts, masked)]
  return { do: 'form', verb: verb.toLowerCase(), object: named, facts: values }
})
export const tell = rule(({ question }, masked) =>
  question.trim() === '' ? undefined : { do: 'tell', question: masked.plain(question) },
)

function targetsOf(place: string | undefined, masked: Masked): Target[] | undefined {
  return place === undefined ? undefined : readTargets(place, masked)
}

/** Reads values to enter: `size L`, `the quantity to 3`, `"Noor" as first name`, `country=Japan, weight=1`. */
export function readFacts(said: string, masked: Masked, on?: boolean): Fact[] {
  const parts = said.split(JOINT)
  return parts.flatMap((part, at) => {
    const isValue = at % 2 === 0 && part.trim() !== ''
    return isValue ? { ...readFact(part.trim(), masked, on), joint: parts[at - 1] ?? '' } : []
  })
}

type How = { on?: boolean; isChoice?: boolean }
const JOINT = /(\s*[,;]\s*(?:and\s+|then\s+)?|\s+(?:and|plus|&)\s+)/i

function readFact(text: string, masked: Masked, on?: boolean): Fact {
  const [quoted, ...others] = text.match(new RegExp(QUOTED, 'gu')) ?? []
  return {
    said: masked.plain(text),
    ...(quoted !== undefined && others.length === 0 && { quoted: masked.plain(quoted) }),
    readings: readingsOf(text, masked),
    targets: readTargets(text, masked),
    joint: '',
    ...(on !== undefined && { on }),
  }
}

export function putOrder(said: string, masked: Masked, { on, isChoice }: How = {}): Order | undefined {
  const facts = readFacts(said, masked, on)
  if (facts.length === 0) return undefined
  const whole = facts.length > 1 && { whole: readFact(said, masked, on) }
  return { do: 'put', facts, ...whole, ...(isChoice && { isChoice }) }
}

/** Patterns that name the field and the value, the surest first. */
const PATTERNS = [
  /^(?:the\s+|my\s+)?(?<key>[^=:]{1,60}?)\s*(?:=|:(?=\s|[\ue000\ue001]))\s*(?<value>.+)$/u,
  words`<value?> as ((the|my|your|a) )?<key>`,
  words`<value?> in ?to ((the|my) )?<key>`,
  words`((the|my) )?<key?> (to|as|is|at|=>|->|→|with) <value>`,
  words`<value?> (in|for|from|under|on|at) ((the|my) )?<key>`,
  words`((the|my|a) )?<key?> (of|at|for) <value>`,
  words`((the|my|a) )?(?<key>[^\ue000\ue001]+?) (?<value>${WHOLE})`,
  words`(?<value>${WHOLE}) (the )?(?<key>[^\ue000\ue001]+)`,
]

function readingsOf(text: string, masked: Masked): Fact['readings'] {
  return PATTERNS.flatMap((pattern) => {
    const { key, value } = pattern.exec(text)?.groups ?? {}
    if (key === undefined || value === undefined) return []
    const bare = value.replace(/^(?:to|be|the value)\s+/i, '')
    return [{ key: withoutKind(masked.plain(key)), value: masked.plain(bare) }]
  })
}

const KIND_FIRST = phrase`^(field|box|dropdown|list|slider|switch) ((called|named|labell?ed|for( the)?) )?`
const KIND_LAST = phrase` (text ?)?(field|box|input|drop-?down|list|menu|selector|slider|switch|filter|picker)$`

/** `the Keyword field` is called `Keyword`. */
export function withoutKind(key: string): string {
  return key.replace(KIND_FIRST, '').replace(KIND_LAST, '').trim()
}
