import { cut } from '../../in-page/boxes.ts'
import type { Box } from '../../in-page/boxes.ts'
import type { RawElement, RawView } from '../../in-page/calls.ts'
import { STAGE } from '../../page/reading/page-script.ts'
import type { Reader } from '../../page/reading/reader.ts'
import type { WatchedTab } from '../../page/tab/watch-tab.ts'
import type { PageView, ViewElement } from './page-view.ts'
import { hearListeners } from './hear-listeners.ts'
import type { Worlds } from './worlds.ts'

/** The page as a person sees it now, frames in place. A frame that does not answer in time is left empty. */
export async function readView(seen: WatchedTab, worlds: Worlds): Promise<PageView> {
  const main = { send: seen.send, reader: seen.reader }
  const [{ cssVisualViewport: window }] = await Promise.all([
    seen.send('Page.getLayoutMetrics'),
    // Listeners only add to what can be seen otherwise.
    hearListeners(main).catch(() => {}),
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
  seen: WatchedTab
  worlds: Worlds
  origin?: string
  budget: Budget
}
interface Budget {
  frames: number
  elements: number
}

interface FrameToRead {
  send: WatchedTab['send']
  reader: Reader
  /** Where its content lies in the window, and which part of that can be seen. */
  place: Box
  clip: Box
  depth: number
  within?: { key: string; ref: string }
}
type Read = { raw: RawView; elements: ViewElement[]; focused: string | undefined }

async function readFrame(look: Look, frame: FrameToRead): Promise<Read> {
  const raw = JSON.parse(
    await frame.reader.call(STAGE, 'view', {
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
    const frameId = await parent.reader.frameOf(STAGE, 'viewFrame', index!)
    const frame = frameId === undefined ? undefined : await look.seen.frame(frameId)
    if (!frame) return undefined
    const inside = await parent.reader.call(STAGE, 'insideOf', ref)
    if (!inside) return undefined
    await hearListeners(frame).catch(() => {})
    const place = { ...inside, x: inside.x + parent.place.x, y: inside.y + parent.place.y }
    const clip = cut(place, parent.clip)
    return await readFrame(look, { ...frame, place, clip, depth: parent.depth + 1, within: { key, ref } })
  } catch {
    look.seen.signal.throwIfAborted()
    return undefined
  }
}

function elementOf({ frame: _frame, ...raw }: RawElement): ViewElement {
  return { ...USUAL_ELEMENT, ...raw }
}

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

const MAX_ELEMENTS = 3000
const MAX_FRAMES = 20
const MAX_DEPTH = 4
/** Of the page's time, for each frame. */
const BUDGET_MS = 2000
