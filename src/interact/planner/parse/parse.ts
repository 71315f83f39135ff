import { wordsOf } from '../match/words.ts'
import { putOperation, readByGrammar, readInputs, withoutKind } from './builders.ts'
import { splitClauses, splitLeadingPlace } from './clauses.ts'
import type { Command, FormInput, Operation } from './command.ts'
import { readPlace, readTargets } from './targets.ts'
import { mask, MASKED_QUOTE, SITE_VERBS, phrase, timesOf, words } from './vocabulary.ts'
import type { Masked } from './vocabulary.ts'

export type Instruction =
  | { state: 'parsed'; commands: Command[]; forbidden: string[] }
  | { state: 'unread'; clause: string }

/** Parses an instruction into commands. One clause that no rule reads refuses the whole instruction. */
export function parseInstruction(prompt: string): Instruction {
  const masked = mask(prompt)
  const commands: Command[] = []
  const clauses = splitClauses(masked.text)
  const forbidden = clauses.filter(({ kind }) => kind === 'forbidden').map(({ text }) => masked.plain(text))
  const mentions = clauses.map(({ text }) => new RegExp(MASKED_QUOTE, 'u').exec(text)?.[0])
  for (const [at, { kind, text, condition }] of clauses.entries()) {
    if (kind === 'forbidden') continue
    // `I need the book "Salt Roads". Find it in the catalogue.`
    const isMentioned = mentions[at] !== undefined || SEARCH_IT.test(clauses[at + 1]?.text ?? '')
    if (WANT_PHRASE.test(text) && isMentioned && at < clauses.length - 1) {
      mentions[at] ??= text.replace(WANT_PHRASE, '')
      continue
    }
    const mention = mentions.slice(0, at).findLast((one) => one !== undefined)
    const said = mention === undefined ? text : text.replace(SEARCH_IT, `$1 ${mention}`)
    // Only whether something is on the page can be checked.
    const isCheckable = condition === undefined || (SHOWS.test(condition) && !COMPARES.test(condition))
    const isRefused = text.length > LONGEST_CLAUSE || UNSUPPORTED_PHRASES.test(text) || !isCheckable
    const order = isRefused ? undefined : readClause(said, masked, commands.at(-1))
    if (!order) return { state: 'unread', clause: masked.plain(text) }
    // `a cookie banner appears` is about the cookie banner.
    const shown = condition?.replace(THERE_IS, '').replace(APPEARS, '')
    const only = shown === undefined ? {} : { condition: readTargets(shown, masked) }
    commands.push({ ...order, said: masked.plain(text), ...only })
  }
  // `How much is the lamp? Open its page.`: a question that comes first is answered last.
  const [first, ...others] = commands
  const isAskedFirst = first?.do === 'tell' && others.length > 0 && others.every((one) => one.do !== 'tell')
  return { state: 'parsed', commands: isAskedFirst ? [...others, first] : commands, forbidden }
}

/** No command is longer than this; longer texts belong in quotes. */
const LONGEST_CLAUSE = 600
/** Corrections, alternatives and commands for each of several things are a model's work. */
const UNSUPPORTED_PHRASES = phrase`\b(no,? wait|wait,? no|scratch that|otherwise|or else|if not)\b|\belse (click|press|tap|open|go)\b|^(for|on|in) (each|every)\b(?! page\b)|^(click|tap|press|hit|like|open|delete|remove|archive|select) (on )?(every|each|all (of )?(the )?[a-z]+s$)`
const COMPARES = phrase`\b(not|no|n['’]t|(dis|en)abled|empty|below|above|less|more|than|cheaper|before|after)\b`
const SHOWS = phrase`\b((appear|show|open|ask|exist)s?|(pop|come)s? up|there|shown|visible|displayed|present|asked|see|offered)\b`
const WANT_PHRASE = /^i(?:\s+(?:need|want|would like|am looking for)|['’](?:d like|m looking for))\s/i
const SEARCH_IT = /^(find|search for|look for|look up)\s+(?:it|this|that|them|those)\b/i
const THERE_IS = phrase`^(there( is|'s| are)|you see|it shows|the page (shows|has)) `
const APPEARS = phrase` (appears?|(show|pop|come)s? up|is (there|shown|visible|displayed|present|open)|asks?.*|exists?|opens?)$`

function readClause(said: string, masked: Masked, before?: Operation): Operation | undefined {
  const clause = simplifyClause(said)
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
  const order = readByGrammar(clause, masked, (inner) => readClause(inner, masked))
  if (order) return order
  // A clause without a verb goes on with the values of the one before: `… and check-out to 15 March`.
  const isContinued = before?.do === 'put' && /\s(?:to|as|into)\s|[=:]/.test(clause)
  const isValues = PAIRS.test(clause) || (LISTED.test(clause) && !ABOUT.test(clause))
  return (
    readSiteClause(clause, masked) ??
    (isContinued ? putOperation(clause, masked) : undefined) ??
    readPrepositional('', UNKNOWN.exec(clause)?.[1] ?? '', masked) ??
    (isValues ? putOperation(clause, masked) : undefined)
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

function withPlace(order: Operation, place: string, masked: Masked): Operation {
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
    const keyed = (fact: FormInput) => ({ ...fact, readings: [{ key, value: fact.said }] })
    return {
      ...placed,
      inputs: placed.inputs.map((fact) => (fact.interpretations.length > 0 ? fact : keyed(fact))),
    }
  }
  return placed.do === 'search' && !placed.field ? { ...placed, field: targets } : placed
}

const BEGINNING = /^(?:start|begin|repeat)\s+(?:by\s+)?(?=\p{L}+ing\s)/iu
const GERUND = /^(?:(typ|choos|writ)|(enter|click|select|press|fill|search|scroll|open|pick))ing\s/i
const WHEN_OFFERED = phrase` (when|once|as soon as) (it|they|that|the (list|suggestion|option)s?) (is|are|appears?|comes?|shows?|pops?)\b.*$`

/** Removes words that change nothing: `Start typing Tarn`, `take Tarnwick when it is offered`, `and nothing else`. */
function simplifyClause(clause: string): string {
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
const ADDED = words`([^\s:\ue000\ue001]+ )*?(?<noun>[\p{Ll}-]+)\s*(called|named|titled|saying)?\s*:? (?<values>${MASKED_QUOTE}(\s*(,\s*(and )?|and |;)\s*${MASKED_QUOTE})*)( to (the|my) (list|to-?do list|notes))?`

/** A verb of the website: `save the changes`, `book the spa for 9 April under the name Lund`, `add a task: "Milk"`. */
function readSiteClause(clause: string, masked: Masked): Operation | undefined {
  const { verb: said, object = '' } = SITE_CLAUSE.exec(clause)?.groups ?? {}
  if (said === undefined) return undefined
  const verb = said.toLowerCase()
  const { noun, values } = (COMPOSES.test(verb) && ADDED.exec(object)?.groups) || {}
  if (noun !== undefined) {
    const texts = values!.match(new RegExp(MASKED_QUOTE, 'gu'))!
    return { do: 'add', verb, noun: masked.plain(noun), values: texts.map(masked.plain) }
  }
  const { head, facts } = WITH_FACTS.exec(object)?.groups ?? {}
  if (facts !== undefined)
    return { do: 'form', verb, object: masked.plain(head!), inputs: readInputs(facts, masked) }
  const prepared = readPrepositional(verb, object, masked)
  if (prepared) return prepared
  const { phrase: named, times } = timesOf(object, masked)
  return { do: 'press', verb, targets: readTargets(named, masked), times }
}

const PREPOSITION = /^(from|to|until|for|at|on|under|with|as|using)\s+(?:the\s+|a\s+)?(.*)$/i

/** Values behind prepositions: `for 9 April 2027 at 14:30 under the name Petra Lund`. At least one must be a value. */
function readPrepositional(verb: string, object: string, masked: Masked): Operation | undefined {
  const parts = object.split(/,?\s+(?=(?:from|to|for|at|on|under|with|until|as|using|leaving|arriving)\s)/i)
  const head = PREPOSITION.test(parts[0]!) ? '' : parts.shift()!
  if (/[\ue000\ue001]/.test(head) || !parts.some((part) => /[\ue000\ue001\d]/.test(part))) return undefined
  const inputs = parts.flatMap((part) => {
    const [, preposition = '', rest = part] = PREPOSITION.exec(part) ?? []
    // `from Alderby` is the value of a field `From`, if there is one.
    const own = { key: preposition, value: masked.plain(rest) }
    return readInputs(rest, masked).map((fact, at) =>
      at === 0 ? { ...fact, interpretations: [...fact.interpretations, own] } : fact,
    )
  })
  return { do: 'form', verb, object: masked.plain(head), inputs }
}

/** For messages. */
const FORMS = `click "Save"; click "Remove" next to "Lena Fischer"; type "tent" into "Search";
fill in the form with: name=Ann, email=ann@site.example; select "Norway" as "Country"; set "Guests" to 2;
tick "I agree"; untick "Newsletter"; search for "lamp"; log in with user "ann" and password "…";
sort by price ascending; filter by status Open; go to page 3; open the first result; go back; press Enter;
hover over "Menu"; scroll to the bottom; wait for "Results"; accept cookies; download "report.pdf";
click "Load more" until it disappears; tell me the price; list the titles; count the rows`.split(/;\s/)

export function suggestForms(clause: string): string {
  const said = new Set(wordsOf(clause))
  const shared = (form: string) => wordsOf(form).filter((word) => said.has(word)).length
  const near = FORMS.toSorted((a, b) => shared(b) - shared(a))
  return `Known forms: ${near.slice(0, 3).join('; ')}.`
}
