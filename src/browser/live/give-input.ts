import type { LiveInput } from '../../contract/live-input.ts'
import type { WatchedTab } from '../page/watch-tab.ts'
import { virtualKeyOf } from './virtual-key.ts'

/** Does in a tab what a person does with mouse and keyboard elsewhere. */
export async function giveInput({ page, send }: WatchedTab, event: LiveInput): Promise<void> {
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
      await GO[event.to](page).catch(() => {})
  }
}

const MOUSE_EVENTS = {
  move: 'mouseMoved',
  down: 'mousePressed',
  up: 'mouseReleased',
  wheel: 'mouseWheel',
} as const

const PATIENCE = { waitUntil: 'commit', timeout: 15_000 } as const

const GO: Record<'back' | 'forward' | 'reload', (page: WatchedTab['page']) => Promise<unknown>> = {
  back: (page) => page.goBack(PATIENCE),
  forward: (page) => page.goForward(PATIENCE),
  reload: (page) => page.reload(PATIENCE),
}
