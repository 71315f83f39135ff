import type { PageView, ViewElement } from '../../browser/browser.ts'
import { isObject } from '../../extract/extract.ts'
import { shorten } from '../planner/say/call.ts'
import type { Finish } from './check-finish.ts'
import type { Remembered } from './memory.ts'
import { MOVES } from './moves.ts'
import type { Move, SaidMove } from './moves.ts'
import type { Variables } from './variables.ts'

/** What a model's answer is checked against. */
export interface Ground {
  view: PageView
  variables: Pick<Variables, 'file'>
  /** Why a move must not be made. */
  refusal(move: Move): string | undefined
}

/** What of a model's answer can be used. */
export interface Choice extends Remembered {
  why: string
  moves: Move[]
  refused: string[]
  finish: Finish | undefined
}

const MOST_MOVES = 12
const MOST_VALUE = 4000
const MOST_OUTPUT = 20_000
const MOST_NOTE = 2000
const MOST_WHY = 500
const MOST_LIST = 200

/** Reads the answer of a model. Moves for elements that are not there, and moves that are refused, are left out. */
export function readAnswer(answer: unknown, ground: Ground): Choice {
  const said = isObject(answer) ? answer : {}
  const moves: Move[] = []
  const refused: string[] = []
  const elements = new Map(ground.view.elements.map((element) => [element.ref, element]))
  for (const one of [said['moves'] ?? []].flat().slice(0, MOST_MOVES)) {
    const wanted = moveIn(one, elements, ground)
    const refusal = typeof wanted === 'string' ? wanted : ground.refusal(wanted)
    if (refusal !== undefined) refused.push(refusal)
    // Later moves may depend on this one.
    if (refusal !== undefined || typeof wanted === 'string') break
    moves.push(wanted)
  }
  return {
    why: shorten(textIn(said['why'], MOST_WHY) ?? '', MOST_WHY),
    plan: textIn(said['plan'], MOST_NOTE),
    note: textIn(said['note'], MOST_NOTE),
    collect: textsIn(said['collect']).map((one) => one.slice(0, MOST_NOTE)),
    moves,
    refused,
    finish: moves.length > 0 ? undefined : finishIn(said['finish']),
  }
}

function moveIn(
  said: unknown,
  elements: ReadonlyMap<string, ViewElement>,
  { variables }: Pick<Ground, 'variables'>,
): Move | string {
  const { do: name, ref, to, value, labels, x, y } = isObject(said) ? said : {}
  const kind = typeof name === 'string' && Object.hasOwn(MOVES, name) ? MOVES[name] : undefined
  if (kind === undefined || typeof name !== 'string') {
    return `There is no move ${JSON.stringify(typeof name === 'string' ? shorten(name, 40) : null)}.`
  }
  const element = elementIn(ref, elements)
  const onto = elementIn(to, elements)
  if (element === UNKNOWN) return unknownRef(ref)
  if (onto === UNKNOWN) return unknownRef(to)
  const text = textIn(value, MOST_VALUE)
  const made = kind.read({
    element,
    onto,
    value: text,
    labels: textsIn(labels),
    point: pointIn(x, y),
    file: text === undefined ? undefined : variables.file(text),
  })
  return typeof made === 'string' ? `${name}: ${made}` : { ...made, name }
}

const UNKNOWN: unique symbol = Symbol('an element that is not there')

function elementIn(
  said: unknown,
  elements: ReadonlyMap<string, ViewElement>,
): SaidMove['element'] | typeof UNKNOWN {
  const ref = refIn(said)
  return ref === '' ? undefined : (elements.get(ref) ?? UNKNOWN)
}

/** Models copy more than the ref itself. */
function refIn(said: unknown): string {
  if (typeof said === 'number') return String(said)
  if (typeof said !== 'string' || /^\s*(null|none)?\s*$/i.test(said)) return ''
  return (/^\s*\[?(?:ref=)?([^\s\]]*)/.exec(said)?.[1] ?? '').trim()
}

function unknownRef(said: unknown): string {
  return `There is no element [${shorten(refIn(said), 40)}] on the page now.`
}

function textsIn(said: unknown): string[] {
  return [said ?? []]
    .flat()
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .slice(0, MOST_LIST)
    .map(String)
}

function pointIn(x: unknown, y: unknown): SaidMove['point'] {
  const [across, down] = [x, y].map((one) =>
    typeof one === 'number' && Number.isFinite(one) ? one : undefined,
  )
  return across === undefined && down === undefined ? undefined : { x: across ?? 0, y: down ?? 0 }
}

function finishIn(said: unknown): Finish | undefined {
  if (!isObject(said)) return undefined
  const { done, output } = said
  // Asked for JSON, some models give the object itself.
  const text = typeof output === 'object' && output !== null ? JSON.stringify(output) : output
  return { isDone: done === true || done === 'true', output: textIn(text, MOST_OUTPUT) ?? '' }
}

function textIn(said: unknown, most: number): string | undefined {
  if (typeof said === 'number' || typeof said === 'boolean') return String(said)
  return typeof said === 'string' ? said.slice(0, most) : undefined
}
