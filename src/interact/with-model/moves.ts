import type { PageAction, Point, StageFile, ViewElement, PageView } from '../../browser/browser.ts'
import { isObject } from '../../extract/extract.ts'
import { shorten } from '../planner/page-tree.ts'
import type { Finish } from './check-finish.ts'
import type { Variables } from '../secrets.ts'

/** One thing that a model wants done. `value` is as the model wrote it, with names of variables. */
export type Move = { name: string } & MoveAction

type MoveAction = { target?: ViewElement; value?: string } & (
  | { kind: 'deed'; action: PageAction }
  | { kind: 'answerDialogs'; accept: boolean; text?: string }
  | { kind: 'read' | 'find' | 'waitFor'; text: string }
)

interface MoveFields {
  element: ViewElement | undefined
  dropTarget: ViewElement | undefined
  value: string | undefined
  labels: readonly string[]
  point: Point | undefined
  file: StageFile | undefined
}

type ReadMove = (said: MoveFields) => MoveAction | string

const MOST_WAIT_MS = 5000
const USUAL_WAIT_MS = 1000
const USUAL_SCROLL = 600

/** Each reads a move, or says why it cannot be made; `moves.json` tells the model what they take. */
const MOVES: Readonly<Record<string, ReadMove>> = {
  click: ({ element, point }) => {
    if (element !== undefined) return pageMove({ do: 'click', ref: element.ref }, element)
    return point === undefined ? MISSING_REF : pageMove({ do: 'clickAt', at: point })
  },
  doubleClick: onElement(({ ref }) => ({ do: 'click', ref, count: 2 })),
  rightClick: onElement(({ ref }) => ({ do: 'click', ref, button: 'right' })),
  hover: onElement(({ ref }) => ({ do: 'hover', ref })),
  fill: onElement((element, fields) => {
    const { ref, options } = element
    if (fields.value === undefined) return 'it needs a value.'
    if (options !== undefined && !element.editable) return { do: 'select', ref, labels: [fields.value] }
    return { do: 'fill', ref, value: fields.value }
  }),
  type: withValue((text) => ({ do: 'type', text })),
  select: onElement(({ ref, options }, fields) => {
    const labels = fields.labels.length > 0 ? fields.labels : [fields.value ?? ''].filter((one) => one !== '')
    if (options === undefined) return `[${ref}] has no options. Click it, then click what it offers.`
    const unknown = labels.find((label) => !options.some((option) => hasLabel(option, label)))
    if (unknown !== undefined) return `[${ref}] has no option "${unknown}".`
    return {
      do: 'select',
      ref,
      labels: labels.map((label) => options.find((one) => hasLabel(one, label))!.label),
    }
  }),
  check: onElement(({ ref }) => ({ do: 'check', ref, on: true })),
  uncheck: onElement(({ ref }) => ({ do: 'check', ref, on: false })),
  press: ({ element, value }) => {
    if (value === undefined) return MISSING_VALUE
    return pageMove({ do: 'press', key: value, ...(element && { ref: element.ref }) }, element, value)
  },
  highlight: onElement(({ ref }, { value }) => ({
    do: 'highlight',
    ref,
    ...(value !== undefined && { text: value }),
  })),
  drag: onElement(({ ref }, { dropTarget, point }) => {
    if (dropTarget !== undefined) return { do: 'drag', from: ref, to: { ref: dropTarget.ref } }
    return point === undefined ? 'it needs "to", or x and y.' : { do: 'drag', from: ref, to: { at: point } }
  }),
  scroll: ({ element, point }) => {
    const by = point ?? { x: 0, y: USUAL_SCROLL }
    return pageMove({ do: 'scroll', by, ...(element && { ref: element.ref }) }, element)
  },
  scrollTo: onElement(({ ref }) => ({ do: 'scrollTo', ref })),
  upload: onElement(({ ref }, { file }) =>
    file === undefined
      ? 'its value must be the name of a file variable of the task.'
      : { do: 'upload', ref, files: [file] },
  ),
  goto: withValue((url) => ({ do: 'goto', url })),
  openTab: withValue((url) => ({ do: 'openTab', url })),
  showTab: withValue((tab) => ({ do: 'showTab', tab })),
  closeTab: withValue((tab) => ({ do: 'closeTab', tab })),
  back: () => pageMove({ do: 'back' }),
  forward: () => pageMove({ do: 'forward' }),
  reload: () => pageMove({ do: 'reload' }),
  wait: ({ value }) => {
    const ms = Math.min(Math.max(Number.parseInt(value ?? '', 10) || USUAL_WAIT_MS, 0), MOST_WAIT_MS)
    return pageMove({ do: 'wait', ms }, undefined, `${ms} ms`)
  },
  waitFor: withText('waitFor'),
  acceptDialogs: ({ value }) => ({
    kind: 'answerDialogs',
    accept: true,
    ...(value !== undefined && { text: value, value }),
  }),
  dismissDialogs: () => ({ kind: 'answerDialogs', accept: false }),
  find: withText('find'),
  read: withText('read'),
}

export function moveKey(move: Move): string {
  if (move.kind === 'deed') return JSON.stringify(move.action)
  return JSON.stringify([move.name, move.value ?? ''])
}

const MISSING_REF = 'it needs the ref of an element.'
const MISSING_VALUE = 'it needs a value.'

function pageMove(done: PageAction, target?: ViewElement, value?: string): MoveAction {
  return {
    kind: 'deed',
    action: done,
    ...(target !== undefined && { target }),
    ...(value !== undefined && { value }),
  }
}

function withValue(make: (value: string) => PageAction): ReadMove {
  return ({ value }) => (value === undefined ? MISSING_VALUE : pageMove(make(value), undefined, value))
}

function withText(kind: 'read' | 'find' | 'waitFor'): ReadMove {
  return ({ value }) => (value === undefined ? MISSING_VALUE : { kind, text: value, value })
}

function onElement(make: (element: ViewElement, fields: MoveFields) => PageAction | string): ReadMove {
  return (fields) => {
    const { element } = fields
    if (element === undefined) return MISSING_REF
    const made = make(element, fields)
    if (typeof made === 'string') return made
    const value = made.do === 'select' ? made.labels.join(', ') : fields.value
    return pageMove(made, element, value)
  }
}

function hasLabel({ label, value }: { label: string; value: string }, said: string): boolean {
  return [label, value].some((one) => one.trim().toLowerCase() === said.trim().toLowerCase())
}

export interface ResponseContext {
  view: PageView
  variables: Pick<Variables, 'file'>
  refusal(move: Move): string | undefined
}

export type Choice = ReturnType<typeof readResponse>

const MOST_MOVES = 12
const MOST_VALUE = 4000
const MOST_OUTPUT = 20_000
const MOST_NOTE = 2000
const MOST_WHY = 500
const MOST_LIST = 200

/** Reads the answer of a model. Moves for elements that are not there, and moves that are refused, are left out. */
export function readResponse(response: unknown, context: ResponseContext) {
  const fields = isObject(response) ? response : {}
  const moves: Move[] = []
  const refused: string[] = []
  const elements = new Map(context.view.elements.map((element) => [element.ref, element]))
  for (const one of [fields['moves'] ?? []].flat().slice(0, MOST_MOVES)) {
    const wanted = moveIn(one, elements, context)
    const refusal = typeof wanted === 'string' ? wanted : context.refusal(wanted)
    if (refusal !== undefined) refused.push(refusal)
    // Later moves may depend on this one.
    if (refusal !== undefined || typeof wanted === 'string') break
    moves.push(wanted)
  }
  return {
    why: shorten(textIn(fields['why'], MOST_WHY) ?? '', MOST_WHY),
    /** Replaces the plan so far. */
    plan: textIn(fields['plan'], MOST_NOTE),
    note: textIn(fields['note'], MOST_NOTE),
    collect: textsIn(fields['collect']).map((one) => one.slice(0, MOST_NOTE)),
    moves,
    refused,
    finish: moves.length > 0 ? undefined : finishIn(fields['finish']),
  }
}

function moveIn(
  said: unknown,
  elements: ReadonlyMap<string, ViewElement>,
  { variables }: Pick<ResponseContext, 'variables'>,
): Move | string {
  const { do: name, ref, to, value, labels, x, y } = isObject(said) ? said : {}
  const read = typeof name === 'string' && Object.hasOwn(MOVES, name) ? MOVES[name] : undefined
  if (read === undefined || typeof name !== 'string') {
    return `There is no move ${JSON.stringify(typeof name === 'string' ? shorten(name, 40) : null)}.`
  }
  const element = elementIn(ref, elements)
  const dropTarget = elementIn(to, elements)
  if (element === UNKNOWN) return unknownRef(ref)
  if (dropTarget === UNKNOWN) return unknownRef(to)
  const text = textIn(value, MOST_VALUE)
  const made = read({
    element,
    dropTarget,
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
): MoveFields['element'] | typeof UNKNOWN {
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

function pointIn(x: unknown, y: unknown): MoveFields['point'] {
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
