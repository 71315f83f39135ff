export interface Point {
  x: number
  y: number
}

export interface Box extends Point {
  width: number
  height: number
}

export interface PageView {
  url: string
  title: string
  width: number
  height: number
  /** The day by the browser's clock, as `2027-03-08`, and the tongue that the page says it is in. */
  now?: string
  lang?: string
  scroll: { x: number; y: number; maxX: number; maxY: number }
  /** In the order of the document, parents before their children, frames and open shadow roots in place. */
  elements: ViewElement[]
  focused: string | undefined
  /** The open tabs, oldest first, when there are several. The page is the one in front. */
  tabs?: readonly ViewTab[]
}

export interface ViewTab {
  id: string
  url: string
  title: string
  isFront: boolean
}

/** One element that says something, can be used, or holds what does. What is not shown at all is left out. */
export interface ViewElement {
  /** Names the element in later deeds; the same for the same element in later looks. */
  ref: string
  /** Origin of the frame it is in, when that differs from the page's. */
  origin?: string
  parent?: string
  tag: string
  /** Its role, as ARIA has it, given or implied; `text` for what is only text, `generic` for what only holds others. */
  role: string
  /** What it is called: accessible name by ARIA's rules, labels beside or before it included when it has none by them. */
  name: string
  /** What can be read in it, children included, whitespace collapsed; at most a few hundred characters. */
  text: string
  ownText: string
  value?: string
  type?: string
  placeholder?: string
  /** `title`, `alt`, `aria-description`, `href` where it has one. */
  title?: string
  href?: string
  /** Words of id, class, name and test ids: the last thing to go by. */
  hints: string
  selector?: string
  checked?: boolean
  selected?: boolean
  expanded?: boolean
  pressed?: boolean
  current?: boolean
  disabled: boolean
  readonly: boolean
  required: boolean
  invalid: boolean
  options?: { label: string; value: string; selected: boolean; disabled: boolean; group?: string }[]
  min?: string
  max?: string
  step?: string
  /** In CSS pixels of the window, frames added up. */
  box: Box
  /** The control itself is not shown: the box is that of its label, which is what a person uses. */
  behindLabel?: boolean
  inView: boolean
  /** Whether something else lies over its middle. */
  covered: boolean
  /** A person would click it: a control, a link, a hand as cursor, a listener for clicks. */
  clickable: boolean
  editable: boolean
  draggable: boolean
  scrollable: boolean
  // Of a shape or an element without words: its main colour as `#rrggbb`, and `circle`, `ellipse`, `square`,
  // `rectangle`, `triangle`, `polygon 5` (with its corners), `line`, `path`, `text`.
  look?: { color: string; shape?: string }
}
