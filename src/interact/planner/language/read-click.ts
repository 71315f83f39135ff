import type { Step, Target } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { isMark, look, members, part, raw, seek, trimmed, without } from './phrase.ts'
import { readTarget, readTargets } from './read-target.ts'

type Click = Extract<Step, { do: 'click' }>

/** Clicks: one, several in turn, several times, until something holds. */
export function readClick(clause: Clause, how: Pick<Click, 'count' | 'button'>): Step[] {
  const until = seek(clause.body, 'role', ['until'], 1)
  if (until)
    return [
      {
        do: 'repeat',
        steps: readClick({ ...clause, body: part(clause.body, 0, until.at) }, how),
        until: raw(part(clause.body, until.after)),
      },
    ]
  // `auf Weiter klicken`: the small word of the verb stands before the thing.
  const lead = look(clause.body, 'role', 0, 'in', 'into')?.length ?? 0
  const { rest, count } = countOf(withoutPurpose(part(clause.body, lead)))
  const { rest: named, order } = orderOf(rest)
  const times = count ?? how.count
  return targetsOf(named).map((target) => ({
    do: 'click',
    target,
    ...(times !== undefined && { count: times }),
    ...(how.button && { button: how.button }),
    ...(order && { order }),
  }))
}

/** One target, or each of a list. `Save and Close` may be one name: it is kept with its parts. */
function targetsOf(phrase: Phrase): Target[] {
  const listed = members(phrase)
  if (listed.length <= 1 || seek(phrase, 'role', ['between'])) return [readTarget(phrase)]
  const crossed = cellOf(listed)
  if (crossed) return [crossed]
  const exact = listed.every(
    (member) =>
      member.tokens.some((token) => token.type === 'quoted') || look(member, 'little', 0, 'article'),
  )
  const commas = phrase.tokens.some((token) => isMark(token, ','))
  const second = readTarget(listed[1] ?? phrase)
  if (exact || commas || listed.length > 2 || second.ordinal !== undefined)
    return withKind(listed.map((member) => readTarget(member)))
  const whole = readTarget(phrase)
  if (whole.relations || whole.kind) return whole.kind && !whole.words ? readTargets(phrase) : [whole]
  return [{ words: raw(phrase), quoted: false, parts: listed.map((member) => readTarget(member)) }]
}

/** `the first and the third checkbox`: the kind is said once. */
function withKind(targets: Target[]): Target[] {
  const kind = targets.at(-1)?.kind
  return targets.map((target) =>
    kind && !target.kind && !target.words && target.ordinal !== undefined ? { ...target, kind } : target,
  )
}

/** `the cell in the second row and third column`: one thing, by two lines that cross. */
function cellOf([first, second, ...more]: Phrase[]): Target | undefined {
  if (!first || !second || more.length > 0) return undefined
  const cell = readTarget(first)
  const line = readTarget(second)
  const crosses =
    /^(?:row|column)$/.test(line.kind ?? '') &&
    cell.relations?.some(({ target }) => /^(?:row|column)$/.test(target.kind ?? ''))
  return crosses
    ? { ...cell, relations: [...(cell.relations ?? []), { how: 'in', target: line }] }
    : undefined
}

/** `click the star icon to mark it`: what it is good for is left out. */
function withoutPurpose(phrase: Phrase): Phrase {
  const thing = phrase.tokens.findIndex((token, at) => token.type === 'quoted' || look(phrase, 'kind', at))
  if (thing === -1) return phrase
  const at = phrase.tokens.findIndex(
    (_, i) => i > thing && look(phrase, 'role', i, 'to') && look(phrase, 'verb', i + 1),
  )
  return at === -1 ? phrase : part(phrase, 0, at)
}

/** `3 times`, `twice` at the end. */
export function countOf(phrase: Phrase): { rest: Phrase; count: number | undefined } {
  const end = phrase.tokens.length
  const times = look(phrase, 'number', end - 1, 'times')
  if (times && end >= 3) {
    const word = look(phrase, 'number', end - 2)
    const count = Number(word?.meaning ?? phrase.tokens[end - 2]?.text.replace(/[x×]$/, ''))
    if (Number.isInteger(count) && count > 0 && count <= 1000)
      return { rest: trimmed(part(phrase, 0, end - 2)), count }
  }
  const once = look(phrase, 'number', end - 1)
  if (once && end >= 2 && /^(?:once|twice|thrice)$/.test(phrase.tokens[end - 1]?.low ?? ''))
    return { rest: part(phrase, 0, end - 1), count: Number(once.meaning) }
  return { rest: phrase, count: undefined }
}

/** `in ascending order`, `in the order displayed`. */
function orderOf(phrase: Phrase): { rest: Phrase; order: string | undefined } {
  const at = phrase.tokens.findIndex((token) => token.low === 'order')
  const from = at === -1 ? undefined : seek(phrase, 'role', ['in'], 1)
  if (!from || from.at > at) return { rest: phrase, order: undefined }
  const words = raw(without(part(phrase, from.after), 'article'))
    .replace(/\border\b/i, '')
    .trim()
  return { rest: part(phrase, 0, from.at), order: words }
}

/** `find and click on the link "x"`. */
export function readFindClick(clause: Clause): Step[] {
  return readClick(clause, {})
}

/** A key, keys together, or a button: `press Enter`, `press Ctrl+A`, `press the OK button`. */
export function readPress(clause: Clause): Step[] {
  const { rest, count } = countOf(clause.body)
  const keys = members(rest).map(keyOf)
  if (keys.length > 0 && keys.every((key) => key !== undefined))
    return keys.map((key) => ({ do: 'press', key, ...(count !== undefined && { count }) }))
  return readClick(clause, {})
}

function keyOf(phrase: Phrase): string | undefined {
  // Only one article is left out: `the a key`.
  const bare = part(phrase, look(phrase, 'little', 0, 'article')?.length ?? 0)
  const end = bare.tokens.length
  const told =
    end > 1 && look(bare, 'little', end - 1, 'key') !== undefined && bare.tokens[end - 1]?.low !== 'button'
  const name = told ? part(bare, 0, end - 1) : bare
  const single = name.tokens.length === 1 ? (name.tokens[0]?.text ?? '') : ''
  if (/^[^\s+]+(?:\+[^\s+]+)+$/.test(single)) return chord(single.split('+'), phrase)
  if (/^(?:ctrl|control|cmd|alt|shift|strg)-\w+$/i.test(single)) return chord(single.split('-'), phrase)
  if (/^f\d{1,2}$/i.test(single)) return single.toUpperCase()
  const match = look(name, 'key', 0)
  if (match && match.length === name.tokens.length) {
    const lonely = /^(?:Delete|Home|End|ArrowLeft|ArrowRight|ArrowUp|ArrowDown|Control|Alt|Meta)$/.test(
      match.meaning,
    )
    return lonely &&
      !told &&
      name.tokens.length === 1 &&
      name.tokens[0]?.low !== 'del' &&
      !name.tokens[0]?.low.startsWith('arrow')
      ? undefined
      : match.meaning
  }
  return told && /^.$/u.test(single) ? single : undefined
}

function chord(names: string[], phrase: Phrase): string | undefined {
  const keys = names.map((name) => {
    const token = { type: 'word' as const, text: name, low: name.toLowerCase(), start: 0, end: 0 }
    return (
      phrase.tongue.match('key', [token], 0)?.meaning ?? (name.length === 1 ? name.toUpperCase() : undefined)
    )
  })
  return keys.every((key) => key !== undefined) ? keys.join('+') : undefined
}
