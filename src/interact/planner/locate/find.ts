import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../parse/command.ts'
import type { Located } from './locate.ts'
import { reveal } from './reveal.ts'

/** Pages that load late get so long until an element has to be there. */
const WAITS_MS = [0, 200, 400, 800]

/** Looks for something until it is there: waits for late pages, then opens menus and scrolls. */
export async function find(locateIn: (tree: PageTree) => Located, driver: Driver): Promise<Located> {
  let located: Located = { state: 'missing', near: [] }
  for (const ms of WAITS_MS) {
    located = locateIn(await driver.pause(ms))
    if (located.state !== 'missing') return located
  }
  const revealed = await reveal(locateIn, driver)
  return revealed ?? located
}

/** The element that was found; otherwise throws why there is none. */
export function elementIn(located: Located, targets: readonly Target[], what = ''): ViewElement {
  if (located.state === 'found') return located.element
  const named = nameTarget(targets)
  if (located.state === 'ambiguous') {
    const candidates = located.names.slice(0, 6)
    throw new CannotDo(
      `${named} could be ${located.elements.length} elements: ${candidates.join(', ')}. Say which one.`,
    )
  }
  const near = located.near.map((name) => `"${name}"`).join(', ')
  throw new CannotDo(`The page has no ${what}${named}.${near === '' ? '' : ` Nearest: ${near}.`}`, {
    isMissing: true,
  })
}

export function nameTarget(targets: readonly Target[]): string {
  const [first] = targets
  return first ? `"${first.name || first.kind}"` : 'such element'
}
