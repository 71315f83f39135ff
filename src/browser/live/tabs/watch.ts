import virtualKeys from './virtual-keys.json' with { type: 'json' }
import { orAborted } from '../../../concurrency/abort.ts'
import { Fault } from '../../../fault.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import type { LiveTabs } from './tabs.ts'
import type { LiveBrowser, LiveFrame } from '../live-browser.ts'
import type { LiveInput } from '../../../contract/live-input.ts'

const QUALITY = 70
const MAX_VIEWERS = 20
/** Of what stands beside a frame: an address may be a whole page by itself. */
const MAX_CHARS = 2000

export function createWatch(tabs: LiveTabs): LiveBrowser['watch'] {
  const viewers = new Set<(frame: LiveFrame) => void>()
  let newest: LiveFrame | undefined
  let recording: AsyncDisposable | undefined
  /** Changes one after another: what is recorded follows who watches and which page is in front. */
  let changing = Promise.resolve()
  /** Ends the wait for a page that is not the one to record any more: it may hang. */
  let moved = new AbortController()

  function show(frame: LiveFrame): void {
    newest = frame
    for (const view of viewers) view(frame)
  }

  function change(): Promise<void> {
    moved.abort()
    moved = new AbortController()
    const { signal } = moved
    changing = changing.then(() => follow(signal)).catch(() => {})
    return changing
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const before = recording
    recording = undefined
    await before?.[Symbol.asyncDispose]()
    newest = undefined
    if (viewers.size === 0 || signal.aborted) return
    recording = await record(await orAborted(tabs.tabOf(tabs.current()), signal), show)
  }

  tabs.onFrontChange(() => {
    if (viewers.size > 0) void change()
  })

  return async (view) => {
    if (viewers.size >= MAX_VIEWERS) {
      throw new Fault('RATE_LIMITED', `${MAX_VIEWERS} watch this session, which is the most.`)
    }
    viewers.add(view)
    // Not waited for: one may watch for when the page in front is ready.
    if (viewers.size === 1) void change()
    else if (newest) view(newest)
    return {
      input: async (event) => sendInput(await tabs.tabOf(tabs.current()), event),
      async [Symbol.asyncDispose]() {
        viewers.delete(view)
        if (viewers.size === 0) await change()
      },
    }
  }
}

/** Records a page from now on. A page that does not change draws nothing by itself, so it is pictured once. */
async function record(
  { page, session, send }: WatchedTab,
  show: (frame: LiveFrame) => void,
): Promise<AsyncDisposable> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  let stopped = false
  const frameOf = async (base64: string) => {
    // Asked of the browser and not of the page, which may be busy.
    const { targetInfo } = await send('Target.getTargetInfo')
    const [url, title] = [targetInfo.url.slice(0, MAX_CHARS), targetInfo.title.slice(0, MAX_CHARS)]
    if (!stopped) show({ bytes: Buffer.from(base64, 'base64'), ...size, url, title })
  }
  const onFrame = ({ data, sessionId }: { data: string; sessionId: number }) => {
    void frameOf(data)
      .then(() => send('Page.screencastFrameAck', { sessionId }))
      .catch(() => {})
  }
  session.on('Page.screencastFrame', onFrame)
  await send('Page.startScreencast', {
    format: 'jpeg',
    quality: QUALITY,
    maxWidth: size.width,
    maxHeight: size.height,
  })
  // Not waited for: a page that hangs has no picture, but one may watch for when it does.
  void send('Page.captureScreenshot', { format: 'jpeg', quality: QUALITY, optimizeForSpeed: true })
    .then(({ data }) => frameOf(data))
    .catch(() => {})
  return {
    async [Symbol.asyncDispose]() {
      stopped = true
      session.off('Page.screencastFrame', onFrame)
      await send('Page.stopScreencast').catch(() => {})
    },
  }
}

async function sendInput({ page, send }: WatchedTab, event: LiveInput): Promise<void> {
  switch (event.kind) {
    case 'mouse': {
      const { x, y, button, clickCount, deltaX, deltaY, modifiers } = event
      const wheel = event.event === 'wheel' ? { deltaX, deltaY } : {}
      const type = MOUSE_EVENTS[event.event]
      await send('Input.dispatchMouseEvent', { type, x, y, button, clickCount, modifiers, ...wheel })
      return
    }
    case 'key': {
      const { key, code, text, modifiers } = event
      const windowsVirtualKeyCode = virtualKeyOf(key)
      const down = text === '' ? 'rawKeyDown' : 'keyDown'
      const type = event.event === 'up' ? 'keyUp' : down
      const typed = type === 'keyDown' ? { text } : {}
      await send('Input.dispatchKeyEvent', { type, key, code, modifiers, windowsVirtualKeyCode, ...typed })
      return
    }
    case 'text':
      await send('Input.insertText', { text: event.text })
      return
    case 'go':
      // Where there is nowhere to go, or the page does not come, the picture tells.
      await page[HISTORY_METHODS[event.to]](NAVIGATION_OPTIONS).catch(() => {})
  }
}

const MOUSE_EVENTS = {
  move: 'mouseMoved',
  down: 'mousePressed',
  up: 'mouseReleased',
  wheel: 'mouseWheel',
} as const

const NAVIGATION_OPTIONS = { waitUntil: 'commit', timeout: 15_000 } as const

const HISTORY_METHODS = { back: 'goBack', forward: 'goForward', reload: 'reload' } as const

export function virtualKeyOf(key: string): number {
  if (/^[a-z0-9 ]$/i.test(key)) return key.toUpperCase().charCodeAt(0)
  const [, number] = /^F(\d{1,2})$/.exec(key) ?? []
  return number === undefined ? (NAMED_KEYS.get(key) ?? 0) : 111 + Number(number)
}

const NAMED_KEYS = new Map<string, number>(Object.entries(virtualKeys))
