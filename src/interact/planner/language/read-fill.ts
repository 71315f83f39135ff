import type { Step, Target, Value } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import {
  groups,
  isMark,
  lastPlace,
  look,
  members,
  part,
  raw,
  seek,
  startsUpper,
  trimmed,
  without,
} from './phrase.ts'
import { readAct } from './read-act.ts'
import type { Pair } from './read-pairs.ts'
import { fill, readBarePair, readPairs } from './read-pairs.ts'
import { readTarget } from './read-target.ts'
import { readValue } from './read-value.ts'

type Cut = { at: number; after: number }

/** `type X into Y`, and more of the same: `Bob in Name, 42 in Age`. */
export function readType(clause: Clause): Step[] {
  const described = readDescribed(clause.body)
  if (described) return [described]
  const labelled = readPairs(clause.body) ?? readBareList(clause.body)
  if (labelled) return labelled
  const found = groups(clause.body, cutOfPair)
  return found.map(({ said, cut }) =>
    fill(cut ? cut.pair : { target: undefined, value: cased(said) }, clause.context),
  )
}

/** `fill in Y with X`, `set Y to X`. */
export function readFillIn(clause: Clause, roles: string[]): Step[] {
  const labelled = readPairs(clause.body)
  if (labelled) return labelled
  const bare = readBarePairs(clause.body)
  if (bare) return bare.map((pair) => fill(pair, undefined))
  const pairs: Pair[] = []
  for (const member of members(clause.body)) {
    const cut = seek(member, 'role', roles, 1)
    const before = pairs.at(-1)
    if (cut && cut.after < member.tokens.length) pairs.push(assigned(member, cut))
    // A comma inside the value: what follows belongs to the value before.
    else if (before && !before.value.quoted)
      before.value = { ...before.value, text: `${before.value.text}, ${raw(member)}` }
  }
  if (pairs.length > 0) return pairs.map((pair) => fill(pair, clause.context))
  // `fill in "Bob" as the name`, `enter Bob in Name`: said the other way round.
  if (seek(clause.body, 'role', ['as', 'in', 'into', 'for'], 1)) return readType(clause)
  const only = readLabelled(clause.body)
  if (only) return [fill(only, clause.context)]
  const value = clause.context && readValue(clause.body)
  if (value) return [fill({ target: undefined, value }, clause.context)]
  return clause.verb === 'set' ? readAct(clause) : [{ do: 'unclear', words: raw(clause.whole) }]
}

/** `surname Thapa, given names Sunita Devi and nationality Nepal`: several pairs, each a label and its value. */
function readBareList(body: Phrase): Step[] | undefined {
  const pairs: Pair[] = []
  for (const member of members(body)) {
    const pair = seekPlace(member) ? undefined : readBarePair(member)
    if (!pair) return undefined
    pairs.push(pair)
  }
  return pairs.length > 1 ? pairs.map((pair) => fill(pair, undefined)) : undefined
}

/** `the address with name Ada, street 12 Mill Lane and town Harwick`: small words are labels, what follows them values. */
function readBarePairs(body: Phrase): Pair[] | undefined {
  const colon = body.tokens.findIndex((token) => isMark(token, ':'))
  const cut = colon > 0 ? { after: colon + 1 } : seek(body, 'role', ['with'])
  const listed = cut ? members(part(body, cut.after)) : []
  if (listed.length < 2) return undefined
  const pairs = listed.map((member): Pair | undefined => {
    const at = member.tokens.findIndex(
      (token) => token.type === 'quoted' || !/^\p{Ll}[\p{Ll}-]*$/u.test(token.text),
    )
    if (at < 1 || seek(member, 'role', ['with', 'to'])) return undefined
    return { target: readTarget(part(member, 0, at)), value: readValue(part(member, at)) }
  })
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined
}

function assigned(member: Phrase, cut: Cut): Pair {
  const from = seek(member, 'role', ['from'], 1)
  const name = part(member, 0, from && from.at < cut.at ? from.at : cut.at)
  return { target: readTarget(name), value: readValue(part(member, cut.after)) }
}

/** A value and its field, as far as a member of a list says both. */
function cutOfPair(said: Phrase): { pair: Pair } | undefined {
  const cut = seekPlace(said)
  const labelled = readLabelled(cut ? part(said, 0, cut.at) : said)
  if (!cut) return labelled && { pair: labelled }
  const target = readTarget(part(said, cut.after))
  const both = look(part(said, cut.after), 'little', 0, 'all')
  if (labelled && !both && isPlain(target)) return { pair: labelled }
  return { pair: { target, value: labelled?.value ?? cased(part(said, 0, cut.at)) } }
}

/** A field that is only called a field: what was said before it names it better. */
function isPlain(target: Target): boolean {
  return (
    target.words === '' &&
    target.kind === 'textbox' &&
    target.ordinal === undefined &&
    !target.relations &&
    !target.traits
  )
}

/** Where the field is said: the first `into`, or the `in` that is followed by a thing. */
function seekPlace(phrase: Phrase): Cut | undefined {
  const kind = lastPlace(phrase, 'kind')
  const places: (Cut & { meaning: string })[] = []
  for (let at = 1; at < phrase.tokens.length; at += 1) {
    const match = look(phrase, 'role', at, 'into', 'as', 'in', 'to', 'for', 'below', 'near')
    const after = at + (match?.length ?? 0)
    if (!match || after >= phrase.tokens.length || look(phrase, 'little', after, 'upper', 'lower')) continue
    if (match.meaning === 'to' && kind < after) continue
    places.push({ at, after, meaning: match.meaning })
  }
  const clear = places.find(({ meaning }) => meaning === 'into' || meaning === 'as')
  const quote = phrase.tokens.findIndex((token) => token.type === 'quoted')
  const behind = quote === -1 ? undefined : places.find((place) => place.at > quote)
  const thing = places.find(({ after }) => kind >= after || look(phrase, 'little', after, 'article'))
  return clear ?? behind ?? thing ?? places.at(-1)
}

/** `the username "u"`, `the code 8841`: a label and its value. */
function readLabelled(phrase: Phrase): Pair | undefined {
  const whole = trimmed(phrase)
  const lead = look(whole, 'role', 0, 'at', 'in', 'into', 'for', 'with')?.length ?? 0
  const rest = without(part(whole, lead), 'article')
  const filler = look(whole, 'little', 0, 'filler')
  const quote = rest.tokens.findIndex((token) => token.type === 'quoted')
  if (quote > 0 && quote === rest.tokens.length - 1) {
    const said = seek(part(rest, 0, quote), 'role', ['named'], 1)
    const label = part(rest, 0, said?.after === quote ? said.at : quote)
    if (
      filler &&
      filler.length === quote + whole.tokens.length - rest.tokens.length &&
      !LABELS.test(raw(label))
    )
      return undefined
    return { target: readTarget(label), value: readValue(part(rest, quote)) }
  }
  if (filler && /^name$/i.test(rest.tokens[0]?.low ?? '') && startsUpper(rest.tokens[1]))
    return { target: readTarget(part(rest, 0, 1)), value: readValue(part(rest, 1)) }
  const at = rest.tokens.findIndex((token) => /[\d@]/.test(token.text))
  const said = quote === -1 && rest.tokens.length < whole.tokens.length && at > 0 && !filler
  if (!said || look(rest, 'ordinal', at) || seek(part(rest, 0, at), 'role', [])) return undefined
  return { target: readTarget(part(rest, 0, at)), value: readValue(part(rest, at)) }
}

const LABELS = /^(?:name|date|time|message)$/i

/** `an item that starts with "Bo"`: what is typed is to be chosen from what is offered then. */
function readDescribed(body: Phrase): Step | undefined {
  if (!look(body, 'little', 0, 'article')) return undefined
  const place = seek(body, 'role', ['into'], 1)
  const thing = readTarget(place ? part(body, 0, place.at) : body)
  if (!thing.condition || thing.quoted || thing.ordinal !== undefined) return undefined
  const value = { text: '', quoted: false, thing }
  return { do: 'choose', values: [value], target: place && readTarget(part(body, place.after)) }
}

/** A value with `in upper case` carried out. */
function cased(phrase: Phrase): Value {
  const found = seek(phrase, 'little', ['upper', 'lower'], 1)
  const lead = found && look(phrase, 'role', found.at - 1)
  if (!found || !lead) return readValue(phrase)
  const value = readValue(part(phrase, 0, found.at - 1))
  return { ...value, text: found.meaning === 'upper' ? value.text.toUpperCase() : value.text.toLowerCase() }
}
