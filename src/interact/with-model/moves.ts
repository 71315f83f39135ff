import type { Deed, Point, ViewElement } from '../../browser/browser.ts'

/** One thing that a model wants done. */
export type Move = { name: string } & Doing

type Doing = { target?: ViewElement; value?: string } & (
  | { kind: 'deed'; deed: Deed }
  | { kind: 'answerDialogs'; accept: boolean; text?: string }
  | { kind: 'read'; question: string }
)

/** What a model said about a move, its elements found. */
export interface SaidMove {
  element: ViewElement | undefined
  onto: ViewElement | undefined
  value: string | undefined
  labels: readonly string[]
  point: Point | undefined
}

interface MoveKind {
  /** What the model is told it takes. */
  takes: string
  /** The move, or what is wrong with it. */
  read(said: SaidMove): Doing | string
}

const MOST_WAIT_MS = 5000
const USUAL_WAIT_MS = 1000
const USUAL_SCROLL = 600

/** Everything that a model can do. */
export const MOVES: Readonly<Record<string, MoveKind>> = {
  click: {
    takes: 'ref; or x and y in the window where nothing has a ref',
    read: ({ element, point }) => {
      if (element !== undefined) return deed({ do: 'click', ref: element.ref }, element)
      return point === undefined ? NO_REF : deed({ do: 'clickAt', at: point })
    },
  },
  doubleClick: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'click', ref, count: 2 })) },
  rightClick: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'click', ref, button: 'right' })) },
  hover: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'hover', ref })) },
  fill: {
    takes: 'ref of a field, value: replaces what stands in it',
    read: onElement((element, said) => {
      const { ref, options } = element
      if (said.value === undefined) return 'Filling takes a value.'
      if (options !== undefined && !element.editable) return { do: 'select', ref, labels: [said.value] }
      const isSet = element.type !== undefined && SET_TYPES.has(element.type)
      return { do: isSet ? 'set' : 'fill', ref, value: said.value }
    }),
  },
  type: {
    takes: 'value: typed where the caret is',
    read: ({ value }) =>
      value === undefined ? 'Typing takes a value.' : deed({ do: 'type', text: value }, undefined, value),
  },
  select: {
    takes: 'ref of a list with options, labels of exactly those to be chosen',
    read: onElement(({ ref, options }, said) => {
      const labels = said.labels.length > 0 ? said.labels : [said.value ?? ''].filter((one) => one !== '')
      if (options === undefined) return `[${ref}] is no list with options: click it and then what it offers.`
      const unknown = labels.find((label) => !options.some((option) => isCalled(option, label)))
      if (unknown !== undefined) return `[${ref}] has no option "${unknown}".`
      return {
        do: 'select',
        ref,
        labels: labels.map((label) => options.find((one) => isCalled(one, label))!.label),
      }
    }),
  },
  check: {
    takes: 'ref of a checkbox, radio or switch',
    read: onElement(({ ref }) => ({ do: 'check', ref, on: true })),
  },
  uncheck: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'check', ref, on: false })) },
  press: {
    takes: 'value: a key or chord such as Enter, Escape, Control+a; ref where it is for one element',
    read: ({ element, value }) => {
      if (value === undefined) return 'Pressing takes the name of a key as its value.'
      return deed({ do: 'press', key: value, ...(element && { ref: element.ref }) }, element, value)
    },
  },
  highlight: {
    takes: 'ref, value: selects this text of it, or all of it',
    read: onElement(({ ref }, { value }) => ({
      do: 'highlight',
      ref,
      ...(value !== undefined && { text: value }),
    })),
  },
  drag: {
    takes: 'ref, and where to: the ref of another element in "to", or x and y in the window',
    read: onElement(({ ref }, { onto, point }) => {
      if (onto !== undefined) return { do: 'drag', from: ref, to: { ref: onto.ref } }
      return point === undefined
        ? 'Dragging takes "to", or x and y.'
        : { do: 'drag', from: ref, to: { at: point } }
    }),
  },
  scroll: {
    takes: 'x and y: by how much, downwards unless said; ref of what is scrolled when it is not the page',
    read: ({ element, point }) => {
      const by = point ?? { x: 0, y: USUAL_SCROLL }
      return deed({ do: 'scroll', by, ...(element && { ref: element.ref }) }, element)
    },
  },
  scrollTo: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'scrollTo', ref })) },
  goto: {
    takes: 'value: an address of the task or of a page that you were shown',
    read: ({ value }) =>
      value === undefined
        ? 'Going somewhere takes an address as its value.'
        : deed({ do: 'goto', url: value }, undefined, value),
  },
  back: { takes: 'nothing', read: () => deed({ do: 'back' }) },
  forward: { takes: 'nothing', read: () => deed({ do: 'forward' }) },
  reload: { takes: 'nothing', read: () => deed({ do: 'reload' }) },
  wait: {
    takes: `value: milliseconds, ${MOST_WAIT_MS} at most; only for what comes by itself`,
    read: ({ value }) => {
      const ms = Math.min(Math.max(Number.parseInt(value ?? '', 10) || USUAL_WAIT_MS, 0), MOST_WAIT_MS)
      return deed({ do: 'wait', ms }, undefined, `${ms} ms`)
    },
  },
  acceptDialogs: {
    takes:
      'value where a prompt asks for one: answers the dialogs that the next moves bring up with OK, instead of Cancel',
    read: ({ value }) => ({
      kind: 'answerDialogs',
      accept: true,
      ...(value !== undefined && { text: value, value }),
    }),
  },
  dismissDialogs: {
    takes: 'nothing: answers them with Cancel again',
    read: () => ({ kind: 'answerDialogs', accept: false }),
  },
  read: {
    takes: 'value: a question that the whole page answers, also the part of it that is not listed',
    read: ({ value }) =>
      value === undefined
        ? 'Reading takes a question as its value.'
        : { kind: 'read', question: value, value },
  },
}

/** Moves with the same key do the same. */
export function moveKey(move: Move): string {
  if (move.kind === 'deed') return JSON.stringify(move.deed)
  return JSON.stringify([move.name, move.value ?? ''])
}

/** Whether doing it once more does no harm. */
export function isRepeatable({ name }: Move): boolean {
  return !HAPPENS_ONCE.has(name)
}

const HAPPENS_ONCE: ReadonlySet<string> = new Set(
  'click doubleClick rightClick type press drag back forward'.split(' '),
)

/** Fields that a person does not type into. */
const SET_TYPES: ReadonlySet<string> = new Set('range color date time datetime-local month week'.split(' '))
const NO_REF = 'It takes the ref of an element.'

function deed(done: Deed, target?: ViewElement, value?: string): Doing {
  return {
    kind: 'deed',
    deed: done,
    ...(target !== undefined && { target }),
    ...(value !== undefined && { value }),
  }
}

function onElement(make: (element: ViewElement, said: SaidMove) => Deed | string): MoveKind['read'] {
  return (said) => {
    const { element } = said
    if (element === undefined) return NO_REF
    const made = make(element, said)
    if (typeof made === 'string') return made
    const told = made.do === 'select' ? made.labels.join(', ') : 'value' in made ? made.value : undefined
    return deed(made, element, told)
  }
}

function isCalled({ label, value }: { label: string; value: string }, said: string): boolean {
  return [label, value].some((one) => one.trim().toLowerCase() === said.trim().toLowerCase())
}
