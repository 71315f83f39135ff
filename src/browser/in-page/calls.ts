import type { StyleSample } from '../branding/style-sample.ts'
import type { PageView, ViewElement } from '../live/look/page-view.ts'
import type { Box, Point } from './boxes.ts'

export interface ReadingCalls {
  state(): PageState
  /** The document as HTML in pieces: between two pieces stands a frame whose content is to be read separately. */
  serialise(wish: { inner: boolean; maxLength: number }): { pieces: string[]; complete: boolean }
  /** The element of a frame that the last `serialise` left a gap for. */
  frame(index: number): unknown
  /** How many elements there are; the next ones are about these, by their places in the list. */
  find(selector: string): number
  aim(index: number): { state: 'gone' } | { state: 'covered' } | ({ state: 'visible' } & Point)
  clickDirectly(index: number): void
  hasFocus(): boolean
  scroll(wish: { direction: 'up' | 'down'; inFound: boolean }): void
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
  styles(limits: { budgetMs: number; mostElements: number }): StyleSample
}

/** What looks at a page as a person sees it, and acts on its elements by their refs. Positions are those of the frame. */
export interface StageCalls {
  /** A `RawView` as JSON. */
  view(wish: { key: string; origin: Point; clip: Box; maxElements: number; budgetMs: number }): string
  viewFrame(index: number): unknown
  hear(kinds: readonly number[], ...elements: unknown[]): void
  calm(): Calm
  /** `scroll` says how often it was tried: each time the element is brought to another place of the window. */
  aimAt(ref: string, wish: { at: Point | undefined; scroll: number }): InFrame
  insideOf(ref: string): Box | undefined
  reaches(ref: string, point: Point): boolean
  boxIn(ref: string): Box | undefined
  bringIn(ref: string): boolean
  clickByScript(ref: string): boolean
  scrollIn(ref: string | undefined, by: Point): Point | undefined
  fieldAt(ref: string): Field | { kind: 'gone' } | { kind: 'none' }
  focusOn(ref: string): boolean
  markAll(ref: string): boolean
  setValue(ref: string, value: string): string | undefined
  chooseOptions(ref: string, labels: readonly string[]): Choice
  putFiles(ref: string, files: readonly GivenFile[]): 'put' | 'gone' | 'none' | 'one'
  isOn(ref: string): boolean | undefined
  /** Where a click hits nothing, so that a field that is being filled in is left; undefined when none is. */
  placeToLeave(): Point | undefined
  /** Where a text begins and ends; a field marks its text by itself. */
  endsOf(ref: string, text: string | undefined): Ends
  markText(ref: string, text: string | undefined): boolean
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

export interface Calm {
  quietMs: number
  stillMs: number
  busySigns: number
}

export type InFrame = { state: 'gone' } | { state: 'nowhere' } | Placed
export type Placed = Point &
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

type Choice = { state: 'chosen' | 'gone' } | { state: 'missing'; missing: string[]; available: string[] }

type Ends =
  | { state: 'gone' }
  | { state: 'missing' }
  | { state: 'marked' }
  | { state: 'there'; from: Point; to: Point }

export interface GivenFile {
  name: string
  type: string
  base64: string
}
