import type { Match } from './tongue.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { isMark, look, part, seek, startsUpper, trimmed } from './phrase.ts'
import { isTold } from './read-told.ts'
import { sentencesOf, withoutPolite } from './sentences.ts'
import { onwardAt, unknownVerb } from './verbs.ts'

/** Verbs that are as often the names of buttons and fields. */
const NOUNS = new Set(
  'submit search logIn logOut cancel reply like share retweet save post pay order send forwardTo add apply play print continue delete confirm mark filter book sort copy check close buy back forward'.split(
    ' ',
  ),
)
const THINGS = new Set(
  [...NOUNS].filter((verb) => verb !== 'close' && verb !== 'check').concat('subscribe', 'create', 'download'),
)
/** Clauses whose members may be names: what follows `and` there is a verb only if more follows it. */
const LISTS = new Set('click press choose check uncheck type fillIn set hover open read highlight'.split(' '))
const PLACES = ['in', 'into', 'for', 'with', 'below', 'above', 'at', 'date', 'near']

/** The parts of a prompt, in order. */
export function readClauses(prompt: Phrase): Clause[] {
  return sentencesOf(prompt).flatMap((sentence) => splitSentence(sentence))
}

function splitSentence(sentence: Phrase): Clause[] {
  const start = withoutPolite(sentence)
  const rest = start.tokens.length === 0 ? sentence : start
  const asks = rest !== sentence && look(sentence, 'little', 0, 'polite') !== undefined
  if (!asks && isQuestion(rest))
    return [{ verb: 'question', said: part(rest, 0, 0), body: rest, whole: rest }]
  const clauses: Clause[] = []
  let from = 0
  let purpose = false
  let verb = look(rest, 'verb', 0)
  let onward = onwardAt(rest, 0)
  let at = onward?.length ?? verb?.length ?? 1
  const finish = (to: number) => {
    const [first, ...others] = toClauses(part(rest, from, to))
    if (first) clauses.push(purpose ? { ...first, purpose } : first, ...others)
  }
  while (at < rest.tokens.length) {
    // What leads in has no verb of its own: its comma does not end it.
    const leads = !verb && look(rest, 'role', from, ...PLACES) !== undefined
    const joint = jointAt(rest, at, onward ? 'onward' : verb?.meaning)
    if (joint?.none) at = joint.next
    else if (joint && leads && !joint.later && !seekVerb(part(rest, from, at), 1)) {
      verb = look(rest, 'verb', joint.next)
      at = joint.next + (verb?.length ?? 1)
    } else if (joint) {
      finish(at)
      from = joint.next
      purpose = joint.purpose ?? false
      onward = onwardAt(rest, from)
      verb = look(rest, 'verb', from) ?? (onward ? undefined : verb)
      at = from + (onward?.length ?? look(rest, 'verb', from)?.length ?? 1)
    } else at += 1
  }
  finish(rest.tokens.length)
  return clauses
}

function isQuestion(phrase: Phrase): boolean {
  if (look(phrase, 'verb', 0)) return false
  const marked = isMark(phrase.tokens.at(-1), '?')
  const asks = look(phrase, 'little', 0, 'question')
  if (asks && (marked || /^(?:what|who|how|why|which)/.test(phrase.tokens[0]?.low ?? ''))) return true
  return marked && seekVerb(phrase, 0) === undefined
}

interface Joint {
  /** Where the next clause begins. */
  next: number
  later?: boolean
  purpose?: boolean
  /** No clause begins there after all: joining words up to there are passed over, so that none is looked at twice. */
  none?: boolean
}

/** Where a clause ends at `at`. */
function jointAt(phrase: Phrase, at: number, verb: string | undefined): Joint | undefined {
  let next = at
  let later = false
  for (;;) {
    const match = look(phrase, 'little', next, 'later', 'and')
    if (match) {
      later ||= match.meaning === 'later'
      next += match.length
    } else if (isMark(phrase.tokens[next], ',')) next += 1
    else break
  }
  if (next >= phrase.tokens.length) return { next, none: true }
  // Where verbs stand last, one ends its clause: `Cookies akzeptieren und auf Weiter klicken`.
  if (next > at && verb === undefined && lastVerb(part(phrase, 0, at))) return { next }
  if (next === at) return purposeAt(phrase, at, verb)
  // What only goes on has nothing behind it.
  if (verb === 'onward') return { next, later: true }
  if (onwardAt(phrase, next) && !(LISTS.has(verb ?? '') && startsUpper(phrase.tokens[next])))
    return { next, later: true }
  const purpose = look(phrase, 'role', next, 'to') !== undefined
  const polite = withoutPolite(part(phrase, next))
  const begins = polite.tokens.length === 0 ? next : phrase.tokens.length - polite.tokens.length
  if (verbAt(phrase, begins, verb)) return { next: begins, later, purpose }
  if (!ASKING.has(verb ?? 'question') && isAside(phrase, next, isMark(phrase.tokens[next - 1], ',')))
    return { next, later: true }
  return later ? { next, later } : { next, none: true }
}

/** Clauses that go on with what somebody says or asks. */
const ASKING = new Set('read question wait type fillIn told if keep'.split(' '))

/** What is asked or told behind a comma: `…, what does it pay?`, `…, I don't want it`. */
function isAside(phrase: Phrase, at: number, comma: boolean): boolean {
  const rest = phrase.tokens.length - at
  if (look(phrase, 'little', at, 'question') && isMark(phrase.tokens.at(-1), '?')) return rest > 2
  return comma && look(phrase, 'little', at, 'person') !== undefined && rest > 2
}

/** `to find …` begins a clause without a joining word; so does `… the text hit submit`, as people type it. */
function purposeAt(phrase: Phrase, at: number, verb: string | undefined): Joint | undefined {
  const finds = look(phrase, 'role', at, 'to') && look(phrase, 'verb', at + 1, 'find', 'findClick')
  if (finds && verb !== 'type' && verb !== 'use') return { next: at + 1, purpose: true }
  const clicks = look(phrase, 'verb', at, 'press', 'click')
  const behind = at > 1 && look(phrase, 'kind', at - 1) !== undefined && at + 1 < phrase.tokens.length
  return clicks && behind && verb !== 'click' && verb !== 'press' && verb !== 'read'
    ? { next: at }
    : undefined
}

/** The verb that begins here, unless it is rather a name in a list. */
function verbAt(phrase: Phrase, at: number, current: string | undefined): Match | undefined {
  const match = look(phrase, 'verb', at) ?? unknownVerb(phrase, at, false)
  if (!match) return undefined
  if (current === 'logIn' && look(phrase, 'little', at, 'password', 'user')) return undefined
  const kind = look(phrase, 'kind', at)
  if (kind && kind.length > match.length) return undefined
  const after = at + match.length
  // `opening hours`: what ends so is a noun when it does not lead.
  if (phrase.tokens[at]?.low.endsWith('ing') && current !== 'keep') return undefined
  const ends =
    after >= phrase.tokens.length ||
    isMark(phrase.tokens[after], ',?') ||
    look(phrase, 'little', after, 'and', 'later') !== undefined
  const lists = current !== undefined && LISTS.has(current)
  if (ends && lists && startsUpper(phrase.tokens[at])) return undefined
  if (ends && current === 'press' && look(phrase, 'key', at)) return undefined
  if (!NOUNS.has(match.meaning)) return match
  if (isMark(phrase.tokens[after], ':=')) return undefined
  const nounLike = look(phrase, 'kind', after)
  if (nounLike && after + nounLike.length >= phrase.tokens.length && lists) return undefined
  if (lists && look(phrase, 'role', after, 'with', 'as', 'in', 'into') && !ends && match.meaning !== 'search')
    return undefined
  return match
}

/** The first verb from a place on, not right behind an article. */
function seekVerb(phrase: Phrase, from: number): { at: number; match: Match } | undefined {
  for (let at = from; at < phrase.tokens.length; at += 1) {
    const match = look(phrase, 'verb', at)
    if (match && !(at > 0 && look(phrase, 'little', at - 1, 'article'))) return { at, match }
  }
  return undefined
}

/** A part with its verb apart; with what leads it in, where the verb does not stand first. */
function toClauses(given: Phrase): Clause[] {
  const whole = trimmed(withoutTrailing(trimmed(given)))
  if (whole.tokens.length === 0) return []
  const onward = onwardAt(whole, 0)
  if (onward)
    return [{ verb: 'onward', said: part(whole, 0, onward.length), body: part(whole, onward.length), whole }]
  if (isQuestion(given))
    return [{ verb: 'question', said: part(whole, 0, 0), body: trimmed(given, ',.;:!\n'), whole }]
  const match = look(whole, 'verb', 0)
  if (match && !isThing(whole, match) && !isLabel(whole, match)) return [plain(whole, match)]
  const leads = look(whole, 'role', 0, 'when', 'if', 'after', 'until')
  if (!match && !leads && isTold(whole)) {
    const turned = active(whole)
    return [turned ?? { verb: 'told', said: part(whole, 0, 0), body: whole, whole }]
  }
  const split = match ? undefined : splitVerb(whole)
  if (split) return [plain(whole, split)]
  const last = match ? undefined : lastVerb(whole)
  if (last && !match)
    return [{ ...plain(part(whole, last.at), last.match), body: trimmed(part(whole, 0, last.at)), whole }]
  const lead = look(whole, 'role', 0, ...PLACES)
  if (lead) {
    // The verb after the last comma of what leads in, or the first one.
    const verb = seekVerb(whole, lead.length)
    if (verb) {
      const context = trimmed(part(whole, lead.length, verb.at))
      const clause = plain(part(whole, verb.at), verb.match)
      return context.tokens.length > 0 ? [{ ...clause, context }] : [clause]
    }
  }
  if (leads) return subordinate(whole, leads)
  const turned = active(whole)
  if (turned) return [turned]
  const unknown = isPaired(whole) ? undefined : unknownVerb(whole, 0, true)
  if (unknown) return [plain(whole, unknown)]
  return [{ verb: undefined, said: part(whole, 0, 0), body: whole, whole }]
}

/** `The mail by Bob should be forwarded to Ann` asks to forward the mail by Bob to Ann. */
function active(whole: Phrase): Clause | undefined {
  const passive = seek(whole, 'little', ['passive'], 1)
  const done = passive && whole.tokens[passive.after]
  if (!passive || !done) return undefined
  const stems = [done.low.slice(0, -2), done.low.slice(0, -1), done.low.slice(0, -3)]
  const verb = stems
    .map((low) => whole.tongue.match('verb', [{ ...done, low }], 0))
    .find((match) => match !== undefined)
  if (!verb) return undefined
  const body = {
    ...whole,
    tokens: [...whole.tokens.slice(0, passive.at), ...whole.tokens.slice(passive.after + 1)],
  }
  return { verb: verb.meaning, said: part(whole, passive.after, passive.after + 1), body, whole }
}

/** `Once the page has loaded, …`, `After logging in as Eve, …`. */
function subordinate(whole: Phrase, when: Match): Clause[] {
  const body = part(whole, when.length)
  const verb = look(body, 'verb', 0)
  if (verb) return [plain(body, verb)]
  return [{ verb: when.meaning === 'if' ? 'if' : 'wait', said: part(whole, 0, when.length), body, whole }]
}

/** `type: sick, first day 3 March`: a verb before a colon is a label where more of them follow. */
function isLabel(whole: Phrase, match: Match): boolean {
  const sign = isMark(whole.tokens[match.length], ':=')
  const more = whole.tokens.some((token, at) => at > match.length + 1 && isMark(token, ','))
  return sign && more && whole.tokens[match.length + 1]?.type !== 'quoted'
}

/** `purpose of stay: Study`: a label and its value. */
function isPaired(whole: Phrase): boolean {
  return whole.tokens.some((token, at) => at > 0 && isMark(token, ':=') && at < whole.tokens.length - 1)
}

/** A verb whose second part stands last: `lade den Bescheid herunter`. */
function splitVerb(whole: Phrase): Match | undefined {
  const [first, last] = [whole.tokens[0], whole.tokens.at(-1)]
  if (
    !first ||
    !last ||
    whole.tokens.length < 3 ||
    !look(whole, 'little', whole.tokens.length - 1, 'particle')
  )
    return undefined
  const match = whole.tongue.match('verb', [first, last], 0)
  return match && { ...match, length: 1 }
}

/** A verb that stands last: `auf Weiter klicken`. */
function lastVerb(whole: Phrase): { at: number; match: Match } | undefined {
  const end = whole.tongue.verbsLast ? whole.tokens.length : 0
  for (let length = 3; length > 0; length -= 1) {
    const match = length < end ? look(whole, 'verb', end - length) : undefined
    if (match?.length === length && !startsUpper(whole.tokens[end - length]))
      return { at: end - length, match }
  }
  return undefined
}

/** `Sign up button`: a thing, not a verb. */
function isThing(whole: Phrase, match: Match): boolean {
  const kind = look(whole, 'kind', match.length, 'button', 'link', 'icon', 'tab')
  return kind !== undefined && match.length + kind.length === whole.tokens.length && THINGS.has(match.meaning)
}

/** A verb with its body; a part of the verb that stands last comes back to it: `turn X off`, `gib X ein`. */
function plain(whole: Phrase, match: Match): Clause {
  const said = part(whole, 0, match.length)
  const both = match.meaning === 'unknown' ? undefined : particleOf(whole, match)
  if (!both)
    return { verb: match.meaning, said, body: trimmed(withoutPlease(part(whole, match.length))), whole }
  const tokens = [...whole.tokens.slice(match.length, both.at), ...whole.tokens.slice(both.at + 1)]
  return { verb: both.meaning, said, body: trimmed(withoutPlease({ ...whole, tokens })), whole }
}

/** The second part of a verb, which stands last or before what something is taken out of or set to. */
function particleOf(whole: Phrase, match: Match): { at: number; meaning: string } | undefined {
  const verb = whole.tokens.slice(0, match.length)
  for (let at = whole.tokens.length - 1; at > match.length; at -= 1) {
    const particle = look(whole, 'little', at, 'particle') && whole.tokens[at]
    const ends = at === whole.tokens.length - 1 || look(whole, 'role', at + 1, 'of', 'from', 'to')
    const both = particle && ends ? whole.tongue.match('verb', [...verb, particle], 0) : undefined
    if (both && both.length > match.length) return { at, meaning: both.meaning }
  }
  return undefined
}

/** Without a word of politeness right behind the verb: `überweise bitte 50 Euro`, `find me a room`. */
function withoutPlease(body: Phrase): Phrase {
  const me =
    /^(?:me|us|mir|uns|mij|ons|moi|nous|nos|mi|ci)$/.test(body.tokens[0]?.low ?? '') && body.tokens.length > 1
  const please = look(body, 'little', 0, 'trailing')
  const polite =
    please &&
    look(body, 'little', 0, 'polite')?.length === please.length &&
    please.length < body.tokens.length
  return polite ? part(body, please.length) : me && !look(body, 'role', 1) ? part(body, 1) : body
}

/** Leaves `please`, `for me`, `when done` out at the end. */
function withoutTrailing(phrase: Phrase): Phrase {
  const end = phrase.tokens.length
  for (let length = Math.min(5, end - 1); length > 0; length -= 1) {
    const match = look(phrase, 'little', end - length, 'trailing')
    if (match?.length === length) return withoutTrailing(trimmed(part(phrase, 0, end - length)))
  }
  return phrase
}
