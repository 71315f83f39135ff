import type { Deed, Point, StageFile, ViewElement } from '../../browser/browser.ts'

/** One thing that a model wants done. `value` is as the model wrote it, with names of variables. */
export type Move = { name: string } & Doing

type Doing = { target?: ViewElement; value?: string } & (
  | { kind: 'deed'; deed: Deed }
  | { kind: 'answerDialogs'; accept: boolean; text?: string }
  | { kind: 'read'; text: string }
  | { kind: 'find'; text: string }
  | { kind: 'waitFor'; text: string }
)

/** What a model said about a move, with its elements and file resolved. */
export interface SaidMove {
  element: ViewElement | undefined
  onto: ViewElement | undefined
  value: string | undefined
  labels: readonly string[]
  point: Point | undefined
  /** The file that the value names. */
  file: StageFile | undefined
}

interface MoveKind {
  /** What it takes and does, for the model. */
  takes: string
  /** The move, or why it cannot be made. */
  read(said: SaidMove): Doing | string
}

const MOST_WAIT_MS = 5000
const USUAL_WAIT_MS = 1000
const USUAL_SCROLL = 600

/** Everything that a model can do. */
export const MOVES: Readonly<Record<string, MoveKind>> = {
  click: {
    takes: 'ref, or x and y in the window for something without a ref',
    read: ({ element, point }) => {
      if (element !== undefined) return deed({ do: 'click', ref: element.ref }, element)
      return point === undefined ? NO_REF : deed({ do: 'clickAt', at: point })
    },
  },
  doubleClick: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'click', ref, count: 2 })) },
  rightClick: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'click', ref, button: 'right' })) },
  hover: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'hover', ref })) },
  fill: {
    takes: 'ref of a field, value: replaces the content of the field',
    read: onElement((element, said) => {
      const { ref, options } = element
      if (said.value === undefined) return 'it needs a value.'
      if (options !== undefined && !element.editable) return { do: 'select', ref, labels: [said.value] }
      const isSet = element.type !== undefined && SET_TYPES.has(element.type)
      return { do: isSet ? 'set' : 'fill', ref, value: said.value }
    }),
  },
  type: {
    takes: 'value: typed at the caret',
    read: ({ value }) =>
      value === undefined ? NO_VALUE : deed({ do: 'type', text: value }, undefined, value),
  },
  select: {
    takes: 'ref of a list with options, labels of exactly the options to select',
    read: onElement(({ ref, options }, said) => {
      const labels = said.labels.length > 0 ? said.labels : [said.value ?? ''].filter((one) => one !== '')
      if (options === undefined) return `[${ref}] has no options. Click it, then click what it offers.`
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
    takes: 'value: a key or chord such as Enter, Escape, Control+a; ref of the element that gets it, if any',
    read: ({ element, value }) => {
      if (value === undefined) return NO_VALUE
      return deed({ do: 'press', key: value, ...(element && { ref: element.ref }) }, element, value)
    },
  },
  highlight: {
    takes: 'ref, value: selects this text of the element, or all of it without a value',
    read: onElement(({ ref }, { value }) => ({
      do: 'highlight',
      ref,
      ...(value !== undefined && { text: value }),
    })),
  },
  drag: {
    takes: 'ref, and its destination: the ref of another element in "to", or x and y in the window',
    read: onElement(({ ref }, { onto, point }) => {
      if (onto !== undefined) return { do: 'drag', from: ref, to: { ref: onto.ref } }
      return point === undefined ? 'it needs "to", or x and y.' : { do: 'drag', from: ref, to: { at: point } }
    }),
  },
  scroll: {
    takes: 'x and y: pixels to scroll by, 600 down by default; ref of what scrolls when it is not the page',
    read: ({ element, point }) => {
      const by = point ?? { x: 0, y: USUAL_SCROLL }
      return deed({ do: 'scroll', by, ...(element && { ref: element.ref }) }, element)
    },
  },
  scrollTo: { takes: 'ref', read: onElement(({ ref }) => ({ do: 'scrollTo', ref })) },
  upload: {
    takes: 'ref of a file field or its label, value: the name of a file variable',
    read: onElement(({ ref }, { file }) =>
      file === undefined
        ? 'its value must be the name of a file variable of the task.'
        : { do: 'upload', ref, files: [file] },
    ),
  },
  goto: {
    takes: 'value: a URL',
    read: ({ value }) =>
      value === undefined ? NO_VALUE : deed({ do: 'goto', url: value }, undefined, value),
  },
  openTab: {
    takes: 'value: a URL, opened in a new tab',
    read: ({ value }) =>
      value === undefined ? NO_VALUE : deed({ do: 'openTab', url: value }, undefined, value),
  },
  showTab: {
    takes: 'value: the id of a tab, brought to the front',
    read: ({ value }) =>
      value === undefined ? NO_VALUE : deed({ do: 'showTab', tab: value }, undefined, value),
  },
  closeTab: {
    takes: 'value: the id of a tab',
    read: ({ value }) =>
      value === undefined ? NO_VALUE : deed({ do: 'closeTab', tab: value }, undefined, value),
  },
  back: { takes: 'nothing', read: () => deed({ do: 'back' }) },
  forward: { takes: 'nothing', read: () => deed({ do: 'forward' }) },
  reload: { takes: 'nothing', read: () => deed({ do: 'reload' }) },
  wait: {
    takes: `value: milliseconds, ${MOST_WAIT_MS} at most`,
    read: ({ value }) => {
      const ms = Math.min(Math.max(Number.parseInt(value ?? '', 10) || USUAL_WAIT_MS, 0), MOST_WAIT_MS)
      return deed({ do: 'wait', ms }, undefined, `${ms} ms`)
    },
  },
  waitFor: {
    takes: 'value: a text; waits until the page shows it',
    read: ({ value }) => (value === undefined ? NO_VALUE : { kind: 'waitFor', text: value, value }),
  },
  acceptDialogs: {
    takes: 'value for a prompt dialog: answers the dialogs of the next moves with OK instead of Cancel',
    read: ({ value }) => ({
      kind: 'answerDialogs',
      accept: true,
      ...(value !== undefined && { text: value, value }),
    }),
  },
  dismissDialogs: {
    takes: 'nothing: answers dialogs with Cancel again',
    read: () => ({ kind: 'answerDialogs', accept: false }),
  },
  find: {
    takes: 'value: a text; lists the elements with it on the whole page, also those that are not listed now',
    read: ({ value }) => (value === undefined ? NO_VALUE : { kind: 'find', text: value, value }),
  },
  read: {
    takes: 'value: a question about the whole page, also about the part that is not listed now',
    read: ({ value }) => (value === undefined ? NO_VALUE : { kind: 'read', text: value, value }),
  },
}

/** Moves with the same key do the same. */
export function moveKey(move: Move): string {
  if (move.kind === 'deed') return JSON.stringify(move.deed)
  return JSON.stringify([move.name, move.value ?? ''])
}

/** Fields that a person does not type into. */
const SET_TYPES: ReadonlySet<string> = new Set('range color date time datetime-local month week'.split(' '))
const NO_REF = 'it needs the ref of an element.'
const NO_VALUE = 'it needs a value.'

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
    const told = made.do === 'select' ? made.labels.join(', ') : said.value
    return deed(made, element, told)
  }
}

function isCalled({ label, value }: { label: string; value: string }, said: string): boolean {
  return [label, value].some((one) => one.trim().toLowerCase() === said.trim().toLowerCase())
}
