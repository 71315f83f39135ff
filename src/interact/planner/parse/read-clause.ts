import type { Order } from './command.ts'
import { readFact, readFacts, withoutKind } from './facts.ts'
import { WHOLE } from './masked.ts'
import type { Masked } from './masked.ts'
import { readKey } from './keys.ts'
import { splitLeadingPlace } from './leading-place.ts'
import { readSignIn } from './sign-in.ts'
import { readPlace, readTargets } from './targets.ts'
import { siteVerb } from './verbs.ts'

type Groups = Record<string, string | undefined>
type Build = (groups: Groups, masked: Masked) => Order | undefined

/** Parses one clause; undefined if no rule reads it. `before` is the command before it. */
export function readClause(said: string, masked: Masked, before?: Order): Order | undefined {
  const clause = plainOrder(said)
  const placed = splitLeadingPlace(clause)
  if (placed) {
    const order = readClause(placed.clause, masked)
    return order && withPlace(order, placed.place, masked)
  }
  if (isNounPair(clause)) return put(clause, masked)
  for (const [pattern, build] of RULES) {
    const match = pattern.exec(clause)
    const order = match && build(match.groups ?? {}, masked)
    if (order) return order
  }
  return (
    readSiteClause(clause, masked) ??
    readContinuation(clause, masked, before) ??
    readUnknown(clause, masked) ??
    (isPairs(clause) || isListed(clause) ? put(clause, masked) : undefined)
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

const COUNTS: Record<string, number> = {
  once: 1,
  twice: 2,
  thrice: 3,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const TIMES = /\s+(?:(?<word>once|twice|thrice)|(?<count>\S+)\s+(?:more\s+)?times?)(?:\s+in a row)?$/i

/** Splits `Next twice` into the phrase and the number. */
function timesOf(phrase: string, masked: Masked): { phrase: string; times: number } {
  const match = TIMES.exec(phrase)
  const word = match && masked.plain((match.groups!['word'] ?? match.groups!['count'])!).toLowerCase()
  const times = word ? (COUNTS[word] ?? Number.parseInt(word, 10)) : 1
  return match && times > 0 ? { phrase: phrase.slice(0, match.index), times } : { phrase, times: 1 }
}

function press(
  phrase: string,
  masked: Masked,
  more: { button?: 'right'; isDouble?: boolean } = {},
): Order | undefined {
  const { phrase: named, times } = timesOf(phrase, masked)
  const targets = readTargets(named, masked)
  return targets.length > 0 ? { do: 'press', targets, times, ...more } : undefined
}

function put(
  words: string,
  masked: Masked,
  more: { on?: boolean; isChoice?: boolean } = {},
): Order | undefined {
  const facts = readFacts(words, masked, more.on)
  const whole = facts.length > 1 ? readFact(words, masked, more.on) : undefined
  return facts.length > 0
    ? { do: 'put', facts, ...(whole && { whole }), ...(more.isChoice && { isChoice: true }) }
    : undefined
}

function page(word: string, masked: Masked): Order | undefined {
  const named = masked.plain(word).toLowerCase()
  if (named === 'next' || named === 'previous' || named === 'first' || named === 'last')
    return { do: 'page', number: named }
  const number = COUNTS[named] ?? Number(named)
  return Number.isInteger(number) ? { do: 'page', number } : undefined
}

function repeat(clause: string, until: string, masked: Masked): Order | undefined {
  const order = readClause(clause, masked)
  return order && { do: 'repeat', order, until: masked.plain(until) }
}

function wait(count: string, unit: string): Order | undefined {
  const amount = COUNTS[count.toLowerCase()] ?? Number(count)
  const ms = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1_000
  return amount >= 0 ? { do: 'wait', ms: amount * ms } : undefined
}

const DESCENDING =
  /\b(?:in\s+)?(?:descending|desc|(?:from\s+)?(?:high(?:est)?|large(?:st)?|big(?:gest)?|new(?:est)?|late(?:st)?|most)(?:\s+to\s+(?:low|small|old)\w*|\s+first|\s+at the top)|most expensive(?:\s+first)?|z\s*(?:to|-)\s*a|reverse)(?:\s+order)?\b/i
const ASCENDING =
  /\b(?:in\s+)?(?:ascending|asc|(?:from\s+)?(?:low(?:est)?|small(?:est)?|old(?:est)?|early|earliest|cheap(?:est)?|least|few(?:est)?)(?:\s+to\s+(?:high|large|big|new|late|most|expensive)\w*|\s+first|\s+at the top)|a\s*(?:to|-)\s*z|alphabetically|alphabetical)(?:\s+order)?\b/i

function sort(words: string): Order {
  const by = words
    .replace(DESCENDING, ' ')
    .replace(ASCENDING, ' ')
    .replace(/^\s*by\s+/i, '')
    .replace(/[\s,()]+$/g, '')
    .replace(/^[\s,(]+|^the\s+/gi, '')
    .trim()
  return {
    do: 'sort',
    by,
    descending: DESCENDING.test(words) ? true : ASCENDING.test(words) ? false : undefined,
  }
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

const tell: Build = ({ question }, masked) =>
  question!.trim() === '' ? undefined : { do: 'tell', question: masked.plain(question!) }

const URL = new RegExp(
  `^(?:go|navigate|browse|open|visit|head)(?:\\s+(?:over\\s+)?to)?\\s+(?<url>${WHOLE})$`,
  'iu',
)
const LOOK =
  '(?:tell|give|read|show|get|send|bring)\\s+(?:it\\s+)?(?:back\\s+)?(?:to\\s+)?me(?:\\s+back)?|let\\s+me\\s+know|tell|report(?:\\s+back)?|return|extract|say|read(?:\\s+(?:out|off|aloud))?|fetch|retrieve|note(?:\\s+down)?|work\\s+out|figure\\s+out|find\\s+out|record|collect'

/** The first rule that fits is taken. */
const RULES: [pattern: RegExp, build: Build][] = [
  [
    /^(?:keep|continue)\s+(?:on\s+)?(?<verb>click|press|tapp?|hitt?|scroll|load)ing\s+(?:on\s+)?(?<rest>.+?)\s+(?:until|till|as long as)\s+(?<until>.+)$/i,
    ({ verb, rest, until }, masked) =>
      repeat(`${/^(?:scroll|load)/i.test(verb!) ? verb : 'click'} ${rest}`, until!, masked),
  ],
  [
    /^(?<clause>(?!wait\b).+?)\s+(?:over and over\s+|again and again\s+|repeatedly\s+)?(?:until|till|for as long as|as long as)\s+(?<until>.+)$/i,
    ({ clause, until }, masked) => repeat(clause!, until!, masked),
  ],
  [
    /^repeat\s+(?<times>\S+\s+times?|twice)\s*:?\s+(?<rest>.+)$/i,
    ({ times, rest }, masked) => readClause(`${rest} ${times}`, masked),
  ],
  [
    /^(?<clause>(?:load|show)\s+(?:all|every)\b.+)$/i,
    ({ clause }, masked) =>
      repeat(
        `click ${clause!.replace(/^(load|show)\s+(?:all|every).*$/i, '$1 more')}`,
        'there are no more',
        masked,
      ),
  ],
  [
    /^(?:go|navigate|browse|move|jump|head|turn|switch)\s+(?:over\s+)?(?:on\s+)?to\s+(?:the\s+)?page\s+(?:number\s+)?(?<number>\S+)(?:\s+of\s+.*)?$/i,
    ({ number }, masked) => page(number!, masked),
  ],
  [
    /^(?:go|navigate|move|jump|open|head|turn|switch|show)(?:\s+over)?(?:\s+to)?\s+(?:the\s+|its\s+|their\s+)?(?<which>next|previous|first|last|\S+?(?:st|nd|rd|th))\s+page\b.*$/i,
    ({ which }, masked) => page(which!.replace(/(?<=\d)(?:st|nd|rd|th)$/i, ''), masked),
  ],
  [
    /^(?:go\s+|navigate\s+|head\s+|step\s+)?back(?:\s+(?:one page|a page|to the (?:previous|last) page|once|again))?$/i,
    () => ({ do: 'back', targets: undefined }),
  ],
  [
    /^(?:go|navigate|head)\s+back\s+to\s+(?<rest>.+)$/i,
    ({ rest }, masked) => ({ do: 'back', targets: readTargets(rest!, masked) }),
  ],
  [/^(?:go|navigate)\s+forward(?:\s+again)?$/i, () => ({ do: 'forward' })],
  [/^(?:reload|refresh)(?:\s+(?:the\s+|this\s+)?(?:page|site|tab|browser))?$/i, () => ({ do: 'reload' })],
  [
    URL,
    ({ url }, masked) =>
      /^https?:/.test(masked.plain(url!)) ? { do: 'goto', url: masked.plain(url!) } : undefined,
  ],
  [
    /^(?:accept|allow|agree to)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?cookies?(?:\s+(?:banner|notice|policy))?$/i,
    () => ({ do: 'cookies', accept: true }),
  ],
  [
    /^(?:reject|decline|refuse|deny|dismiss|close)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:optional\s+|non-essential\s+)?cookies?(?:\s+(?:banner|notice|popup))?$/i,
    () => ({ do: 'cookies', accept: false }),
  ],
  [
    /^(?<verb>confirm|accept|agree|approve|ok|say (?:yes|ok|okay)|answer (?:yes|ok)|cancel|decline|say no|answer no)(?<rest>\s+(?:to\s.+|it|this|that|(?:to\s+)?the (?:dialog|question|prompt|alert|confirmation|deletion|removal|warning)|(?:when|if) (?:it|the (?:page|browser|site)|you(?:'re| are)?|asked|prompted).*|in the (?:dialog|popup).*))?$/i,
    ({ verb }, masked) => ({
      do: 'answer',
      accept: !/^(?:cancel|decline|say no|answer no)/i.test(verb!),
      targets: readTargets(verb!, masked),
    }),
  ],
  [
    /^(?:close|dismiss|get rid of|click away|shut)\s+(?:the\s+|that\s+|any\s+|this\s+)?(?<rest>(?:[\p{L}-]+\s+){0,3}(?:pop-?up|dialog|modal|banner|overlay|window|message|notice|notification|box|panel|layer|it))$/iu,
    ({ rest }, masked) => ({ do: 'close', targets: readTargets(rest!, masked) }),
  ],
  [
    /^(?:say|answer)\s+(?<rest>\ue001\d+\ue002)(?:\s+to\s+.*)?$/iu,
    ({ rest }, masked) => put(rest!, masked, { isChoice: true }),
  ],
  [
    /^(?:go on|move on|carry on|next)(?:\s+to\s+the\s+next\s+(?:step|page|screen|question))?$/i,
    () => ({ do: 'press', targets: [{ name: 'next' }, { name: 'continue' }, { name: 'go on' }], times: 1 }),
  ],
  [
    /^(?:search|look)\s+(?:(?:in|on|through|within)?\s*(?:the\s+)?(?<field>[^,]+?)\s+)?for\s+(?<query>.+)$/i,
    ({ query, field }, masked) => ({
      do: 'search',
      query: masked.plain(
        query!
          .replace(/\s+(?:in|on|using|with)\s+the\s+(?:search|site|page|shop|website)\b.*$/i, '')
          .replace(/^(?:the\s+)?(?:word|term|phrase)s?\s+/i, ''),
      ),
      field: field === undefined ? undefined : readTargets(field, masked),
    }),
  ],
  [
    new RegExp(
      `^(?:look\\s+up\\s+(?!(?:how|what|when|where|who|which|the)\\b)(?<words>.+?)|(?:search|find|look\\s+up)\\s+(?<query>${WHOLE}|it(?=\\s+(?:in|on))))(?:\\s+(?:in|on|using|with)\\s+(?:the\\s+)?(?<field>.+))?$`,
      'iu',
    ),
    ({ query, words, field }, masked) => ({
      do: 'search',
      query: masked.plain((query ?? words)!),
      field: field === undefined ? undefined : readTargets(field, masked),
    }),
  ],
  [
    /^use\s+(?<user>\S+)\s+as\s+(?:the\s+)?(?:user ?name|user|e-?mail(?: address)?|login)\s+and\s+(?<password>\S+)\s+as\s+(?:the\s+)?pass(?:word|code)\b.*$/i,
    ({ user, password }, masked) => ({
      do: 'signIn',
      user: masked.plain(user!),
      password: masked.plain(password!),
    }),
  ],
  [/^(?:log|sign)\s*in(?:to)?\b(?<rest>.*)$/i, ({ rest }, masked) => readSignIn(rest!, masked)],
  [
    /^(?:press|hit|push|use|tap)\s+(?<key>.+)$/i,
    ({ key }, masked) => {
      const { phrase, times } = timesOf(key!, masked)
      const named = readKey(phrase)
      return named === undefined ? undefined : { do: 'key', key: named, times }
    },
  ],
  [
    /^double[- ]?click(?:\s+on)?\s+(?<rest>.+)$/i,
    ({ rest }, masked) => press(rest!, masked, { isDouble: true }),
  ],
  [
    /^right[- ]?click(?:\s+on)?\s+(?<rest>.+)$/i,
    ({ rest }, masked) => press(rest!, masked, { button: 'right' }),
  ],
  [
    /^(?:click|tap|press|hit|push)(?:\s+(?:on|in|into))?\s+(?<rest>.+)$/i,
    ({ rest }, masked) => press(rest!, masked),
  ],
  [
    /^(?:hover|(?:move|put)\s+the\s+(?:mouse|cursor|pointer))\s+(?:(?:over|on|to|onto)\s+)?(?<rest>.+)$/i,
    ({ rest }, masked) => ({ do: 'hover', targets: readTargets(rest!, masked) }),
  ],
  [
    /^wait(?:\s+for)?\s+(?:about\s+)?(?<count>\S+)\s*(?<unit>ms|milliseconds?|s|sec(?:ond)?s?|min(?:ute)?s?)$/i,
    ({ count, unit }, masked) => wait(masked.plain(count!), unit!),
  ],
  [
    /^wait\s+(?:until|till|for)\s+(?<rest>.+?)\s+(?:to\s+|has\s+|have\s+|is\s+|are\s+)?(?:disappears?|disappeared|vanish(?:es|ed)?|gone|goes away|go away|hidden)$/i,
    ({ rest }, masked) => ({ do: 'waitFor', targets: readTargets(rest!, masked), isGone: true }),
  ],
  [
    /^wait\s+(?:until|till|for)\s+(?<rest>.+?)(?:\s+(?:to\s+|has\s+|have\s+|is\s+|are\s+)?(?:appears?|appeared|(?:finish(?:es|ed)?\s+)?load(?:s|ed|ing)?|visible|shown?|ready|there|updated?|come up|comes up|finished|done|complete))?$/i,
    ({ rest }, masked) => ({ do: 'waitFor', targets: readTargets(rest!, masked), isGone: false }),
  ],
  [/^wait(?:\s+(?:a\s+)?(?:bit|moment|little))?$/i, () => ({ do: 'wait', ms: 1000 })],
  [
    /^scroll\s+(?:all the way\s+|right\s+)?(?:down\s+|up\s+)?(?:to\s+)?(?:the\s+)?(?:very\s+)?(?<to>top|bottom|end|up|down)(?:\s+(?:of\s+)?(?:the\s+)?(?:page|list))?$/i,
    ({ to }) => ({ do: 'scroll', to: to!.toLowerCase() === 'end' ? 'bottom' : (to!.toLowerCase() as 'top') }),
  ],
  [
    /^scroll\s+(?:down\s+|up\s+)?(?:to|until you see)\s+(?<rest>.+)$/i,
    ({ rest }, masked) => ({ do: 'scroll', to: readTargets(rest!, masked) }),
  ],
  [/^scroll(?:\s+(?:down|through|the|in)\b.*)?$/i, () => ({ do: 'scroll', to: 'down' })],
  [
    /^(?:re-?)?(?:sort|order)\s+(?:(?:the|all|them|it|this)\b(?:\s+(?!by\b)[\p{L}]+){0,3}\s+)?(?<rest>(?:by|from|in|alphabetically|(?:most\s+)?[\p{L}]+\s+first|ascending|descending)\b.*)$/iu,
    ({ rest }, masked) => sort(masked.plain(rest!)),
  ],
  [
    /^(?:filter|narrow)\s+(?:down\s+)?(?:(?:the|all|it|them|this)\b(?:\s+(?!by\b|to\b|for\b)[\p{L}]+){0,3}\s+)?(?:down\s+)?(?:by|for|to|on|with)\s+(?<rest>.+)$/iu,
    ({ rest }, masked) => ({ do: 'filter', facts: readFacts(rest!, masked) }),
  ],
  [
    /^show\s+(?:me\s+)?only\s+(?:the\s+)?(?<rest>.+)$/i,
    ({ rest }, masked) => ({ do: 'filter', facts: readFacts(rest!, masked) }),
  ],
  [
    /^download\s+(?<rest>.+)$/i,
    ({ rest }, masked) => ({
      do: 'download',
      targets: readTargets(rest!.replace(/^(?:the\s+)?file\s+(?=\S)/i, ''), masked),
    }),
  ],
  [
    new RegExp(
      `^(?:upload|attach)\\s+(?:the\\s+)?(?:file\\s+)?(?<file>${WHOLE})(?:\\s+(?:to|as|into|in|at|under)\\s+(?<rest>.+))?$`,
      'iu',
    ),
    ({ file, rest }, masked) => ({
      do: 'upload',
      file: masked.plain(file!),
      targets: rest === undefined ? undefined : readTargets(rest, masked),
    }),
  ],
  [
    /^(?:uncheck|untick|deselect|unselect|turn off|disable|switch off|toggle off)\s+(?<rest>.+)$/i,
    ({ rest }, masked) => put(rest!, masked, { on: false }),
  ],
  [
    /^(?:turn|switch|toggle)\s+(?<rest>.+?)\s+(?<state>on|off)$/i,
    ({ rest, state }, masked) => put(rest!, masked, { on: /^on$/i.test(state!) }),
  ],
  [
    /^(?:leave|keep)\s+(?<rest>.+?)\s+(?<state>off|on|unchecked|unticked|checked|ticked|selected|unselected)$/i,
    ({ rest, state }, masked) => put(rest!, masked, { on: /^(?:on|checked|ticked|selected)$/i.test(state!) }),
  ],
  [/^(?:leave|keep)\s+(?:everything|anything|all|the|it|any)\b.*$/i, () => ({ do: 'wait', ms: 0 })],
  [
    /^(?:make sure|ensure|check)\s+(?:that\s+)?(?<rest>.+?)\s+is\s+(?<state>on|off|checked|ticked|unchecked|unticked|selected|enabled|disabled)$/i,
    ({ rest, state }, masked) => put(rest!, masked, { on: !/^(?:off|un|dis)/i.test(state!) }),
  ],
  [
    /^(?:make sure|ensure)\s+(?:that\s+)?(?<rest>.+?)\s+is\s+(?:set\s+to\s+)?(?<value>.+)$/i,
    ({ rest, value }, masked) => put(`${rest}: ${value}`, masked),
  ],
  [
    /^mark\s+(?<rest>(?!it\b).+?)\s+as\s+(?:done|complete|completed|finished)$/i,
    ({ rest }, masked) => put(rest!, masked, { on: true }),
  ],
  [/^(?:check|find out|see)\s+(?<question>(?:if|whether|how|what|which|who|when|where)\b.+)$/i, tell],
  [
    /^(?:check(?!\s+(?:out|in|availability|availabilities|now|my|for)\b)|tick|turn on|switch on|enable|toggle)\s+(?:off\s+)?(?:that\s+)?(?<rest>.+)$/i,
    ({ rest }, masked) => put(rest!, masked, { on: true }),
  ],
  [/^(?:i\s+)?agree\s+(?:to|with)\s+(?<rest>.+)$/i, ({ rest }, masked) => put(rest!, masked, { on: true })],
  [
    /^accept\s+(?<rest>(?:the\s+)?(?:terms|conditions|privacy|policy).*)$/i,
    ({ rest }, masked) => put(rest!, masked, { on: true }),
  ],
  [
    /^(?:clear|erase|empty)\s+(?<rest>.*\b(?:field|box|input|search)\b.*)$/i,
    ({ rest }, masked) => clear(rest!, masked),
  ],
  [/^(?:clear|erase)\s+(?<rest>.+)$/i, ({ rest }, masked) => clear(rest!, masked)],
  [
    /^(?:fill\s+(?:in|out)|fill|complete)\s+(?:the\s+|this\s+|that\s+|in\s+)?(?:(?:[\p{L}-]+\s+){0,3}(?:form|details|fields)(?:\s+(?:with|as follows|using|like this|by))*\s*:?|(?<=\b(?:the|this|that)\s+)(?:[\p{L}-]+\s+){0,3}[\p{L}-]+(?:\s+(?:with|using)\s*:?|\s*:(?=[^:=]*[:=])))\s+(?<rest>.+)$/iu,
    ({ rest }, masked) => put(rest!, masked),
  ],
  [
    /^(?:fill|put|type|write)\s+(?:it\s+|them\s+)?(?:in|out)\s*(?:with|as follows)?\s*:?\s+(?<rest>.+)$/i,
    ({ rest }, masked) => put(rest!, masked),
  ],
  [
    /^(?:type|enter|input|write|put|insert|paste|fill)\s+(?:in\s+)?(?:(?:the|a)\s+(?:text|value|word|words|number)\s+(?=[\ue000\ue001]))?(?<rest>.+)$/iu,
    ({ rest }, masked) => put(rest!, masked),
  ],
  [
    /^(?:switch|change|go|head|navigate|move|jump|turn)\s+(?:it\s+)?(?:over\s+)?(?:on\s+)?to\s+(?<rest>.+)$/i,
    ({ rest }, masked) => press(rest!, masked),
  ],
  [
    /^(?:increase|decrease|raise|lower|reduce|bump|bring|move|drag|slide|turn|push|pull)\s+(?<rest>.+?)(?:\s+(?:up|down|over|along))?\s+(?<to>to\s+.+)$/i,
    ({ rest, to }, masked) => put(`${rest} ${to}`, masked),
  ],
  [
    /^(?:set|change|adjust|switch|update|rename|edit)\s+(?<rest>.+?\s+(?:to|as)\s+.+)$/i,
    ({ rest }, masked) => put(rest!, masked),
  ],
  [
    /^(?:set|set up|make|create|leave|start)\s+(?:a|an|another|one)\s+(?:new\s+)?(?<object>[\p{L} -]+?)\s+(?:with|using)\s+(?<facts>.+)$/iu,
    ({ object, facts }, masked) => ({
      do: 'form',
      verb: '',
      object: masked.plain(object!),
      facts: readFacts(facts!, masked),
    }),
  ],
  [/^set\s+(?<rest>.+)$/i, ({ rest }, masked) => put(rest!, masked)],
  [
    /^(?:select|choose|pick|take|use)\s+(?<rest>.+)$/i,
    ({ rest }, masked) => put(rest!, masked, { isChoice: true }),
  ],
  [
    /^(?:give|rate)\s+(?:it|this|that|them)\s+(?<rest>.+)$/i,
    ({ rest }, masked) => put(rest!, masked, { isChoice: true }),
  ],
  [
    /^pay\s+(?:by|with|via|using)\s+(?<rest>.+)$/i,
    ({ rest }, masked) => put(`payment: ${rest}`, masked, { isChoice: true }),
  ],
  [
    /^stop\s+(?:at|on|before|when you reach)\s+(?:the\s+)?(?<page>.+?)(?:\s+(?:page|step|screen))?$/i,
    ({ page: name }, masked) => ({ do: 'stopAt', page: masked.plain(name!) }),
  ],
  [
    /^get\s+(?:me\s+)?(?:a|an|my)\s+(?<object>[^:]+?)\s*(?::|with|for)\s+(?<facts>.+)$/i,
    ({ object, facts }, masked) => ({
      do: 'form',
      verb: 'get',
      object: masked.plain(object!),
      facts: readFacts(facts!, masked),
    }),
  ],
  [
    /^(?:go|get|run|walk)\s+through\s+(?:the\s+)?(?<object>.+?)\s+(?:with|using|as)\s*:?\s+(?<facts>.+)$/i,
    ({ object, facts }, masked) => ({
      do: 'form',
      verb: '',
      object: masked.plain(object!),
      facts: readFacts(facts!, masked),
    }),
  ],
  [new RegExp(`^(?:${LOOK})\\b[\\s:,]*(?<question>.*)$`, 'iu'), tell],
  [/^(?:i\s+(?:want|need|would like)\s+(?:to\s+know\s+)?|i'd like (?:to know )?)(?<question>.+)$/i, tell],
  [
    /^(?<question>(?:(?:at|by|in|on|from|to|for|until|under|with|of)\s+)?(?:list|count|name|what|which|who|whose|when|where|how|is|are|was|were|does|do(?=\s+(?:i|we|you|they|the|these|those)\b)|did|has|have|can)\b.+)$/i,
    tell,
  ],
  [/^(?:find|get)\s+(?<question>(?:me\s+)?(?:the|all|every|each|how|what|which)\b.+)$/i, tell],
  [
    /^(?:open|go to|head (?:over )?to|navigate to|visit|expand|unfold|collapse|show|view|close|proceed to|continue to|continue with|return to|go through|go into|enter|play|pause)\s+(?:up\s+)?(?<rest>.+)$/i,
    ({ rest }, masked) => press(rest!, masked),
  ],
  [
    /^(?:proceed|continue|go on|move on)(?:\s+to\s+(?:the\s+)?next\s+(?:step|page|screen))?$/i,
    (_groups, masked) => press('continue', masked),
  ],
]

function clear(rest: string, masked: Masked): Order {
  const key = masked.plain(rest.replace(/^(?:the\s+)/i, '').replace(/\s+(?:field|box|input)$/i, ''))
  return { do: 'put', facts: [{ said: key, readings: [{ key, value: '' }], targets: [], joint: '' }] }
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
  return before?.do === 'put' && /\s(?:to|as|into)\s|[=:]/.test(clause) ? put(clause, masked) : undefined
}

/** A verb that no rule knows, with values behind prepositions: `plan a journey from Alderby to Sandmere on 9 June`. */
function readUnknown(clause: string, masked: Masked): Order | undefined {
  const { verb, object } = /^(?<verb>\p{L}+)\s+(?<object>(?:a|an|the|my)\s.+)$/u.exec(clause)?.groups ?? {}
  const order = verb === undefined ? undefined : readPrepared(verb, object!, masked)
  return order?.do === 'form' ? { ...order, verb: '' } : undefined
}
