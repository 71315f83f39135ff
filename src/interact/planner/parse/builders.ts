import type { Order, Target } from './command.ts'
import { putOrder, readFacts } from './facts.ts'
import { readKey } from './keys.ts'
import { WHOLE } from './masked.ts'
import type { Masked } from './masked.ts'
import { readTargets } from './targets.ts'
import { COUNTS, timesOf, words } from './vocabulary.ts'

/** Reads clauses of one form. */
export type Rule = (clause: string, masked: Masked, read: Read) => Order | undefined
/** Reads a clause within a clause. */
type Read = (clause: string) => Order | undefined

/** What patterns capture. The pattern of a rule captures what its builder needs. */
type Groups = Record<Needed | NeededToo, string> &
  Partial<Record<'place' | 'how' | 'to' | 'gone' | 'state', string>>
type Needed = 'rest' | 'value' | 'clause' | 'until' | 'count' | 'unit' | 'which' | 'url' | 'verb' | 'query'
type NeededToo = 'user' | 'password' | 'file' | 'object' | 'facts' | 'question'

/** Gives a builder the pattern of its clauses: press`(click|tap) <rest>`. It builds nothing if it returns undefined. */
function rule(build: (groups: Groups, masked: Masked, read: Read) => Order | undefined) {
  return (...pattern: Parameters<typeof words>): Rule => {
    const clauses = words(...pattern)
    return (clause, masked, read) => {
      const match = clauses.exec(clause)
      return match ? build({ ...match.groups } as Groups, masked, read) : undefined
    }
  }
}

export const acceptCookies = rule(() => ({ do: 'cookies', accept: true }))
export const rejectCookies = rule(() => ({ do: 'cookies', accept: false }))
export const goForward = rule(() => ({ do: 'forward' }))
export const reload = rule(() => ({ do: 'reload' }))
export const waitABit = rule(() => ({ do: 'wait', ms: 1000 }))
export const doNothing = rule(() => ({ do: 'wait', ms: 0 }))
export const goOn = rule(() => pressNamed('next', 'continue', 'go on'))
export const proceed = rule(() => pressNamed('continue'))

const until = (order: Order | undefined, end: string): Order | undefined =>
  order && { do: 'repeat', order, until: end }

export const repeat = rule(({ clause, until: end }, masked, read) => until(read(clause), masked.plain(end)))
export const keepOn = rule(({ verb, rest, until: end }, masked, read) => {
  const command = /^(?:scroll|load)$/i.test(verb) ? verb : 'click'
  return until(read(`${command} ${rest}`), masked.plain(end))
})
export const loadAll = rule(({ verb }, _masked, read) =>
  until(read(`click ${verb} more`), 'there are no more'),
)
export const again = rule(({ clause, count }, _masked, read) => read(`${clause} ${count}`))

export const turnPage = rule(({ which }, masked) => {
  const named = masked.plain(which).toLowerCase()
  if (named === 'next' || named === 'previous' || named === 'first' || named === 'last')
    return { do: 'page', number: named }
  const number = COUNTS[named] ?? Number(named)
  return Number.isInteger(number) ? { do: 'page', number } : undefined
})

export const goto = rule(({ url }, masked) =>
  /^https?:/.test(masked.plain(url)) ? { do: 'goto', url: masked.plain(url) } : undefined,
)

export const goBack = rule(({ place }, masked) => ({ do: 'back', targets: targetsOf(place, masked) }))

export const close = rule(({ rest }, masked) => ({ do: 'close', targets: readTargets(rest, masked) }))
export const hover = rule(({ rest }, masked) => ({ do: 'hover', targets: readTargets(rest, masked) }))
export const download = rule(({ rest }, masked) => ({ do: 'download', targets: readTargets(rest, masked) }))

export const answer = rule(({ verb }, masked) => ({
  do: 'answer',
  accept: !/^(?:cancel|decline)|no$/i.test(verb),
  targets: readTargets(verb, masked),
}))

export const search = rule(({ query, place }, masked) => {
  // `search for lamp on the site`
  const words = query.replace(/\s+(?:in|on|using|with)\s+the\s+(?:search|site|page|shop|website)\b.*$/i, '')
  return { do: 'search', query: masked.plain(words), field: targetsOf(place, masked) }
})

export const signIn = rule(({ user, password }, masked) => ({
  do: 'signIn',
  user: masked.plain(user),
  password: masked.plain(password),
}))

const VALUE = `(${WHOLE}|[^\\s,()/]+)`
const IS = '\\s*(?:is\\s+|[:=]\\s*|\\s)'
const USER = new RegExp(
  `(?:user ?name|user ?id|user|e-?mail(?: address)?|login|account|member(?:ship)?(?: number| id)?|card number)${IS}(?!and\\b|the\\b)${VALUE}`,
  'iu',
)
const PASSWORD = new RegExp(`(?:pass(?:word|code|phrase)?|pin|pw|pwd)${IS}${VALUE}`, 'iu')
const AS = new RegExp(`^(?:as|with|using)\\s+(?:the\\s+)?(?:user\\s+)?${VALUE}`, 'iu')
const PAIR = /^\(?\s*(\S+?)\s*(?:\/|,|\band\b|\bwith\b)\s*(\S+?)\s*\)?$/i

/** Reads who signs in: `as ann with password x`, `(ann / x)`, `with the email … and the password …`. */
export const signInWith = rule(({ rest }, masked) => {
  const words = rest.trim().replace(/^(?:to|into|on|at)\s+(?:the|my|this)\s+\S+\s*/i, '')
  const named = [(USER.exec(words) ?? AS.exec(words))?.[1], PASSWORD.exec(words)?.[1]]
  const pair = PAIR.exec(words.replace(/^(?:with|using|as)\s+(?:the\s+)?(?:credentials\s+)?/i, ''))
  const [user, password] = named.includes(undefined) ? (pair?.slice(1) ?? []) : named
  if (user !== undefined && password !== undefined)
    return { do: 'signIn', user: masked.plain(user), password: masked.plain(password).replace(/[.,;]+$/, '') }
  // Without a name to sign in with, the control is meant: `click Sign in`.
  return words === '' ? { do: 'press', verb: 'sign in', targets: [], times: 1 } : undefined
})

export const pressKey = rule(({ rest }, masked) => {
  const { phrase, times } = timesOf(rest, masked)
  const key = readKey(phrase)
  return key === undefined ? undefined : { do: 'key', key, times }
})

export const press = rule(({ rest, how = '' }, masked) => {
  const { phrase, times } = timesOf(rest, masked)
  const targets = readTargets(phrase, masked)
  if (targets.length === 0) return undefined
  const isRight = how.toLowerCase() === 'right'
  const isDouble = how.toLowerCase() === 'double'
  return { do: 'press', targets, times, ...(isRight && { button: 'right' }), ...(isDouble && { isDouble }) }
})

export const wait = rule(({ count, unit }, masked) => {
  const said = masked.plain(count)
  const amount = COUNTS[said.toLowerCase()] ?? Number(said)
  const ms = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1_000
  return amount >= 0 ? { do: 'wait', ms: amount * ms } : undefined
})

export const waitFor = rule(({ rest, gone }, masked) => ({
  do: 'waitFor',
  targets: readTargets(rest, masked),
  isGone: gone !== undefined,
}))

export const scroll = rule(({ to = 'down', place }, masked) => {
  const edge = to.toLowerCase() as 'top' | 'bottom' | 'end' | 'up' | 'down'
  return { do: 'scroll', to: targetsOf(place, masked) ?? (edge === 'end' ? 'bottom' : edge) }
})

const DESCENDING =
  /\b(?:in\s+)?(?:descending|desc|(?:from\s+)?(?:high(?:est)?|large(?:st)?|big(?:gest)?|new(?:est)?|late(?:st)?|most)(?:\s+to\s+(?:low|small|old)\w*|\s+first|\s+at the top)|most expensive(?:\s+first)?|z\s*(?:to|-)\s*a|reverse)(?:\s+order)?\b/i
const ASCENDING =
  /\b(?:in\s+)?(?:ascending|asc|(?:from\s+)?(?:low(?:est)?|small(?:est)?|old(?:est)?|early|earliest|cheap(?:est)?|least|few(?:est)?)(?:\s+to\s+(?:high|large|big|new|late|most|expensive)\w*|\s+first|\s+at the top)|a\s*(?:to|-)\s*z|alphabetically|alphabetical)(?:\s+order)?\b/i

export const sort = rule(({ rest }, masked) => {
  const words = masked.plain(rest)
  const by = words
    .replace(DESCENDING, ' ')
    .replace(ASCENDING, ' ')
    .replace(/^\s*by\s+/i, '')
    .replace(/[\s,()]+$/g, '')
    .replace(/^[\s,(]+|^the\s+/gi, '')
    .trim()
  const descending = DESCENDING.test(words) || (ASCENDING.test(words) ? false : undefined)
  return { do: 'sort', by, descending }
})

export const filter = rule(({ rest }, masked) => ({ do: 'filter', facts: readFacts(rest, masked) }))

export const upload = rule(({ file, place }, masked) => ({
  do: 'upload',
  file: masked.plain(file),
  targets: targetsOf(place, masked),
}))

export const put = rule(({ rest }, masked) => putOrder(rest, masked))
export const putTo = rule(({ rest, value }, masked) => putOrder(`${rest} to ${value}`, masked))
export const putIs = rule(({ rest, value }, masked) => putOrder(`${rest}: ${value}`, masked))
export const choose = rule(({ rest }, masked) => putOrder(rest, masked, { isChoice: true }))
export const pay = rule(({ rest }, masked) => putOrder(`payment: ${rest}`, masked, { isChoice: true }))

/** Ticks a box; unticks it if the clause says `off`, `untick`, `disabled`. */
export const tick = rule(({ rest, state = '' }, masked) =>
  putOrder(rest, masked, { on: !/^(?:un|de|dis)|off$/i.test(state) }),
)

export const clear = rule(({ rest }, masked) => {
  const key = masked.plain(rest.replace(/^the\s+/i, '').replace(/\s+(?:field|box|input)$/i, ''))
  return { do: 'put', facts: [{ said: key, readings: [{ key, value: '' }], targets: [], joint: '' }] }
})

export const fillForm = rule(({ verb = '', object, facts }, masked) => ({
  do: 'form',
  verb: verb.toLowerCase(),
  object: masked.plain(object),
  facts: readFacts(facts, masked),
}))

export const stopAt = rule(({ rest }, masked) => ({ do: 'stopAt', page: masked.plain(rest) }))

export const tell = rule(({ question }, masked) =>
  question.trim() === '' ? undefined : { do: 'tell', question: masked.plain(question) },
)

function pressNamed(...names: string[]): Order {
  return { do: 'press', targets: names.map((name) => ({ name })), times: 1 }
}

function targetsOf(place: string | undefined, masked: Masked): Target[] | undefined {
  return place === undefined ? undefined : readTargets(place, masked)
}
