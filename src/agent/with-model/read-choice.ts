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

/** Validates a model's choice. URLs that were not seen and moves that were made before are refused. */
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
  const early = 'No page was visited yet, so the task cannot finish.'
  return { moves, refused: [...refused, early], finish: undefined }
}

type RequestedMove = Move | string

function visitIn(value: unknown, context: ChoiceContext): RequestedMove {
  const candidate = numberedIn(value, context) ?? namedIn(value, context)
  if (candidate !== undefined) return candidate.move
  const url = typeof value === 'string' ? context.knownUrls.find(value.trim()) : undefined
  return url === undefined ? unknownTarget(value) : context.visitOf(url)
}

function mapIn(value: unknown, context: ChoiceContext): RequestedMove {
  const url = urlIn(value, context) ?? (typeof value === 'string' ? value.trim() : '')
  return context.knownUrls.isOnKnownHost(url) ? context.mapOf(url) : unknownTarget(value)
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

function readActions(value: unknown): Action[] | string {
  const list = (Array.isArray(value) ? value : []).slice(0, MOST_ACTIONS).map(actionIn)
  const { success, data } = Actions.safeParse(list)
  if (!success || data.length === 0) {
    return 'These actions cannot be done: click takes a selector, write a text, press a key, wait milliseconds, and scroll nothing.'
  }
  return data
}

/**
 * Endpoints that enforce a schema make the model fill every field, even those that do not belong to the
 * action.
 */
function actionIn(value: unknown): unknown {
  const { type, selector, text, key, milliseconds } = isObject(value) ? value : {}
  if (type === 'click') return { type, selector }
  if (type === 'write') return { type, text: textOf(text ?? '').slice(0, MOST_TYPED) }
  if (type === 'press') return { type, key }
  if (type === 'scroll') return { type }
  if (type === 'wait')
    return { type, milliseconds: Math.min(Number(textOf(milliseconds)) || 1000, MOST_WAIT_MS) }
  return undefined
}

function urlIn(value: unknown, context: ChoiceContext): string | undefined {
  const move = (numberedIn(value, context) ?? namedIn(value, context))?.move
  if (move?.kind === 'visit' || move?.kind === 'map') return move.url
  return typeof value === 'string' ? context.knownUrls.find(value.trim()) : undefined
}

function numberedIn(value: unknown, { candidates }: ChoiceContext): Candidate | undefined {
  const text = textOf(value)
  return /^\s*\d{1,3}\s*$/.test(text) ? candidates[Number(text) - 1] : undefined
}

function namedIn(value: unknown, { candidates }: ChoiceContext): Candidate | undefined {
  if (typeof value !== 'string') return undefined
  const key = urlKeyOf(value.trim())
  return candidates.find(({ move }) => move.kind === 'visit' && urlKeyOf(move.url) === key)
}

function unknownTarget(value: unknown): string {
  const shown = JSON.stringify(textOf(value).slice(0, MOST_QUOTED))
  return `${shown} is neither the number of a candidate nor a URL that was seen and may be visited.`
}

/** An object's `toString` may throw. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function shortText(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim().slice(0, most) : ''
  return text === '' || /^(null|none|n\/a)$/i.test(text) ? undefined : text
}
