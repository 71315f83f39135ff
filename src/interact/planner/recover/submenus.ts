import type { ViewElement } from '../../../browser/browser.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'

const MOST_ITEMS = 12

/** Menus that open when the mouse is over an item of the open one. */
export async function* openSubmenus(scene: Scene): AsyncGenerator<void> {
  const items = (await scene.tree()).elements.filter(isItem).slice(0, MOST_ITEMS)
  for (const { ref } of items) {
    const item = (await scene.tree()).get(ref)
    if (!item || !isItem(item)) continue
    const changes = await scene.act({ do: 'hover', ref }, { type: 'hover', target: call(item) })
    yield
    if (changes.newTexts.length > 0) continue
    // Submenus open a moment after the mouse has come to rest.
    const before = (await scene.tree()).elements.length
    if ((await scene.pause(OPENING_MS)).elements.length > before) yield
  }
}

const OPENING_MS = 350

function isItem(element: ViewElement): boolean {
  return element.role === 'menuitem' && !element.disabled && element.inView
}
