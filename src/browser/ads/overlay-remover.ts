import { readFileSync } from 'node:fs'

const SCRIPT = readFileSync(new URL('./in-page/remove-overlays.js', import.meta.url), 'utf8')

/**
 * An expression to evaluate in a page: it removes the elements of the selectors and the consent dialogs they leave
 * over, gives scrolling back, and gives the number of elements that are gone. It can be evaluated again at any time.
 */
export function overlayRemover(selectors: readonly string[]): string {
  return `(() => {\n${SCRIPT}\nreturn removeOverlays(${JSON.stringify(selectors)})\n})()`
}
