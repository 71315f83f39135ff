import type { Place, Step } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { groups, look, members, part, raw, seek, trimmed, without } from './phrase.ts'
import { readAct } from './read-act.ts'
import { readTarget } from './read-target.ts'
import { readValue } from './read-value.ts'

/** `drag A into B`, `move the item down`, `move the slider to 7`. */
export function readDrag(clause: Clause): Step[] {
  // `down and to the right` is one way.
  const ways = members(clause.body)
    .slice(1)
    .some(
      (member) => look(member, 'role', 0, 'to') ?? look(member, 'little', 0, 'up', 'down', 'left', 'right'),
    )
  const all = ways ? [{ said: clause.body, cut: seekWay(clause.body) }] : groups(clause.body, seekWay)
  return all.map(({ said, cut }) => {
    if (!cut) return { do: 'drag', target: readTarget(said), to: { words: '' } }
    const target = readTarget(part(said, 0, cut.at))
    const rest = part(said, cut.after)
    if (target.kind === 'slider' || target.kind === 'spinbutton')
      return { do: 'choose', values: [readValue(rest)], target }
    return { do: 'drag', target, to: placeOf(rest, raw(part(said, cut.at)), cut.meaning) }
  })
}

const WAYS = [
  'into',
  'to',
  'so',
  'in',
  'above',
  'below',
  'near',
  'left',
  'right',
  'before',
  'after',
  'between',
]

/** Where it is said where to: a small word, or a way to go. */
function seekWay(phrase: Phrase): { at: number; after: number; meaning: string } | undefined {
  const cut = seek(phrase, 'role', WAYS, 1)
  const way = seek(phrase, 'little', ['up', 'down', 'left', 'right'], 1)
  if (!way || (cut && cut.at <= way.at)) return cut
  // `diagonally down`: a word for how belongs to the way.
  const at = phrase.tokens[way.at - 1]?.low.endsWith('ly') ? way.at - 1 : way.at
  return { at, after: way.after, meaning: 'way' }
}

function placeOf(rest: Phrase, said: string, meaning: string): Place {
  if (meaning === 'way') return { words: said }
  if (meaning === 'into' || meaning === 'in') return { target: readTarget(rest) }
  const inside = meaning === 'so' ? seek(rest, 'role', ['in', 'into'], 1) : undefined
  if (inside) return { target: readTarget(part(rest, inside.after)) }
  const beside = BESIDE.find((how) => how === meaning)
  if (beside && rest.tokens.length > 0) return { target: readTarget(rest), how: beside }
  const bare = without(rest, 'article')
  const vague =
    seek(rest, 'ordinal', []) ??
    look(bare, 'little', 0, 'top', 'bottom', 'left', 'right', 'up', 'down') ??
    look(bare, 'trait', 0, 'center', 'centre', 'middle')
  return meaning === 'to' && !vague ? { target: readTarget(rest) } : { words: said }
}

const BESIDE = ['above', 'below', 'before', 'after', 'left', 'right', 'near', 'between'] as const

export function readResize(clause: Clause): Step[] {
  const cut = seek(clause.body, 'role', ['so', 'to', 'by'], 1)
  const target = readTarget(cut ? part(clause.body, 0, cut.at) : clause.body)
  return [{ do: 'resize', target, by: { words: cut ? raw(part(clause.body, cut.after)) : raw(clause.said) } }]
}

export function readSort(clause: Clause): Step[] {
  const { body } = clause
  const descending = seek(body, 'little', ['descending']) !== undefined
  const by = seek(body, 'role', ['by']) ?? keyOf(body)
  const order = seek(body, 'role', ['in', 'from'], 0)
  const ends = [by?.at, order?.at, body.tokens.findIndex((token) => token.text === ',')].filter(
    (at) => at !== undefined && at >= 0,
  ) as number[]
  const target = readTarget(part(body, 0, Math.min(body.tokens.length, ...ends)))
  const comma = body.tokens.findIndex((token, at) => at > (by?.at ?? 0) && token.text === ',')
  const end = Math.min(
    ...[order && by && order.at > by.at ? order.at : -1, comma, body.tokens.length].filter((at) => at >= 0),
  )
  const key = by && trimmed(part(body, by.after, end))
  const way = key && seek(key, 'little', ['ascending', 'descending'], 1)
  const name = key && (way ? part(key, 0, way.at) : key)
  return [{ do: 'sort', target, descending, ...(name && { by: raw(without(name, 'article')) }) }]
}

/** Where the key of an order is said in tongues that have another word than `by`: `nach Preis`, `par prix`, `op prijs`. */
function keyOf(body: Phrase): { at: number; after: number; meaning: string } | undefined {
  return body.tongue.headFirst ? seek(body, 'role', ['after', 'for', 'with', 'in', 'of']) : undefined
}

/** `give the text X the style bold`, `make everything the color red`. */
export function readStyle(clause: Clause): Step[] {
  const { body } = clause
  const at = body.tokens.findIndex(
    (token, i) => i > 0 && /^(?:style|color|colour|font|bold|italic|italics|underlined)$/.test(token.low),
  )
  const it = look(body, 'little', 0, 'it')
  const value = it && part(body, it.length)
  if (at === -1 && value && (/^\d/.test(value.tokens[0]?.text ?? '') || look(value, 'number', 0)))
    return [{ do: 'fill', target: { words: '', quoted: false, same: true }, value: readValue(value) }]
  if (at === -1) return readAct(clause)
  const cut = look(body, 'little', at - 1, 'article') ? at - 1 : at
  const names = /^(?:style|color|colour|font)$/.test(body.tokens[at]?.low ?? '')
  return [
    { do: 'style', target: readTarget(part(body, 0, cut)), style: raw(part(body, names ? at + 1 : at)) },
  ]
}
