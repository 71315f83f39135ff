import type { Reader } from '../../page/reader.ts'
import type { PageView, ViewElement } from '../page-view.ts'
import { callInPage } from './call-in-page.ts'
import { hearListeners } from './hear-listeners.ts'
import type { SeenPage } from './seen-page.ts'
import type { Worlds } from './worlds.ts'

/** The page as a person sees it now, frames in place. A frame that does not answer in time is left empty. */
export async function readView(seen: SeenPage, worlds: Worlds): Promise<PageView> {
  const main = { send: seen.send, reader: seen.reader }
  const [{ cssVisualViewport: window }] = await Promise.all([
    seen.send('Page.getLayoutMetrics'),
    // Listeners only add to what can be seen otherwise.
    hearListeners(main, worlds.told(main.reader)).catch(() => {}),
  ])
  const whole = { x: 0, y: 0, width: window.clientWidth, height: window.clientHeight }
  const budget: Budget = { frames: MAX_FRAMES, elements: MAX_ELEMENTS }
  const { raw, elements, focused } = await readFrame(
    { seen, worlds, budget },
    { ...main, place: whole, clip: whole, depth: 0 },
  )
  return {
    url: seen.page.url(),
    title: raw.title,
    width: raw.width,
    height: raw.height,
    ...(raw.now && { now: raw.now }),
    ...(raw.lang && { lang: raw.lang }),
    scroll: raw.scroll,
    elements,
    focused,
  }
}

interface Look {
  seen: SeenPage
  worlds: Worlds
  /** Origin of the page itself. */
  origin?: string
  /** What may still be read, over all frames. */
  budget: Budget
}
interface Budget {
  frames: number
  elements: number
}

interface FrameToRead {
  send: SeenPage['send']
  reader: Reader
  /** Where its content lies in the window, and which part of that can be seen. */
  place: Box
  clip: Box
  depth: number
  within?: { key: string; ref: string }
}
type Box = ViewElement['box']

/** What our script says: what is as usual is missing. */
type RawElement = Partial<ViewElement> &
  Pick<ViewElement, 'ref' | 'tag' | 'role' | 'name' | 'text' | 'ownText' | 'box'> & {
    frame?: number
  }
interface RawView extends Pick<
  PageView,
  'title' | 'width' | 'height' | 'scroll' | 'focused' | 'now' | 'lang'
> {
  key: string
  /** Origin of the frame, as the browser sees it: frames without an address have that of their page. */
  security: string
  elements: RawElement[]
}
type Read = { raw: RawView; elements: ViewElement[]; focused: string | undefined }

async function readFrame(look: Look, frame: FrameToRead): Promise<Read> {
  const raw = JSON.parse(
    await callInPage<string>(frame.reader, 'view', {
      key: look.worlds.freshKey(),
      origin: { x: frame.place.x, y: frame.place.y },
      clip: frame.clip,
      maxElements: look.budget.elements,
      budgetMs: BUDGET_MS,
    }),
  ) as RawView
  look.worlds.keep(raw.key, { reader: frame.reader, send: frame.send, page: look.seen, within: frame.within })
  look.budget.elements -= raw.elements.length
  look.origin ??= raw.security
  const elements: ViewElement[] = []
  let { focused } = raw
  for (const rawElement of raw.elements) {
    const origin = raw.security === look.origin ? {} : { origin: raw.security }
    elements.push({ ...elementOf(rawElement), ...origin })
    if (rawElement.frame === undefined) continue
    const inner = await readChild(look, frame, raw.key, rawElement)
    for (const one of inner?.elements ?? [])
      elements.push(one.parent ? one : { ...one, parent: rawElement.ref })
    if (focused === rawElement.ref) focused = inner?.focused ?? focused
  }
  return { raw, elements, focused }
}

async function readChild(
  look: Look,
  parent: FrameToRead,
  key: string,
  { ref, frame: index }: RawElement,
): Promise<Read | undefined> {
  if (parent.depth >= MAX_DEPTH || look.budget.frames-- <= 0 || look.budget.elements <= 0) return undefined
  try {
    const frameId = await frameIdAt(parent, index!)
    const frame = frameId === undefined ? undefined : await look.seen.frame(frameId)
    if (!frame) return undefined
    const inside = await callInPage<Box | undefined>(parent.reader, 'insideOf', ref)
    if (!inside) return undefined
    await hearListeners(frame, look.worlds.told(frame.reader)).catch(() => {})
    const place = { ...inside, x: inside.x + parent.place.x, y: inside.y + parent.place.y }
    const clip = cut(place, parent.clip)
    return await readFrame(look, { ...frame, place, clip, depth: parent.depth + 1, within: { key, ref } })
  } catch {
    look.seen.signal.throwIfAborted()
    return undefined
  }
}

async function frameIdAt({ reader, send }: FrameToRead, index: number): Promise<string | undefined> {
  return await reader.inWorld(async (contextId) => {
    const { result } = await send('Runtime.evaluate', {
      expression: `globalThis.winnow.viewFrame(${index})`,
      contextId,
    })
    if (result.objectId === undefined) return undefined
    return (await send('DOM.describeNode', { objectId: result.objectId })).node.frameId
  })
}

function elementOf({ frame: _frame, ...raw }: RawElement): ViewElement {
  return { ...USUAL_ELEMENT, ...raw }
}

/** What holds of an element unless the script says otherwise. */
export const USUAL_ELEMENT = {
  parent: undefined,
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
  inView: false,
  covered: false,
  clickable: false,
  editable: false,
  draggable: false,
  scrollable: false,
} satisfies Partial<ViewElement>

function cut(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  }
}

const MAX_ELEMENTS = 3000
const MAX_FRAMES = 20
const MAX_DEPTH = 4
/** Of the page's time, for each frame. */
const BUDGET_MS = 2000
