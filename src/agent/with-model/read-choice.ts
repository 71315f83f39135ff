import { Actions } from '../../contract/actions.ts'
import type { Action } from '../../contract/actions.ts'
import { isObject } from '../../extract/extract.ts'
import { keyOf } from '../embedded/address.ts'
import type { MapMove, Move, VisitMove } from '../step.ts'
import type { Addresses, Candidate } from './addresses.ts'
import { moveKey, nameOf } from './thought.ts'

export interface Ground {
  candidates: readonly Candidate[]
  addresses: Addresses
  isDone(move: Move): boolean
  visitOf(url: string): VisitMove
  mapOf(url: string): MapMove
  refusal(move: Move): string | undefined
  mayFinish: boolean
}

export type ReadChoice = ReturnType<typeof readChoice>

const MOST_VISITS = 5
const MOST_QUERY = 300
const MOST_WHY = 300
const MOST_QUOTED = 200

/** Takes nothing at its word: an address that was not seen is refused, and so is what was done before. */
export function readChoice(answer: unknown, ground: Ground) {
  const said = isObject(answer) ? answer : {}
  const why = shortText(said['why'], MOST_WHY) ?? 'The model chose it.'
  const moves: Move[] = []
  const refused: string[] = []
  const take = (wanted: Wanted) => {
    if (typeof wanted === 'string') return void refused.push(wanted)
    const key = moveKey(wanted)
    const isRepeated = ground.isDone(wanted) || moves.some((other) => moveKey(other) === key)
    const repeated = isRepeated ? `This was done before: ${nameOf(wanted)}.` : undefined
    const refusal = ground.refusal(wanted) ?? repeated
    if (refusal === undefined) moves.push({ ...wanted, why })
    else refused.push(refusal)
  }
  for (const one of [said['visit'] ?? []].flat().slice(0, MOST_VISITS)) take(visitIn(one, ground))
  const query = shortText(said['search'], MOST_QUERY)
  if (query !== undefined) take({ kind: 'search', query, why })
  if ((said['map'] ?? '') !== '') take(mapIn(said['map'], ground))
  if (isObject(said['interact'])) take(interactionIn(said['interact'], ground))
  const finish = shortText(said['finish'], MOST_WHY)
  if (finish === undefined || moves.length > 0) return { moves, refused, finish: undefined }
  if (ground.mayFinish) return { moves, refused, finish }
  const early = 'No page was visited yet: there is nothing to finish.'
  return { moves, refused: [...refused, early], finish: undefined }
}

type Wanted = Move | string

function visitIn(said: unknown, ground: Ground): Wanted {
  const candidate = numberedIn(said, ground) ?? namedIn(said, ground)
  if (candidate !== undefined) return candidate.move
  const url = typeof said === 'string' ? ground.addresses.find(said.trim()) : undefined
  return url === undefined ? unseen(said) : ground.visitOf(url)
}

function mapIn(said: unknown, ground: Ground): Wanted {
  const url = urlIn(said, ground) ?? (typeof said === 'string' ? said.trim() : '')
  return ground.addresses.isOfSeenHost(url) ? ground.mapOf(url) : unseen(said)
}

function interactionIn({ page, actions }: Record<string, unknown>, ground: Ground): Wanted {
  const url = urlIn(page, ground)
  if (url === undefined) return unseen(page)
  const known = readActions(actions)
  if (typeof known === 'string') return known
  return { ...ground.visitOf(url), actions: known }
}

const MOST_ACTIONS = 10
const MOST_WAIT_MS = 5000
const MOST_TYPED = 200

function readActions(said: unknown): Action[] | string {
  const list = (Array.isArray(said) ? said : []).slice(0, MOST_ACTIONS).map(actionIn)
  const { success, data } = Actions.safeParse(list)
  if (!success || data.length === 0) {
    return 'These actions cannot be done: click takes a selector, write a text, press a key, wait milliseconds, and scroll nothing.'
  }
  return data
}

/** Endpoints that hold a model to a schema have it say something for every field, whether or not it belongs there. */
function actionIn(said: unknown): unknown {
  const { type, selector, text, key, milliseconds } = isObject(said) ? said : {}
  if (type === 'click') return { type, selector }
  if (type === 'write') return { type, text: textOf(text ?? '').slice(0, MOST_TYPED) }
  if (type === 'press') return { type, key }
  if (type === 'scroll') return { type }
  if (type === 'wait')
    return { type, milliseconds: Math.min(Number(textOf(milliseconds)) || 1000, MOST_WAIT_MS) }
  return undefined
}

function urlIn(said: unknown, ground: Ground): string | undefined {
  const move = (numberedIn(said, ground) ?? namedIn(said, ground))?.move
  if (move?.kind === 'visit' || move?.kind === 'map') return move.url
  return typeof said === 'string' ? ground.addresses.find(said.trim()) : undefined
}

function numberedIn(said: unknown, { candidates }: Ground): Candidate | undefined {
  const text = textOf(said)
  return /^\s*\d{1,3}\s*$/.test(text) ? candidates[Number(text) - 1] : undefined
}

function namedIn(said: unknown, { candidates }: Ground): Candidate | undefined {
  if (typeof said !== 'string') return undefined
  const key = keyOf(said.trim())
  return candidates.find(({ move }) => move.kind === 'visit' && keyOf(move.url) === key)
}

function unseen(said: unknown): string {
  const shown = JSON.stringify(textOf(said).slice(0, MOST_QUOTED))
  return `${shown} is neither the number of a candidate nor an address that was seen and may be visited.`
}

/** An object may say of itself that it cannot be made a text of. */
function textOf(said: unknown): string {
  return typeof said === 'string' ? said : (JSON.stringify(said) ?? '')
}

function shortText(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim().slice(0, most) : ''
  return text === '' || /^(null|none|n\/a)$/i.test(text) ? undefined : text
}
