import type { Step, Target, Value } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { groups, isMark, lastPlace, look, members, part, raw, seek, without } from './phrase.ts'
import { readTarget, readTargets } from './read-target.ts'
import { bareCut } from './read-told.ts'
import { readValue, readValues } from './read-value.ts'
import type { Token } from './tokens.ts'

/** What is chosen, and from what: names, numbers of a kind, or pairs of a field and its value. */
export function readChoose(clause: Clause): Step[] {
  const { body } = clause
  const nothing = look(body, 'little', 0, 'nothing')
  if (nothing?.length === body.tokens.length) return [{ do: 'choose', values: [], target: undefined }]
  const context = clause.context && readTarget(clause.context)
  const pairs = readChosenPairs(body)
  if (pairs) return pairs
  return groups(body, seekList).map(({ said, cut }) =>
    cut ? choice(part(said, 0, cut.at), readTarget(part(said, cut.after))) : choice(said, context),
  )
}

/** `als Wunschtermin den 24.11., Uhrzeit ab 14:15 und Größe Mittel`: what is chosen for each of several fields, said with it. */
function readChosenPairs(body: Phrase): Step[] | undefined {
  const listed = members(body)
  const told = listed.filter(
    (member) => bareCut(member) && member.tokens[0]?.type === 'word' && !/\d/.test(member.tokens[0].text),
  )
  if (listed.length < 3 || told.length < 2 || told.length + 1 < listed.length) return undefined
  return listed.map((member): Step => {
    const lead = look(member, 'role', 0, 'as', 'for', 'at', 'in', 'with')?.length ?? 0
    const rest = part(member, lead)
    const cut = bareCut(rest)?.at ?? 1
    // `Uhrzeit ab 14:15`: the small word belongs to neither.
    const small = look(rest, 'role', cut - 1) ?? look(rest, 'little', cut - 1, 'article')
    const label = part(rest, 0, small && cut > 1 ? cut - 1 : cut)
    return { do: 'fill', target: readTarget(label), value: readValue(part(rest, cut)) }
  })
}

/** `in the list`, `on the page`: names are looked for there anyway. */
function isAnywhere({ words, kind, ordinal, traits, relations, condition }: Target): boolean {
  const isNameless = words === '' && ordinal === undefined && !traits && !relations && !condition
  return isNameless && /^(?:list|table|page|form|menu|region)$/.test(kind ?? '')
}

/** Where the list, the field or the group of a choice is said. */
function seekList(phrase: Phrase): { at: number; after: number } | undefined {
  const kind = lastPlace(phrase, 'kind')
  for (let at = 1; at < phrase.tokens.length; at += 1) {
    const match = look(phrase, 'role', at, 'from', 'in', 'into', 'as', 'with', 'for', 'below', 'at')
    const after = at + (match?.length ?? 0)
    if (!match || after >= phrase.tokens.length) continue
    if (match.meaning === 'from' || match.meaning === 'as' || match.meaning === 'with') return { at, after }
    if (look(phrase, 'little', after, 'article') || phrase.tokens[after]?.type === 'quoted' || kind >= after)
      return { at, after }
    if (match.meaning !== 'at' && after === phrase.tokens.length - 1) return { at, after }
  }
  return undefined
}

function choice(said: Phrase, place: Target | undefined): Step {
  const target = readTarget(said)
  if (!place && (target.kind === 'checkbox' || target.kind === 'radio'))
    return { do: 'check', targets: readTargets(said), on: true }
  // `the date 5 May`, `the colour red`: the kind says where, when nothing else does.
  const bare = without(said, 'article')
  const kind = look(bare, 'kind', 0, 'date', 'time', 'color')
  if (kind && kind.length < bare.tokens.length)
    return {
      do: 'choose',
      values: readValues(part(bare, kind.length)),
      target: place ?? { words: '', quoted: false, kind: kind.meaning },
    }
  const codes = readCodes(said)
  if (codes) return { do: 'choose', values: codes, target: place }
  const values = readValues(said)
  const joined =
    values.length === 2 &&
    values.every((value) => !value.quoted && !value.thing) &&
    !said.tokens.some((token) => isMark(token, ','))
  const isNamed = values.every((value) => !value.thing && !value.path) && values.length > 1
  const where = place && isNamed && isAnywhere(place) ? undefined : place
  return { do: 'choose', values, target: where, ...(joined && { whole: raw(said) }) }
}

/** `seats E7 and E8`, `tickets #1 and #2`: the noun is said once for all. */
function readCodes(said: Phrase): Value[] | undefined {
  const [first, ...others] = members(without(said, 'article'))
  const code = first?.tokens.at(-1)
  const isCode = (token: Token | undefined) => token?.type === 'word' && /\d/.test(token.text)
  if (!first || others.length === 0 || first.tokens.length > 3 || first.tokens.length < 2) return undefined
  const noun = first.tokens.slice(0, -1)
  if (!isCode(code) || !noun.every((token) => /^\p{L}+$/u.test(token.text))) return undefined
  if (!others.every(({ tokens }) => tokens.length === 1 && isCode(tokens[0]))) return undefined
  return [code!.text, ...others.map(({ tokens }) => tokens[0]!.text)].map((text) => ({ text, quoted: false }))
}

/** What is ticked or cleared. */
export function readCheck(clause: Clause, on: boolean): Step[] {
  const nothing = look(clause.body, 'little', 0, 'nothing')
  if (nothing?.length === clause.body.tokens.length) return [{ do: 'check', targets: [], on, exactly: true }]
  const except = seek(clause.body, 'role', ['except'], 1)
  const targets = except ? [readTarget(clause.body)] : spread(readTargets(clause.body), clause.body)
  return [{ do: 'check', targets: targets.map(asBox), on }]
}

/** `compare for A, B and C` is compare for each of them. */
function spread(targets: Target[], body: Phrase): Target[] {
  const [first, ...others] = targets
  const relation = first?.relations?.at(-1)
  const bare = others.every(
    ({ relations, kind, quoted }) => !relations && !kind && quoted === relation?.target.quoted,
  )
  if (!first || !relation || others.length === 0 || !bare || seek(body, 'verb', [], 1)) return targets
  return [first, ...others.map((target) => ({ ...first, relations: [{ ...relation, target }] }))]
}

/** `the box labelled …` of something ticked is a checkbox. */
function asBox(target: Target): Target {
  return target.kind === 'box' ? { ...target, kind: 'checkbox' } : target
}
