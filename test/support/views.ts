import type { PageView, ViewElement } from '../../src/browser/browser.ts'

/** What a test says of an element; the rest is what most elements are. */
export type MadeElement = Partial<Omit<ViewElement, 'look'>> & { look?: Partial<ViewElement['look']> }

/** A page that consists of these elements, named `e1`, `e2`, … where they have no name of their own. */
export function viewOf(elements: readonly MadeElement[], more: Partial<PageView> = {}): PageView {
  return {
    url: 'https://shop.example/',
    title: 'Shop',
    width: 1280,
    height: 720,
    scroll: { x: 0, y: 0, maxX: 0, maxY: 0 },
    focused: undefined,
    elements: elements.map((given, at) => element({ ref: `e${at + 1}`, ...given })),
    ...more,
  }
}

function element({ look = {}, ...given }: MadeElement): ViewElement {
  return {
    ref: '',
    parent: undefined,
    tag: 'div',
    role: 'generic',
    name: '',
    text: given.ownText ?? given.name ?? '',
    ownText: '',
    value: undefined,
    type: undefined,
    placeholder: undefined,
    title: undefined,
    href: undefined,
    hints: '',
    checked: undefined,
    selected: undefined,
    expanded: undefined,
    pressed: undefined,
    current: undefined,
    disabled: false,
    readonly: false,
    required: false,
    invalid: false,
    options: undefined,
    min: undefined,
    max: undefined,
    step: undefined,
    box: { x: 0, y: 0, width: 100, height: 20 },
    inView: true,
    covered: false,
    clickable: false,
    editable: false,
    draggable: false,
    scrollable: false,
    ...given,
    look: {
      color: '#000000',
      background: undefined,
      fontSize: 16,
      bold: false,
      shape: undefined,
      cursor: 'auto',
      ...look,
    },
  }
}
