import type { PageView, ViewElement } from '../../src/browser/browser.ts'
import { DEFAULT_ELEMENT } from '../../src/browser/live/page-view/read-view.ts'

/** What a test says of an element; the rest is what most elements are. */
export type TestElement = Partial<ViewElement>

/** A page that consists of these elements, named `e1`, `e2`, … where they have no name of their own. */
export function viewOf(elements: readonly TestElement[], more: Partial<PageView> = {}): PageView {
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

function element(given: TestElement): ViewElement {
  return {
    ...DEFAULT_ELEMENT,
    ref: '',
    tag: 'div',
    role: 'generic',
    name: '',
    text: given.ownText ?? given.name ?? '',
    ownText: '',
    box: { x: 0, y: 0, width: 100, height: 20 },
    inView: true,
    ...given,
  }
}

export function button(ref: string, name: string, more: TestElement = {}): TestElement {
  return {
    ref,
    name,
    role: 'button',
    tag: 'button',
    clickable: true,
    ...more,
  }
}

export function field(ref: string, name: string, more: TestElement = {}): TestElement {
  return {
    ref,
    name,
    role: 'textbox',
    tag: 'input',
    type: 'text',
    value: '',
    text: '',
    editable: true,
    clickable: true,
    ...more,
  }
}
