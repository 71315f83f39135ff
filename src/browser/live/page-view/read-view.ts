import { intersection } from '../../in-page/calls.ts'
import type { Box, RawElement, RawView } from '../../in-page/calls.ts'
import { PAGE_CONTROLLER } from '../../page/reading/page-script.ts'
import type { Frame, Reader } from '../../page/reading/reader.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import type { PageView, ViewElement } from './page-view.ts'
import type { CDPSession } from 'playwright-core'

/** The page as a person sees it now, frames in place. A frame that does not answer in time is left empty. */
export async function readView(tab: WatchedTab, worlds: Worlds): Promise<PageView> {
  const [{ cssVisualViewport: window }] = await Promise.all([
    tab.send('Page.getLayoutMetrics'),
    // Listeners only add to what can be seen otherwise.
    reportListeners(tab).catch(() => {}),
  ])
  const whole = { x: 0, y: 0, width: window.clientWidth, height: window.clientHeight }
  const budget: Budget = { frames: MAX_FRAMES, elements: MAX_ELEMENTS }
  const { raw, elements, focused } = await readFrame(
    { tab, worlds, budget },
    { reader: tab.reader, place: whole, clip: whole, depth: 0 },
  )
  return {
    url: tab.page.url(),
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

interface ViewReading {
  tab: WatchedTab
  worlds: Worlds
  origin?: string
  budget: Budget
}
interface Budget {
  frames: number
  elements: number
}

interface FrameToRead {
  reader: Reader
  /** Where its content lies in the window, and which part of that can be seen. */
  place: Box
  clip: Box
  depth: number
  /** The frame element that it is shown in. */
  within?: string | undefined
}
type FrameView = { raw: RawView; elements: ViewElement[]; focused: string | undefined }

async function readFrame(reading: ViewReading, frame: FrameToRead): Promise<FrameView> {
  const raw = JSON.parse(
    await frame.reader.call(PAGE_CONTROLLER, 'view', {
      key: reading.worlds.freshKey(),
      origin: { x: frame.place.x, y: frame.place.y },
      clip: frame.clip,
      maxElements: reading.budget.elements,
    }),
  ) as RawView
  reading.worlds.keep(raw.key, { reader: frame.reader, page: reading.tab, within: frame.within })
  reading.budget.elements -= raw.elements.length
  reading.origin ??= raw.security
  const elements: ViewElement[] = []
  let { focused } = raw
  for (const rawElement of raw.elements) {
    const origin = raw.security === reading.origin ? {} : { origin: raw.security }
    const { frame: index, ...rest } = rawElement
    elements.push({ ...DEFAULT_ELEMENT, ...rest, ...origin })
    if (index === undefined) continue
    const inner = await readChild(reading, frame, rawElement)
    for (const one of inner?.elements ?? [])
      elements.push(one.parent ? one : { ...one, parent: rawElement.ref })
    if (focused === rawElement.ref) focused = inner?.focused ?? focused
  }
  return { raw, elements, focused }
}

async function readChild(
  reading: ViewReading,
  parent: FrameToRead,
  { ref, frame: index }: RawElement,
): Promise<FrameView | undefined> {
  if (parent.depth >= MAX_DEPTH || reading.budget.frames-- <= 0 || reading.budget.elements <= 0)
    return undefined
  try {
    const frameId = await parent.reader.frameOf(PAGE_CONTROLLER, 'viewFrame', index!)
    const frame = frameId === undefined ? undefined : await reading.tab.frame(frameId)
    if (!frame) return undefined
    const contentBox = await parent.reader.call(PAGE_CONTROLLER, 'contentBoxOf', ref)
    await reportListeners(frame).catch(() => {})
    const place = { ...contentBox, x: contentBox.x + parent.place.x, y: contentBox.y + parent.place.y }
    const clip = intersection(place, parent.clip)
    return await readFrame(reading, {
      reader: frame.reader,
      place,
      clip,
      depth: parent.depth + 1,
      within: ref,
    })
  } catch {
    reading.tab.signal.throwIfAborted()
    return undefined
  }
}

export const DEFAULT_ELEMENT = {
  hints: '',
  disabled: false,
  readonly: false,
  required: false,
  invalid: false,
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

// Tells our script which elements listen for the mouse: pages say so nowhere else. Each element is told once, a
// bounded number in one go. Shadow roots are left out: their controls are real ones.
async function reportListeners({ send, reader }: Frame): Promise<void> {
  const reported: ReportedListeners = REPORTED.get(reader) ?? { kinds: new Map() }
  REPORTED.set(reader, reported)
  await reader.inWorld(async (executionContextId) => {
    const objectGroup = 'winnow-listeners'
    try {
      if (reported.world !== executionContextId) {
        // The first call brings our script, which takes as long as finding the document.
        const [documentId] = await Promise.all([
          documentOf(send, executionContextId),
          reader.call(PAGE_CONTROLLER, 'noteListeners', []),
        ])
        reported.documentId = documentId
        reported.kinds.clear()
        reported.world = executionContextId
      }
      const { listeners } = await send('DOMDebugger.getEventListeners', {
        objectId: reported.documentId!,
        depth: -1,
      })
      const fresh = [...kindsOf(listeners)]
        .filter(([id, kind]) => reported.kinds.get(id) !== kind)
        .slice(0, MAX_REPORTED)
      if (fresh.length === 0) return
      const found = await Promise.all(
        fresh.map(async ([backendNodeId, kind]) => {
          const node = { backendNodeId, executionContextId, objectGroup }
          const { object } = await send('DOM.resolveNode', node)
          return { backendNodeId, kind, objectId: object.objectId! }
        }),
      )
      await send('Runtime.callFunctionOn', {
        functionDeclaration: 'function (...args) { globalThis.winnow.calls.noteListeners(...args) }',
        executionContextId,
        arguments: [{ value: found.map(({ kind }) => kind) }, ...found.map(({ objectId }) => ({ objectId }))],
      })
      for (const { backendNodeId, kind } of found) reported.kinds.set(backendNodeId, kind)
    } finally {
      // Nothing waits for what is only tidied up.
      void send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {})
    }
  })
}

/** The document as the page's own scripts have it: asked for ours, Chromium hands out elements that our script cannot use. */
async function documentOf(send: CDPSession['send'], contextId: number): Promise<string> {
  const { result } = await send('Runtime.evaluate', { expression: 'document', contextId })
  const { node } = await send('DOM.describeNode', { objectId: result.objectId! })
  const { object } = await send('DOM.resolveNode', { backendNodeId: node.backendNodeId })
  return object.objectId!
}

/** 1 for clicks, 2 for what begins a drag, 3 for both; by the element. */
function kindsOf(listeners: readonly { type: string; backendNodeId?: number }[]): Map<number, number> {
  const kinds = new Map<number, number>()
  for (const { type, backendNodeId } of listeners) {
    const kind = KINDS.get(type)
    if (kind === undefined || backendNodeId === undefined) continue
    kinds.set(backendNodeId, (kinds.get(backendNodeId) ?? 0) | kind)
  }
  return kinds
}

const KINDS = new Map([
  ...'click dblclick mouseup pointerup touchend contextmenu touchstart'
    .split(' ')
    .map((type) => [type, 1] as const),
  ['dragstart', 2] as const,
  ...['mousedown', 'pointerdown'].map((type) => [type, 3] as const),
])
const MAX_REPORTED = 400

interface ReportedListeners {
  world?: number
  documentId?: string
  kinds: Map<number, number>
}

const REPORTED = new WeakMap<Reader, ReportedListeners>()

interface World {
  page: WatchedTab
  reader: Reader
  within: string | undefined
}

export function createWorlds() {
  const worlds = new Map<string, World>()
  let count = 0
  return {
    /** The letters for a document that has none yet. One look at a time: two would be given the same. */
    freshKey: () => letters(count),
    keep(key: string, world: World): void {
      if (!worlds.has(key)) count++
      worlds.delete(key)
      worlds.set(key, world)
      if (worlds.size > MAX_WORLDS) worlds.delete(worlds.keys().next().value!)
    },
    of: (ref: string) => worlds.get(/^[a-z]+/.exec(ref)?.[0] ?? ''),
  }
}

export type Worlds = ReturnType<typeof createWorlds>

function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26))
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last
}

const MAX_WORLDS = 300
