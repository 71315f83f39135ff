// What the scripts in pages can be asked, and what they answer.
import type { StyleSample } from '../branding/style-sample.ts'
import type { PageView, ViewElement } from '../live/look/page-view.ts'
import type { Box, Point } from './boxes.ts'

/** The script that every page gets. */
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
  /** When the page wants to move on by itself. */
  refreshMs: number | undefined
}

export interface Scrolled {
  isAtEnd: boolean
  screens: number
  hasLazy: boolean
}

export interface OverlayCalls {
  /** How many elements are gone. */
  removeOverlays(selectors: readonly string[]): number
}

export interface BrandingCalls {
  styles(limits: { budgetMs: number; mostElements: number }): StyleSample
}

/** What looks at a page as a person sees it, and acts on its elements by their refs. Positions are those of the frame. */
export interface StageCalls {
  /** A `RawView` as JSON. */
  view(wish: { key: string; origin: Point; clip: Box; maxElements: number; budgetMs: number }): string
  /** The element of a frame in the last view. */
  viewFrame(index: number): unknown
  /** Tells which elements have listeners for clicks (1), and for what begins a drag (2). */
  hear(kinds: readonly number[], ...elements: unknown[]): void
  calm(): Calm
  /** `scroll` says how often it was tried: each time the element is brought to another place of the window. */
  aimAt(ref: string, wish: { at: Point | undefined; scroll: number }): InFrame
  /** The place of a frame's content within the frame that it is in. */
  insideOf(ref: string): Box | undefined
  /** Whether the mouse at a place would reach into the frame element. */
  reaches(ref: string, point: Point): boolean
  boxIn(ref: string): Box | undefined
  bringIn(ref: string): boolean
  clickByScript(ref: string): boolean
  /** How far something was scrolled; undefined when it is gone. */
  scrollIn(ref: string | undefined, by: Point): Point | undefined
  fieldAt(ref: string): Field | { kind: 'gone' } | { kind: 'none' }
  focusOn(ref: string): boolean
  /** Focuses a field and marks all that stands in it. */
  markAll(ref: string): boolean
  /** Puts a value in as it ends up when a hand has set it, with the events of that; gives what then stands there. */
  setValue(ref: string, value: string): string | undefined
  /** Chooses exactly these options; says which there are when one of them is not. */
  chooseOptions(ref: string, labels: readonly string[]): Choice
  /** Puts files into the file field that is meant: it, the one a label is for, or the nearest around. */
  putFiles(ref: string, files: readonly GivenFile[]): 'put' | 'gone' | 'none' | 'one'
  isOn(ref: string): boolean | undefined
  /** Where a click hits nothing, so that a field that is being filled in is left; undefined when none is. */
  placeToLeave(): Point | undefined
  /** Where a text begins and ends; a field marks its text by itself. */
  endsOf(ref: string, text: string | undefined): Ends
  /** Sees to it that the text is marked; false when it cannot be. */
  markText(ref: string, text: string | undefined): boolean
  drawLabels(labels: readonly { label: string; box: Box }[]): void
  removeLabels(): void
}

/** What is as usual is missing. */
export type RawElement = Partial<ViewElement> &
  Pick<ViewElement, 'ref' | 'tag' | 'role' | 'name' | 'text' | 'ownText' | 'box'> & {
    /** For `viewFrame`. */
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

/** For how long nothing has changed and nothing has moved, and how many signs of waiting are shown. */
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

/** A file for a page, with its media type. */
export interface GivenFile {
  name: string
  type: string
  base64: string
}
