import type { PageView, ViewElement } from '../../browser/browser.ts'
import { isObject } from '../../extract/extract.ts'
import { shorten } from '../planner/say/call.ts'
import { MOVES } from './moves.ts'
import type { Move, SaidMove } from './moves.ts'

/** What a model's answer is held against. */
export interface Ground {
  view: PageView
  /** Why something must not be done. */
  refusal(move: Move): string | undefined
  /** Whether anything was done so far. */
  isAnythingDone: boolean
}

/** What of a model's answer can be done. */
export interface Choice {
  moves: Move[]
  refused: string[]
  /** What is left of the task after these moves, as the model sees it; undefined when it did not say. */
  left: string | undefined
  finish: { isDone: boolean; output: string } | undefined
}

const MOST_MOVES = 12
const MOST_VALUE = 4000
const MOST_OUTPUT = 20_000
const MOST_LEFT = 2000
const MOST_LABELS = 100

/** Takes nothing at its word: an element that is not there is refused, and so is an end without anything done. */
export function readAnswer(answer: unknown, ground: Ground): Choice {
  const said = isObject(answer) ? answer : {}
  const moves: Move[] = []
  const refused: string[] = []
  const elements = new Map(ground.view.elements.map((element) => [element.ref, element]))
  for (const one of [said['moves'] ?? []].flat().slice(0, MOST_MOVES)) {
    const wanted = moveIn(one, elements)
    const refusal = typeof wanted === 'string' ? wanted : ground.refusal(wanted)
    if (refusal !== undefined) refused.push(refusal)
    // What follows may build upon what is not done.
    if (refusal !== undefined || typeof wanted === 'string') break
    moves.push(wanted)
  }
  const left = textIn(said['left'], MOST_LEFT)
  const base = { moves, refused, left: typeof said['left'] === 'string' ? (left ?? '') : undefined }
  const finish = moves.length > 0 ? undefined : finishIn(said['finish'])
  if (finish === undefined) return { ...base, finish }
  if (finish.isDone && !ground.isAnythingDone && finish.output === '') {
    const refusal = 'Nothing was done yet and nothing answered, so the task is not done.'
    return { ...base, refused: [...refused, refusal], finish: undefined }
  }
  return { ...base, finish }
}

function moveIn(said: unknown, elements: ReadonlyMap<string, ViewElement>): Move | string {
  const { do: name, ref, to, value, labels, x, y } = isObject(said) ? said : {}
  const kind = typeof name === 'string' && Object.hasOwn(MOVES, name) ? MOVES[name] : undefined
  if (kind === undefined || typeof name !== 'string') {
    return `There is no move ${JSON.stringify(typeof name === 'string' ? shorten(name, 40) : null)}.`
  }
  const element = elementIn(ref, elements)
  const onto = elementIn(to, elements)
  if (element === UNKNOWN) return unknownRef(ref)
  if (onto === UNKNOWN) return unknownRef(to)
  const made = kind.read({
    element,
    onto,
    value: textIn(value, MOST_VALUE),
    labels: labelsIn(labels),
    point: pointIn(x, y),
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
  return `There is no element [${shorten(refIn(said), 40)}] on the page as it is now.`
}

function labelsIn(said: unknown): string[] {
  return [said ?? []]
    .flat()
    .filter((label) => typeof label === 'string' || typeof label === 'number')
    .slice(0, MOST_LABELS)
    .map(String)
}

function pointIn(x: unknown, y: unknown): SaidMove['point'] {
  const [across, down] = [x, y].map((one) =>
    typeof one === 'number' && Number.isFinite(one) ? one : undefined,
  )
  return across === undefined && down === undefined ? undefined : { x: across ?? 0, y: down ?? 0 }
}

function finishIn(said: unknown): Choice['finish'] {
  if (!isObject(said)) return undefined
  const { done, output } = said
  return { isDone: done === true || done === 'true', output: textIn(output, MOST_OUTPUT) ?? '' }
}

function textIn(said: unknown, most: number): string | undefined {
  if (typeof said === 'number' || typeof said === 'boolean') return String(said)
  return typeof said === 'string' ? said.slice(0, most) : undefined
}
