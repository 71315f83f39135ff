import {
  MASKED_QUOTE,
  startsCommand,
  startsPlainCommand,
  startsSentence,
  phrase,
  words,
} from './vocabulary.ts'

export interface Clause {
  kind: 'command' | 'forbidden'
  text: string
  condition?: string
}

/** Splits a masked instruction into clauses: at list items and sentences, then wherever a new command begins. */
export function splitClauses(text: string): Clause[] {
  return text
    .replaceAll(PAIR_LINES, joinPairs)
    .split(/\n+|\s+(?=\(?\d{1,2}\)[^\S\n])/)
    .flatMap((line) => line.replace(LIST_MARK, '').split(/(?<=[.!?;])\s+/))
    .map((sentence) =>
      trimmed(
        sentence
          .replace(LIST_MARK, '')
          .replace(HEADING, '')
          .replace(PLACE_HEADING, 'on the $1, ')
          .replace(QUESTIONED_COMMAND, 'no wait '),
      ),
    )
    .flatMap(splitSentence)
    .flatMap(splitObjects)
    .map(toClause)
    .filter((clause) => clause.text !== '' && !SMALL_TALK.test(clause.text))
}

/** After a line that ends with a colon, pairs on lines of their own are one list of values. */
const PAIR_LINES = /(?<=:)[^\S\n]*(?:\n+\s*[-*•]?\s*(?!step\b)[^\n:=,.!?]{1,50}[:=]\s+[^\n]+)+/gi
const joinPairs = (lines: string) =>
  lines
    .trim()
    .replaceAll(/[.;,]*\s*\n+\s*[-*•]?\s*/g, ', ')
    .replace(/^[-*•]?\s*/, ' ')
const LIST_MARK = /^\s*(?:step\s+\d{1,2}\s*[:.)-]?|\(?\d{1,2}[.):]|[-*•–·])\s+/i
/** `Write a review: give it 4 stars`, `Do the following: …`: the commands come after the colon. */
const HEADING = phrase`^(please )?(i (want|need|would like)|i'd like|write|leave|do|follow|perform|carry out|here|your|the|task|steps?|instructions?)\b[^:=\ue000\ue001]{0,80}: (?=(give|click|tap|type|enter|open|set|choose|select|go|search|fill|put|pick|rate|tick)\s)|^[^:=\ue000\ue001]{0,40}\bplease\s*: (?=\S)`
/** `Alerts tab: turn off Sounds` */
const PLACE_HEADING =
  /^([^:=,.]{1,40} (?:tab|page|section|menu|panel|screen)): (?=(?:click|set|turn|switch|choose|select|tick|untick|enter|type|open|change)\s)/i
const SMALL_TALK = words`(hi|hello|hey|thanks|thank you|please|cheers|ok|okay|ty|yet|for me|that's it|that is all|nothing else|yes|no|right|great|good)( (there|a lot|so much|very much|in advance|you|again))?[,!.]?`

/** `Click Buy? No, click Save.`: a command with a question mark is none; no rule reads its clause. */
const QUESTIONED_COMMAND = /^(?=(?:click|tap|press|buy|delete|remove|open|send|submit)\b[^?]*\?\s*$)/i
const trimmed = (text: string) =>
  text.replace(/^[\s.,;:!–—-]+|(?:[\s.,;!?–—-]|\s(?:and|but|then)(?=[\s,]*$))+$/g, '')

const CONNECTOR =
  /\s*,\s*(?:(?:and|but|then|also|so|finally|plus)\s+)*|\s+[–—-]+\s+(?:(?:and|but|then)\s+)*|\s*(?:->|→|>)\s*|\s+(?:and|but|then|before you|after which|afterwards)\s+(?:(?:then|also|finally|afterwards|please)\s+)*|\s+(?=without\s+\w+ing\b)/g
const BEING = "((that|it)( is|'s) |you( are|'re) )?"
const LEAD_IN = phrase`^((please|pls|kindly|now|first of all|first(ly)?(?! names?\b)|second(ly)?|third(ly)?|next|then|also|finally|last(ly)?(?! names?\b)|afterwards?|after (that|this)|(from )?there|(once|when) ${BEING}(done|there|finished)|once ${BEING}in|and|but|so|just|simply|(could|can|would|will) you|i( want| need| would like|'d like) (you )?to(?! know)|you (should|need to)|go ahead and|let's|(in|at) the end|to finish)\b[,:]? )+`
const POLITE = phrase`^((please|pls|kindly|now|then|also|just|finally) )+`
const PROHIBITION_START = phrase`^((please|but|and|just|though|however) )*(do not(\s*,[^,]{3,40},)?(?! forget)|don['’]?t(?! forget)|never|without|avoid|stop before|(make sure|be careful|take care) ((that )?you )?(not to|do not|don['’]?t|never)|not|none of|no other|no need to|under no circumstances|(i|we) (do not|don['’]?t) want( you)? to) `
/** `it must not be posted` */
const PASSIVE = phrase`^(it|this|that|they|nothing|the \S+) (must|should|may|can|is|are)(\s*not|n['’]t) (to )?be (?<verb>\p{L}+)`
/** `My other bookings must stay` */
const ABOUT_OTHERS = phrase`^(leave|keep|(all )?(my|the|any)?\s*(other|rest|remaining|everything else|others))\b.*\b(else|others?|rest|stay|remain|untouched|alone|as (it is|they are|is)|unchanged)\b`
const CONDITION = words`(if|in case|should) (?<condition>[^,]+?)(,\s*(then )?| then )(?<rest>\S.*)`
/** `When the results appear, …` says nothing that is not waited for anyway. */
const TIME_CLAUSE = phrase`^(when|once|after|as soon as|while) [^,]+?,\s*(then )?(?=\S)`
/** `when it asks you to confirm, choose Cancel` */
const ASKED = words`(when|once|if) [^,]*\b(asks?|asked|prompt(s|ed)?|confirm(ation)?|dialog|pop-?up)\b[^,]*, (choose|click|press|hit|select|pick|say|answer|tap) (on )?<reply>`
const PAGE_EVENT_WORDS = phrase`\b(load|appear|show|open|ready|there|visible|done|finish|ask|come|pop|display|see|result|page|in\b)`
const PLACE = words`((and|but|then) )?(under|in|on|at|from|within|inside|for|next to|beside) [^,]{2,50}`
/** A condition or a time clause; it belongs to the command after it, and so does a place. */
const CONDITION_START = phrase`^((and|but|then) )?(if|in case|should|when|once|after|as soon as|while)\s(?!(done|that|this|which|it is done|finished)\b)`
/** `then "Add to Sunday Kitchen"`, `then the week ahead tab`: the verb of the clause before goes on. */
const ELLIPSIS = /^(?:\ue001\d+\ue002|the\s+[^,]{2,40}\s+(?:button|tab|link))(?=$|[,.]|\s+(?:and|then)\s)/u
const PRESSES = /^(?:please\s+)?(?:click|tap|press|hit|open)\b/i

function splitSentence(sentence: string): string[] {
  const clauses: string[] = []
  let from = 0
  for (const { 0: connector, index } of sentence.matchAll(CONNECTOR)) {
    const rest = sentence.slice(index + connector.length)
    const before = sentence.slice(from, index)
    const isEllipsis = /then\s*$/i.test(connector) && ELLIPSIS.test(rest) && PRESSES.test(before)
    const begins = isEllipsis || (beginsClause(rest) && !isPair(before, rest))
    if (index <= from || !begins || isOpening(before)) continue
    clauses.push(before)
    from = index + connector.length
  }
  return [...clauses, sentence.slice(from)].map(trimmed)
}

const OBJECTS = words`(?<verb>(add|remove|delete|star|favou?rite|bookmark|like|watch|open) )(?<all>${MASKED_QUOTE}((,| and|, and) ${MASKED_QUOTE})+)(?<tail> (to|from|in|on) (?!(the|my) (to-?do )?list$|(the|my) notes$).+)`

/** `add "A" and "B" to the wish list` is two commands. */
function splitObjects(clause: string): string[] {
  const { verb = '', all = '', tail = '' } = OBJECTS.exec(clause)?.groups ?? {}
  const objects = all.match(new RegExp(MASKED_QUOTE, 'gu')) ?? []
  return objects.length === 0 ? [clause] : objects.map((object) => `${verb}${object}${tail}`)
}

/** In a list of values a word before a value names a field: `headline "…", review "…"`, `return date 7 May`. */
function isPair(before: string, rest: string): boolean {
  if (!/[:=]|[\ue000\ue001]\d+\ue002$/.test(before) || COMMANDS.test(rest)) return false
  return (
    /^[\p{L}-]+(?:\s[\p{L}-]+){0,2}\s+[\ue000\ue001]/u.test(rest) ||
    (/[:=]/.test(before) && /^[^,:=]{1,50}\s*(?:=|:\s)\s*\S/.test(rest))
  )
}

const COMMANDS =
  /^(?:and\s+|then\s+)*(?:click|tap|press|type|enter|select|choose|pick|open|search|set|fill|put|write|tick|untick|answer|say|go|add|change|turn|switch|check|use|show|view|play|find|leave|keep|delete|remove|save|send|submit|sort|filter|accept|reject|close|download)\b/i

function isOpening(before: string): boolean {
  const isForbidding = /^(?:please\s+)?(?:do\s+not|don['’]?t|never)(?:\s*,[^,]*)?$/i.test(before)
  return isForbidding || (PLACE.test(before) ? !splitLeadingPlace(before) : CONDITION_START.test(before))
}

function beginsClause(rest: string): boolean {
  // `in the cookie banner click …`
  const place = splitLeadingPlace(rest)?.place
  return (
    PROHIBITION_START.test(rest) ||
    PASSIVE.test(rest) ||
    (CONDITION_START.test(rest) && !PLACE.test(rest)) ||
    startsCommand(withoutLeadIn(rest)) ||
    (place !== undefined && /^[^,]{0,40}$/.test(place))
  )
}

function toClause(said: string): Clause {
  const bare = withoutLeadIn(said).replace(/^(?:do\s+not|don['’]?t)\s+forget\s+to\s+/i, '')
  if (ABOUT_OTHERS.test(bare)) return { kind: 'forbidden', text: bare }
  const passive = PASSIVE.exec(bare)?.groups?.['verb']
  if (passive !== undefined) return { kind: 'forbidden', text: passive }
  if (PROHIBITION_START.test(bare)) return { kind: 'forbidden', text: bare.replace(PROHIBITION_START, '') }
  const { condition, rest } = CONDITION.exec(bare)?.groups ?? {}
  if (condition !== undefined) return { kind: 'command', text: withoutLeadIn(rest!), condition }
  const asked = ASKED.exec(bare)?.groups?.['reply']
  if (asked !== undefined) return { kind: 'command', text: `answer ${asked} if asked` }
  const untimed = PAGE_EVENT_WORDS.test(TIME_CLAUSE.exec(bare)?.[0] ?? '')
    ? bare.replace(TIME_CLAUSE, '')
    : bare
  const text = startsSentence(untimed) ? withoutLeadIn(untimed) : bare
  return { kind: 'command', text: ELLIPSIS.test(text) ? `click ${text}` : text }
}

/** `next` and `first` stay where they are a name or an ordinal: `Next`, `first name`. */
function withoutLeadIn(clause: string): string {
  const rest = clause.replace(LEAD_IN, '')
  const isNamed = rest === clause || /^[^,:=]{1,30}\s*(?:=|:\s)/.test(rest)
  const begins =
    [PROHIBITION_START, CONDITION_START, PLACE, /^i(?:'d| would| want| need)\b/i].some((pattern) =>
      pattern.test(rest),
    ) || startsSentence(rest)
  return !isNamed && begins ? rest : clause.replace(POLITE, '')
}

const PREPOSITION = phrase`^((and|but|then) )?(in|on|under|from|within|inside|at|next to|beside|for|using|with) (the )?(?=\S)`

/** Splits `In the cookie banner click "Save"` into the place and the command; undefined if no place comes first. */
export function splitLeadingPlace(clause: string): { place: string; clause: string } | undefined {
  const [preposition] = PREPOSITION.exec(clause) ?? []
  if (preposition === undefined) return undefined
  for (const { 0: gap, index } of clause.matchAll(/,?\s+(?=[\p{L}-])/gu)) {
    if (index <= preposition.length) continue
    const rest = clause.slice(index + gap.length)
    const begins = gap.startsWith(',') ? startsCommand(rest) : startsPlainCommand(rest)
    if (begins) return { place: clause.slice(preposition.length, index), clause: rest }
  }
  return undefined
}
