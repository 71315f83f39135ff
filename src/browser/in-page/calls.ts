import type { StyleSample } from '../branding/style-sample.ts'
import type { Box, PageView, Point, ViewElement } from '../live/page-view/page-view.ts'

export type { Box, Point } from '../live/page-view/page-view.ts'

/** What a call throws about an element that is no longer in the page. */
export const GONE = 'The element is gone.'

export function intersection(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x)
  const height = Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y)
  return { x, y, width, height }
}

export interface ReadingCalls {
  state(): PageState
  /** The document as HTML in pieces: between two pieces stands a frame whose content is to be read separately. */
  serialise(options: { inner: boolean; maxLength: number }): { pieces: string[]; complete: boolean }
  /** The element of a frame that the last `serialise` left a gap for. */
  frame(index: number): unknown
  /** How many elements there are; the next ones are about these, by their places in the list. */
  find(selector: string): number
  /** Brings the element to the middle of the window. */
  clickPointAt(index: number): ClickPoint | { state: 'gone' }
  clickDirectly(index: number): void
  hasFocus(): boolean
  scroll(options: { direction: 'up' | 'down'; inFound: boolean }): void
  scrollTo(screen: number): Scrolled
}

export interface PageState {
  url: string
  ready: 'loading' | 'interactive' | 'complete'
  contentType: string
  quietMs: number
  /** How much there is to read besides what stands around it; `none` also when the page says that it is loading. */
  content: 'none' | 'little' | 'enough'
  refreshMs: number | undefined
}

export interface Scrolled {
  isAtEnd: boolean
  screens: number
  hasLazy: boolean
}

export interface OverlayCalls {
  removeOverlays(selectors: readonly string[]): number
}

export interface BrandingCalls {
  styles(): StyleSample
}

/** What looks at a page as a person sees it, and acts on its elements by their refs. Positions are those of the frame. */
export interface PageControllerCalls {
  /** A `RawView` as JSON. */
  view(options: { key: string; origin: Point; clip: Box; maxElements: number }): string
  viewFrame(index: number): unknown
  noteListeners(kinds: readonly number[], ...elements: unknown[]): void
  pageActivity(): PageActivity
  /** Each time that it was tried before, the element is brought to another place of the window. */
  clickPointOf(ref: string, tries: number): ClickPoint
  contentBoxOf(ref: string): Box
  wouldHit(ref: string, point: Point): boolean
  boxInFrame(ref: string): Box
  bringIntoView(ref: string): void
  clickByScript(ref: string): void
  scrollElement(ref: string | undefined, by: Point): Point
  fieldAt(ref: string): Field | { kind: 'none' }
  focusOn(ref: string): void
  selectAll(ref: string): void
  setValue(ref: string, value: string): string
  /** The labels that no option has; nothing is chosen when there is one. */
  chooseOptions(ref: string, labels: readonly string[]): { missing: string[]; available: string[] }
  setFiles(ref: string, files: readonly UploadFile[]): 'put' | 'none' | 'one'
  isChecked(ref: string): boolean
  /** Where a click hits nothing, so that a field that is being filled in is left; undefined when none is. */
  blurPoint(): Point | undefined
  /** Where a text begins and ends; a field marks its text by itself. */
  textEndsOf(ref: string, text: string | undefined): TextEnds
  selectText(ref: string, text: string | undefined): boolean
  drawLabels(labels: readonly { label: string; box: Box }[]): void
  removeLabels(): void
}

/** What is as usual is missing. */
export type RawElement = Partial<ViewElement> &
  Pick<ViewElement, 'ref' | 'tag' | 'role' | 'name' | 'text' | 'ownText' | 'box'> & {
    frame?: number
  }

export interface RawView extends Pick<
  PageView,
  'title' | 'width' | 'height' | 'scroll' | 'focused' | 'now' | 'lang'
> {
  key: string
  /** Origin of the frame, as the browser sees it: frames without an address have that of their page. */
  security: string
  elements: RawElement[]
}

export interface PageActivity {
  quietMs: number
  stillMs: number
  busySigns: number
}

export type ClickPoint = { state: 'nowhere' } | LocatedPoint
export type LocatedPoint = Point &
  ({ state: 'ready'; disabled: boolean } | { state: 'away' } | { state: 'covered'; by: string })

export interface Field {
  ref: string
  kind: 'typed' | 'rich' | 'set' | 'list' | 'tick' | 'slider'
  value: string
  maxLength?: number | undefined
  multiline: boolean
  disabled: boolean
  readonly: boolean
}

type TextEnds = { state: 'missing' } | { state: 'marked' } | { state: 'there'; from: Point; to: Point }

export interface UploadFile {
  name: string
  type: string
  base64: string
}
