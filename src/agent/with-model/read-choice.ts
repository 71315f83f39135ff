import { Actions } from '../../contract/actions.ts'
import type { Action } from '../../contract/actions.ts'
import { isObject } from '../../extract/extract.ts'
import { urlKeyOf } from '../embedded/url.ts'
import type { MapMove, Move, VisitMove } from '../step.ts'
import type { KnownUrls, Candidate } from './known-urls.ts'
import { moveKey, describeMove } from './thought.ts'

export interface ChoiceContext {
  candidates: readonly Candidate[]
  knownUrls: KnownUrls
  isDone(move: Move): boolean
  visitOf(url: string): VisitMove
  mapOf(url: string): MapMove
  refusal(move: Move): string | undefined
  canFinish: boolean
}

export type ReadChoice = ReturnType<typeof readChoice>

const MOST_VISITS = 5
const MOST_QUERY = 300
const MOST_WHY = 300
const MOST_QUOTED = 200

/** Takes nothing at its word: an address that was not seen is refused, and so is what was done before. */
export function readChoice(response: unknown, context: ChoiceContext) {
  const fields = isObject(response) ? response : {}
  const why = shortText(fields['why'], MOST_WHY) ?? 'The model chose it.'
  const moves: Move[] = []
  const refused: string[] = []
  const take = (wanted: RequestedMove) => {
    if (typeof wanted === 'string') return void refused.push(wanted)
    const key = moveKey(wanted)
    const isRepeated = context.isDone(wanted) || moves.some((other) => moveKey(other) === key)
    const repeated = isRepeated ? `This was done before: ${describeMove(wanted)}.` : undefined
    const refusal = context.refusal(wanted) ?? repeated
    if (refusal === undefined) moves.push({ ...wanted, why })
    else refused.push(refusal)
  }
  for (const one of [fields['visit'] ?? []].flat().slice(0, MOST_VISITS)) take(visitIn(one, context))
  const query = shortText(fields['search'], MOST_QUERY)
  if (query !== undefined) take({ kind: 'search', query, why })
  if ((fields['map'] ?? '') !== '') take(mapIn(fields['map'], context))
  if (isObject(fields['interact'])) take(interactionIn(fields['interact'], context))
  const finish = shortText(fields['finish'], MOST_WHY)
  if (finish === undefined || moves.length > 0) return { moves, refused, finish: undefined }
  if (context.canFinish) return { moves, refused, finish }
  const early = 'No page was visited yet: there is nothing to finish.'
  return { moves, refused: [...refused, early], finish: undefined }
}

type RequestedMove = Move | string

function visitIn(said: unknown, context: ChoiceContext): RequestedMove {
  const candidate = numberedIn(said, context) ?? namedIn(said, context)
  if (candidate !== undefined) return candidate.move
  const url = typeof said === 'string' ? context.knownUrls.find(said.trim()) : undefined
  return url === undefined ? unknownTarget(said) : context.visitOf(url)
}

function mapIn(said: unknown, context: ChoiceContext): RequestedMove {
  const url = urlIn(said, context) ?? (typeof said === 'string' ? said.trim() : '')
  return context.knownUrls.isOnKnownHost(url) ? context.mapOf(url) : unknownTarget(said)
}

function interactionIn({ page, actions }: Record<string, unknown>, context: ChoiceContext): RequestedMove {
  const url = urlIn(page, context)
  if (url === undefined) return unknownTarget(page)
  const known = readActions(actions)
  if (typeof known === 'string') return known
  return { ...context.visitOf(url), actions: known }
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

function urlIn(said: unknown, context: ChoiceContext): string | undefined {
  const move = (numberedIn(said, context) ?? namedIn(said, context))?.move
  if (move?.kind === 'visit' || move?.kind === 'map') return move.url
  return typeof said === 'string' ? context.knownUrls.find(said.trim()) : undefined
}

function numberedIn(said: unknown, { candidates }: ChoiceContext): Candidate | undefined {
  const text = textOf(said)
  return /^\s*\d{1,3}\s*$/.test(text) ? candidates[Number(text) - 1] : undefined
}

function namedIn(said: unknown, { candidates }: ChoiceContext): Candidate | undefined {
  if (typeof said !== 'string') return undefined
  const key = urlKeyOf(said.trim())
  return candidates.find(({ move }) => move.kind === 'visit' && urlKeyOf(move.url) === key)
}

function unknownTarget(said: unknown): string {
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
