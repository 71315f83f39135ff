import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { closerIn } from './closer.ts'
import type { Located } from './locate.ts'

/** So many closed parts of a page are opened in search of an element. */
const MOST_OPENED = 4
const MOST_SCROLLS = 6
/** Only parts that show more of the page are opened: nothing that could change, send or leave anything. */
const OPENS =
  /^\W*(?:(?:open|show|toggle|main|site)\s+)*(?:menu|navigation|more|more (?:options|actions|filters)|filters?|options|actions|advanced(?: (?:search|options))?|all filters|account|profile|☰|≡|⋮|⋯|…)\W*$/i

/** Looks for something in closed menus and further down the page. */
export async function reveal(
  locateIn: (tree: PageTree) => Located,
  driver: Driver,
): Promise<Located | undefined> {
  const uncovered = await dismiss(locateIn, driver)
  if (uncovered) return uncovered
  const tried = new Set<string>()
  for (let opened = 0; opened < MOST_OPENED; opened++) {
    const tree = await driver.tree()
    const closed = tree.elements.find((element) => isCloser(element, tree) && !tried.has(element.ref))
    if (!closed) break
    tried.add(closed.ref)
    await driver.act({ do: 'click', ref: closed.ref }, { type: 'click', target: call(closed) })
    const located = locateIn(await driver.tree())
    if (located.state !== 'missing') return located
    await driver.do({ do: 'press', key: 'Escape' })
    const again = (await driver.tree()).get(closed.ref)
    if (again?.expanded) await driver.do({ do: 'click', ref: again.ref })
  }
  return scrollFor(locateIn, driver)
}

/** A pop-up that came by itself is closed if what is looked for is not in it. */
async function dismiss(locateIn: (tree: PageTree) => Located, driver: Driver): Promise<Located | undefined> {
  const tree = await driver.tree()
  const { dialog } = tree
  if (!dialog || driver.opened.has(dialog.ref)) return undefined
  const closer = closerIn(dialog, tree)
  if (!closer) return undefined
  await driver.act({ do: 'click', ref: closer.ref }, { type: 'click', target: call(closer) })
  const located = locateIn(await driver.tree())
  return located.state === 'missing' ? undefined : located
}

function isCloser(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.disabled || element.expanded === true) return false
  if (element.href !== undefined && element.expanded === undefined) return false
  if (tree.dialog && !tree.holds(tree.dialog, element)) return false
  return OPENS.test(element.name || element.text || element.title || '')
}

async function scrollFor(
  locateIn: (tree: PageTree) => Located,
  driver: Driver,
): Promise<Located | undefined> {
  for (let scrolls = 0; scrolls < MOST_SCROLLS; scrolls++) {
    const { view, elements } = await driver.tree()
    if (view.scroll.y >= view.scroll.maxY - 1) return undefined
    await driver.do({ do: 'scroll', by: { x: 0, y: view.height } })
    const after = await driver.tree()
    const located = locateIn(after)
    if (located.state !== 'missing') return located
    if (after.elements.length === elements.length && after.view.scroll.y === view.scroll.y) return undefined
  }
  return undefined
}
