import { startsCommand, startsPlainCommand, startsSentence } from './verbs.ts'

/** A clause of a masked instruction: a command, or something that must not be done. */
export interface Clause {
  kind: 'command' | 'forbidden'
  text: string
  /** `If a cookie banner appears`. */
  condition?: string
}

/** Splits a masked instruction into clauses: at list items and sentences, then wherever a new command begins. */
export function splitClauses(text: string): Clause[] {
  return sentencesOf(text)
    .flatMap(splitSentence)
    .map(toClause)
    .filter((clause) => clause.text !== '' && !SMALL_TALK.test(clause.text))
}

/** `2.`, `3)`, `Step 4:`, `-` and `•` at the beginning of a line, or numbers in brackets within one. */
const LIST_MARK = /^\s*(?:step\s+\d{1,2}\s*[:.)-]?|\(?\d{1,2}[.):]|[-*•–·])\s+/i
const INLINE_NUMBER = /\s+(?=\(?\d{1,2}\)\s)/
const SENTENCE_END = /(?<=[.!?;])\s+/

function sentencesOf(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => line.split(INLINE_NUMBER))
    .flatMap((line) => line.replace(LIST_MARK, '').split(SENTENCE_END))
    .map((sentence) => trimmed(doubted(sentence.replace(LIST_MARK, '').replace(HEADING, ''))))
    .filter((sentence) => sentence !== '')
}

/** `Write a review: give it 4 stars`, `Do the following: …`: the commands come after the colon. */
const HEADING =
  /^(?:please\s+)?(?:write|leave|do|follow|perform|carry out|here|your|the|task|steps?|instructions?)\b[^:=\ue000\ue001]{0,40}:\s+(?=(?:give|click|tap|type|enter|open|set|choose|select|go|search|fill|put|pick|rate|tick)\s)|^[^:=\ue000\ue001]{0,40}\bplease\s*:\s+(?=\S)/i

/** `Click Buy? No, click Save.`: a command with a question mark is none; its clause is read by no rule. */
function doubted(sentence: string): string {
  return /^(?:click|tap|press|buy|delete|remove|open|send|submit)\b[^?]*\?\s*$/i.test(sentence)
    ? `no wait ${sentence}`
    : sentence
}

function trimmed(text: string): string {
  return text.replace(/^[\s.,;:!–—-]+|[\s.,;!?–—-]+$/g, '')
}

const CONNECTOR =
  /\s*,\s*(?:(?:and|but|then|also|so|finally|plus)\s+)*|\s+[–—-]+\s+(?:(?:and|but|then)\s+)*|\s*(?:->|→|>)\s*|\s+(?:and|but|then|before you|after which|afterwards)\s+(?:(?:then|also|finally|afterwards|please)\s+)*|\s+(?=without\s+\w+ing\b)/g
const LEAD_IN =
  /^(?:(?:please|pls|kindly|now|first of all|first|firstly|second|secondly|third|thirdly|next|then|also|finally|lastly|last|afterwards?|after that|after this|from there|there|once (?:that is |that's |it is |it's |you are |you're )?(?:done|there|finished|in)|when (?:that is |that's |it is |it's |you are |you're )?(?:done|there|finished)|and|but|so|just|simply|could you|can you|would you|will you|i want you to|i would like you to|i'd like you to|i need you to|i want to|i'd like to|i would like to|i need to|you should|you need to|go ahead and|let's|in the end|at the end|to finish)\b[,:]?\s+)+/i
const FORBIDS =
  /^(?:(?:please|but|and|just|though|however)\s+)*(?:do\s+not(?:\s*,[^,]{3,40},)?(?!\s+forget)|don['’]?t(?!\s+forget)|never|without|avoid|stop before|(?:make sure|be careful|take care) (?:you |that you )?(?:not to|do not|don['’]?t|never)|not|no need to|under no circumstances)\s+/i
const SMALL_TALK =
  /^(?:(?:hi|hello|hey|thanks|thank you|please|cheers|ok|okay|ty|yet|for me|that's it|that is all|nothing else|yes|no|right|great|good)(?:\s+(?:there|a lot|so much|very much|in advance|you|again))?[,!.]?)$/i
/** `When the results appear, …` says nothing that is not waited for anyway. */
const TIME_CLAUSE = /^(?:when|once|after|as soon as|while)\s+(?:[^,]+?),\s*(?:then\s+)?(?=\S)/i
/** Time clauses that say nothing that is not waited for anyway. */
const LOADS =
  /\b(?:load|appear|show|open|ready|there|visible|done|finish|ask|come|pop|display|see|logged in|signed in|result|page|in\b)/i
const CONDITION =
  /^(?:if|in case|should)\s+(?<condition>[^,]+?)(?:,\s*(?:then\s+)?|\s+then\s+)(?<rest>\S.*)$/i

function splitSentence(sentence: string): string[] {
  const clauses: string[] = []
  let from = 0
  for (const { 0: connector, index } of sentence.matchAll(CONNECTOR)) {
    const rest = sentence.slice(index + connector.length)
    const before = sentence.slice(from, index)
    const isEllipsis =
      /then\s*$/i.test(connector) &&
      ELLIPSIS.test(rest) &&
      /^(?:please\s+)?(?:click|tap|press|hit|open)\b/i.test(before)
    const begins = isEllipsis || (beginsClause(rest) && !isPair(before, rest))
    if (index <= from || !begins || isOpening(before)) continue
    clauses.push(before)
    from = index + connector.length
  }
  clauses.push(sentence.slice(from))
  return clauses.map(trimmed)
}

/** `headline "…", review "…"`: in a list of values a word before a quoted text names a field. */
function isPair(before: string, rest: string): boolean {
  return (
    /[:=]|\ue001\d+\ue002$/.test(before) &&
    /^(?:and\s+)?[\p{L}-]+\s+\ue001/u.test(rest) &&
    !/^(?:click|tap|press|type|enter|select|choose|pick|open|search)\b/i.test(rest)
  )
}

const PLACE =
  /^(?:(?:and|but|then)\s+)?(?:under|in|on|at|from|within|inside|for|next to|beside)\s+[^,]{2,50}$/i
/** A condition, a time clause or a place belongs to the command after it. */
const OPENS = new RegExp(
  `^(?:(?:and|but|then)\\s+)?(?:if|in case|should|when|once|after|as soon as|while)\\s(?!(?:done|that|this|which|it is done|finished)\\b)|${PLACE.source}`,
  'i',
)

function isOpening(before: string): boolean {
  if (/^(?:please\s+)?(?:do\s+not|don['’]?t|never)(?:\s*,[^,]*)?$/i.test(before)) return true
  return OPENS.test(before) && !(PLACE.test(before) && splitLeadingPlace(before))
}

/** `then "Add to Sunday Kitchen"`, `then the week ahead tab`: the verb of the clause before goes on. */
const ELLIPSIS = /^(?:\ue001\d+\ue002|the\s+[^,]{2,40}\s+(?:button|tab|link))(?=$|[,.]|\s+(?:and|then)\s)/u

function beginsClause(rest: string): boolean {
  const isOpened = OPENS.test(rest) && !PLACE.test(rest)
  return (
    FORBIDS.test(rest) ||
    PASSIVE.test(rest) ||
    isOpened ||
    startsCommand(withoutLeadIn(rest)) ||
    isPlaced(rest)
  )
}

/** `in the cookie banner click …` */
function isPlaced(rest: string): boolean {
  const placed = splitLeadingPlace(rest)
  return placed !== undefined && placed.place.length <= LONGEST_PLACE && !placed.place.includes(',')
}

const LONGEST_PLACE = 40

function toClause(said: string): Clause {
  const bare = withoutLeadIn(said).replace(/^(?:do\s+not|don['’]?t)\s+forget\s+to\s+/i, '')
  if (ABOUT_OTHERS.test(bare)) return { kind: 'forbidden', text: bare }
  const passive = PASSIVE.exec(bare)?.groups?.['verb']
  if (passive !== undefined) return { kind: 'forbidden', text: passive }
  if (FORBIDS.test(bare)) return { kind: 'forbidden', text: bare.replace(FORBIDS, '') }
  const { condition, rest } = CONDITION.exec(bare)?.groups ?? {}
  if (condition !== undefined) return { kind: 'command', text: withoutLeadIn(rest!), condition }
  const untimed = LOADS.test(TIME_CLAUSE.exec(bare)?.[0] ?? '') ? bare.replace(TIME_CLAUSE, '') : bare
  const text = startsSentence(untimed) ? withoutLeadIn(untimed) : bare
  return { kind: 'command', text: ELLIPSIS.test(text) ? `click ${text}` : text }
}

/** `next` and `first` stay where they are a name or an ordinal: `Next`, `first name`. */
function withoutLeadIn(clause: string): string {
  const rest = clause.replace(LEAD_IN, '')
  const isPair = /^[^,:=]{1,30}\s*(?:=|:\s)/.test(rest)
  if (rest !== clause && !isPair && (startsSentence(rest) || FORBIDS.test(rest) || OPENS.test(rest)))
    return rest
  return clause.replace(POLITE, '')
}

/** `it must not be posted`. */
const PASSIVE =
  /^(?:it|this|that|they|nothing|the\s+\S+)\s+(?:must|should|may|can|is|are)(?:\s*not|n['’]t)\s+(?:to\s+)?be\s+(?<verb>\p{L}+)/iu

/** `My other bookings must stay`. */
const ABOUT_OTHERS =
  /^(?:leave|keep|(?:all\s+)?(?:my|the|any)?\s*(?:other|rest|remaining|everything else|others))\b.*\b(?:else|others?|rest|stay|remain|untouched|alone|as (?:it is|they are|is)|unchanged)\b/i

const POLITE = /^(?:(?:please|pls|kindly|now|then|also|just|finally)\s+)+/i

const PREPOSITION =
  /^(?:(?:and|but|then)\s+)?(?:in|on|under|from|within|inside|at|next to|beside|for|using|with)\s+(?:the\s+)?(?=\S)/i

/** Splits `In the cookie banner click "Save"` into the place and the command; undefined if no place comes first. */
export function splitLeadingPlace(clause: string): { place: string; clause: string } | undefined {
  const [preposition] = PREPOSITION.exec(clause) ?? []
  if (preposition === undefined) return undefined
  for (const { 0: gap, index } of clause.matchAll(/,?\s+(?=[\p{L}-])/gu)) {
    if (index <= preposition.length) continue
    const rest = clause.slice(index + gap.length)
    if (!(gap.startsWith(',') ? startsCommand(rest) : startsPlainCommand(rest))) continue
    return { place: clause.slice(preposition.length, index), clause: rest }
  }
  return undefined
}
