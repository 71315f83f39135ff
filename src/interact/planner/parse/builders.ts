import { readFileSync } from 'node:fs'
import type { Operation, Target, FormInput } from './command.ts'
import { MASKED, COUNTS, phrase, readKey, timesOf, words, MASKED_QUOTE } from './vocabulary.ts'
import type { Masked } from './vocabulary.ts'
import { readTargets } from './targets.ts'

/** Reads a clause by the first form of `grammar.txt` that it has; undefined if it has none. `read` reads a clause within it. */
export function readByGrammar(clause: string, masked: Masked, read: ReadClause): Operation | undefined {
  for (const { form, build } of GRAMMAR) {
    const match = form.exec(clause)
    const order = match && build({ ...match.groups } as Groups, masked, read)
    if (order) return order
  }
  return undefined
}

/** What forms capture. Each captures what its builder needs. */
type Groups = Record<Needed | 'file' | 'object' | 'facts' | 'question', string> &
  Partial<Record<'place' | 'how' | 'to' | 'gone' | 'state', string>>
type Needed = 'rest' | 'value' | 'clause' | 'until' | 'count' | 'unit' | 'which' | 'url' | 'verb' | 'query'
type ReadClause = (clause: string) => Operation | undefined
type Build = (groups: Groups, masked: Masked, read: ReadClause) => Operation | undefined

const FORWARD = [{ name: 'next' }, { name: 'continue' }, { name: 'go on' }]

const REFUSES = /^(?:no|not|cancel|decline|keep|don['’]t|never|back)\b/i
const ON_SITE = phrase` (in|on|using|with) the (search|site|page|shop|website|catalog(ue)?|archive|directory|library|store)\b.*$`
const VALUE = `(?<value>${MASKED}|[^\\s,()/]+)`
const IS = '\\s*(is |[:=]\\s*|\\s)'
const USER = phrase`(user ?name|user ?id|user|e-?mail( address)?|login|account|member(ship)?( number| id)?|card number)${IS}(?!(and|the|with|using|as)\b)${VALUE}`
const PASSWORD = phrase`(pass(word|code|phrase)?|pin|pwd?)${IS}${VALUE}`
const AS = phrase`^(as|with|using) (the )?(user )?${VALUE}(?=\s*(,|/|and\b|with\b|$))`
const PAIR = /^\(?\s*(?<user>\S+?)\s*(?:\/|,|\band\b|\bwith\b)\s*(?<password>\S+?)\s*\)?$/i
const CREDENTIALS = /^\(?(?:(?:with|using|as)\s+)?(?:the\s+)?|\)$/gi

const DESCENDING = phrase`\b(in )?(descending|desc|(from )?(high(est)?|large(st)?|big(gest)?|new(est)?|late(st)?|most)( to (low|small|old)\w*| first| at the top)|most expensive( first)?|z\s*(to|-)\s*a|reverse)( order)?\b`
const ASCENDING = phrase`\b(in )?(ascending|asc|(from )?(low(est)?|small(est)?|old(est)?|early|earliest|cheap(est)?|least|few(est)?)( to (high|large|big|new|late|most|expensive)\w*| first| at the top)|a\s*(to|-)\s*z|alphabetical(ly)?)( order)?\b`

const OFF = /^(?:un|de|dis)|off$/i

const BUILDERS: Record<string, Build> = {
  goForward: () => ({ do: 'forward' }),
  reload: () => ({ do: 'reload' }),
  acceptCookies: () => ({ do: 'cookies', accept: true }),
  rejectCookies: () => ({ do: 'cookies', accept: false }),
  doNothing: () => ({ do: 'wait', ms: 0 }),
  proceed: () => ({ do: 'press', targets: [{ name: 'continue' }], times: 1 }),
  goOn: () => ({ do: 'press', targets: FORWARD, times: 1 }),
  again: ({ clause, count }, _masked, read) => read(`${clause} ${count}`),
  repeat: ({ clause, until }, masked, read) => {
    const operation = read(clause)
    return operation && { do: 'repeat', operation, until: masked.plain(until) }
  },
  keepOn: ({ verb, rest, until }, masked, read) => {
    const operation = read(`${/^(?:scroll|load)$/i.test(verb) ? verb : 'click'} ${rest}`)
    return operation && { do: 'repeat', operation, until: masked.plain(until) }
  },
  turnPage: ({ which }, masked) => {
    const named = masked.plain(which).toLowerCase()
    if (named === 'next' || named === 'previous' || named === 'first' || named === 'last')
      return { do: 'page', number: named }
    const number = COUNTS[named] ?? Number(named)
    return Number.isInteger(number) ? { do: 'page', number } : undefined
  },
  goto: ({ url: said }, masked) => {
    const url = masked.plain(said)
    return /^https?:/.test(url) ? { do: 'goto', url } : undefined
  },
  goBack: ({ place }, masked) => ({ do: 'back', targets: targetsOf(place, masked) }),
  stopAt: ({ rest }, masked) => ({ do: 'stopAt', page: masked.plain(rest) }),
  close: ({ rest }, masked) => ({ do: 'close', targets: readTargets(rest, masked) }),
  hover: ({ rest }, masked) => ({ do: 'hover', targets: readTargets(rest, masked) }),
  download: ({ rest }, masked) => ({ do: 'download', targets: readTargets(rest, masked) }),
  upload: ({ file, place }, masked) => {
    return { do: 'upload', file: masked.plain(file), targets: targetsOf(place, masked) }
  },
  answer: ({ verb }, masked) => {
    const accept = !/^(?:cancel|decline|dismiss|refuse|reject)|no$/i.test(verb)
    return { do: 'answer', accept, targets: readTargets(verb, masked) }
  },
  answerWith: ({ rest }, masked) => {
    const targets = readTargets(rest, masked)
    return { do: 'answer', accept: !REFUSES.test(masked.plain(rest)), targets }
  },
  search: ({ query, place }, masked) => {
    const said = query.replace(ON_SITE, '')
    return { do: 'search', query: masked.plain(said), field: targetsOf(place, masked) }
  },
  /** Reads who signs in: `as ann with password x`, `(ann / x)`, `with the email … and the password …`. */
  signInWith: ({ rest }, masked) => {
    const said = rest.trim().replace(/^(?:(?:to|into|on|at)\s+)?(?:the|my|this)\s+\S+\s*/i, '')
    const password = PASSWORD.exec(said)?.groups?.['value']
    const user = (USER.exec(said) ?? AS.exec(said))?.groups?.['value']
    const pair = PAIR.exec(said.replace(/^(?:with|using|as)\s+(?:the\s+)?(?:credentials\s+)?/i, ''))?.groups
    const found = user !== undefined && password !== undefined ? { user, password } : pair
    // Without a name to sign in with, the control is meant: `click Sign in`.
    if (!found && said === '') return { do: 'press', verb: 'sign in', targets: [], times: 1 }
    // `with customer number 771 and passcode 20`
    const facts = /\s/.test(said) ? readInputs(said.replace(CREDENTIALS, ''), masked) : []
    if (!found)
      return facts.length < 2 ? undefined : { do: 'form', verb: 'sign in', object: '', inputs: facts }
    const secret = masked.plain(found['password']!).replace(/[.,;]+$/, '')
    return { do: 'signIn', user: masked.plain(found['user']!), password: secret }
  },
  pressKey: ({ rest }, masked) => {
    const { phrase: named, times } = timesOf(rest, masked)
    const key = readKey(named)
    return key === undefined ? undefined : { do: 'key', key, times }
  },
  press: ({ rest, how }, masked) => {
    const { phrase: named, times } = timesOf(rest, masked)
    const targets = readTargets(named, masked)
    if (targets.length === 0) return undefined
    const button = how?.toLowerCase() === 'right' && { button: 'right' as const }
    const isDouble = how?.toLowerCase() === 'double' && { isDouble: true }
    return { do: 'press', targets, times, ...button, ...isDouble }
  },
  wait: ({ count, unit }, masked) => {
    const said = masked.plain(count)
    const amount = COUNTS[said.toLowerCase()] ?? Number(said)
    const ms = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1_000
    return amount >= 0 ? { do: 'wait', ms: amount * ms } : undefined
  },
  waitFor: ({ rest, gone }, masked) => {
    return { do: 'waitFor', targets: readTargets(rest, masked), isGone: gone !== undefined }
  },
  scroll: ({ to = 'down', place }, masked) => {
    const edge = to.toLowerCase().replace('end', 'bottom') as 'top' | 'bottom' | 'up' | 'down'
    return { do: 'scroll', to: targetsOf(place, masked) ?? edge }
  },
  sort: ({ rest }, masked) => {
    const said = masked.plain(rest)
    const field = said.replace(DESCENDING, ' ').replace(ASCENDING, ' ')
    const by = field.replace(/^\s*by\s+/i, '').replace(/^[\s,(]+|^the\s+|[\s,()]+$/gi, '')
    return { do: 'sort', by, descending: DESCENDING.test(said) || (ASCENDING.test(said) ? false : undefined) }
  },
  filter: ({ rest }, masked) => ({ do: 'filter', inputs: readInputs(rest, masked) }),
  put: ({ rest }, masked) => putOperation(rest, masked),
  putTo: ({ rest, value }, masked) => putOperation(`${rest} to ${value}`, masked),
  choose: ({ rest }, masked) => putOperation(rest, masked, { isChoice: true }),
  pay: ({ rest }, masked) => putOperation(`payment: ${rest}`, masked, { isChoice: true }),
  tick: ({ rest, state = '' }, masked) => putOperation(rest, masked, { on: !OFF.test(state) }),
  clear: ({ rest }, masked) => {
    const key = masked.plain(rest.replace(/^the\s+|\s+(?:field|box|input)$/gi, ''))
    return {
      do: 'put',
      inputs: [{ said: key, interpretations: [{ key, value: '' }], targets: [], connector: '' }],
    }
  },
  fillForm: ({ verb = '', object, facts }, masked) => {
    const [named, values] = [masked.plain(object), readInputs(facts, masked)]
    return { do: 'form', verb: verb.toLowerCase(), object: named, inputs: values }
  },
  tell: ({ question }, masked) =>
    question.trim() === '' ? undefined : { do: 'tell', question: masked.plain(question) },
}

const GRAMMAR = readGrammar()

function readGrammar(): { form: RegExp; build: Build }[] {
  const named: Record<string, string> = { WHOLE: MASKED, QUOTED: MASKED_QUOTE }
  const lines = readFileSync(new URL('./grammar.txt', import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, constant, builder, said = ''] = /^(?:([A-Z]+) =|(\w+):) (.*)$/.exec(line) ?? []
    const pattern = said.replaceAll(/\$\{([A-Z]+)\}/g, (_, name: string) => named[name]!)
    if (constant !== undefined) named[constant] = pattern
    return builder === undefined ? [] : [{ form: words({ raw: [pattern] }), build: BUILDERS[builder]! }]
  })
}

function targetsOf(place: string | undefined, masked: Masked): Target[] | undefined {
  return place === undefined ? undefined : readTargets(place, masked)
}

/** Reads values to enter: `size L`, `the quantity to 3`, `"Noor" as first name`, `country=Japan, weight=1`. */
export function readInputs(said: string, masked: Masked, on?: boolean): FormInput[] {
  const parts = said.split(CONNECTOR)
  return parts.flatMap((part, at) => {
    const isValue = at % 2 === 0 && part.trim() !== ''
    return isValue ? { ...readInput(part.trim(), masked, on), connector: parts[at - 1] ?? '' } : []
  })
}

type InputOptions = { on?: boolean; isChoice?: boolean }
const CONNECTOR = /(\s*[,;]\s*(?:and\s+|then\s+)?|\s+(?:and|plus|&)\s+)/i

function readInput(text: string, masked: Masked, on?: boolean): FormInput {
  const [quoted, ...others] = text.match(new RegExp(MASKED_QUOTE, 'gu')) ?? []
  return {
    said: masked.plain(text),
    ...(quoted !== undefined && others.length === 0 && { quoted: masked.plain(quoted) }),
    interpretations: interpretationsOf(text, masked),
    targets: readTargets(text, masked),
    connector: '',
    ...(on !== undefined && { on }),
  }
}

export function putOperation(
  said: string,
  masked: Masked,
  { on, isChoice }: InputOptions = {},
): Operation | undefined {
  const inputs = readInputs(said, masked, on)
  if (inputs.length === 0) return undefined
  const whole = inputs.length > 1 && { whole: readInput(said, masked, on) }
  return { do: 'put', inputs, ...whole, ...(isChoice && { isChoice }) }
}

const PATTERNS = [
  /^(?:the\s+|my\s+)?(?<key>[^=:]{1,60}?)\s*(?:=|:(?=\s|[\ue000\ue001]))\s*(?<value>.+)$/u,
  words`<value?> as ((the|my|your|a) )?<key>`,
  words`<value?> in ?to ((the|my) )?<key>`,
  words`((the|my) )?<key?> (to|as|is|at|=>|->|→|with) <value>`,
  words`<value?> (in|for|from|under|on|at) ((the|my) )?<key>`,
  words`((the|my|a) )?<key?> (of|at|for) <value>`,
  words`((the|my|a) )?(?<key>[^\ue000\ue001]+?) (?<value>${MASKED})`,
  words`(?<value>${MASKED}) (the )?(?<key>[^\ue000\ue001]+)`,
]

function interpretationsOf(text: string, masked: Masked): FormInput['interpretations'] {
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
