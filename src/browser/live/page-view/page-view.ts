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
  /** The date by the browser's clock, as `2027-03-08`, and the language that the page declares. */
  now?: string
  lang?: string
  scroll: { x: number; y: number; maxX: number; maxY: number }
  /** In document order, parents before their children, with frames and open shadow roots in place. */
  elements: ViewElement[]
  focused: string | undefined
  /** The open tabs, oldest first, when there are several. The page is the front tab. */
  tabs?: readonly ViewTab[]
}

export interface ViewTab {
  id: string
  url: string
  title: string
  isFront: boolean
}

/** An element with text or a use, or the container of one. Invisible elements are left out. */
export interface ViewElement {
  /** Names the element in later actions. The same element keeps its ref in later views. */
  ref: string
  /** Origin of its frame, when that differs from the page's. */
  origin?: string
  parent?: string
  tag: string
  /** Its ARIA role, explicit or implied; `text` for plain text, `generic` for a mere container. */
  role: string
  /** Its accessible name by ARIA's rules, or else the label next to or before it. */
  name: string
  /** Its readable text with its children's, whitespace collapsed; at most a few hundred characters. */
  text: string
  ownText: string
  value?: string
  type?: string
  placeholder?: string
  /** `title`, `alt`, `aria-description` and `href`, where present. */
  title?: string
  href?: string
  /** Words of id, class, name and test ids: the weakest evidence. */
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
  /** In CSS pixels of the window, including frame offsets. */
  box: Box
  /** The control itself is hidden: the box is that of its label, which people use. */
  behindLabel?: boolean
  inView: boolean
  /** True when something else is on top of its middle. */
  covered: boolean
  /** A person would click it: a control, a link, a pointer cursor, a click listener. */
  clickable: boolean
  editable: boolean
  draggable: boolean
  scrollable: boolean
  // For a shape or an element without words: its main colour as `#rrggbb`, and `circle`, `ellipse`, `square`,
  // `rectangle`, `triangle`, `polygon 5` (with its corners), `line`, `path`, `text`.
  look?: { color: string; shape?: string }
}
