import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { elementIn, find } from '../locate/find.ts'
import { locate } from '../locate/locate.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Order } from '../parse/command.ts'

type Scroll = Extract<Order, { do: 'scroll' }>

export async function scroll({ to }: Scroll, driver: Driver): Promise<void> {
  if (typeof to !== 'string') {
    const located = await find((tree) => locate(to, { tree, isCandidate: () => true }), driver)
    const element = elementIn(located, to)
    await driver.act(
      { do: 'scrollTo', ref: element.ref },
      { type: 'scroll', target: element.name || element.text },
    )
    driver.last = element
    return
  }
  const { view } = await driver.tree()
  const way = {
    top: -view.scroll.y,
    up: -view.height,
    bottom: view.scroll.maxY - view.scroll.y,
    down: view.height * 0.9,
  }[to]
  await driver.act({ do: 'scroll', by: { x: 0, y: way } }, { type: 'scroll', value: to })
}

const MOST_SCROLLS = 60
/** Lists that load more when the end comes into view take a moment. */
const LOAD_MS = [0, 250, 400, 600]

/** Scrolls the page, or the list in it that scrolls by itself, until nothing new comes any more. */
export async function scrollToEnd(driver: Driver): Promise<void> {
  const first = await driver.tree()
  const list = innerList(first)
  for (let scrolls = 0; scrolls < MOST_SCROLLS; scrolls++) {
    const before = await driver.tree()
    const way = Math.max(before.view.height, before.view.scroll.maxY - before.view.scroll.y)
    await driver.do({
      do: 'scroll',
      by: { x: 0, y: list ? list.box.height : way },
      ...(list && { ref: list.ref }),
    })
    if (await isMore(before, driver)) continue
    driver.actions.push({ type: 'scroll', value: 'to the end' })
    driver.former = first
    return
  }
  throw new CannotDo(`The page still grew after it was scrolled ${MOST_SCROLLS} times.`)
}

/** A list that scrolls by itself on a page that does not scroll. */
function innerList({ elements, view }: PageTree): ViewElement | undefined {
  if (view.scroll.maxY > 0) return undefined
  return elements
    .filter(({ scrollable, inView }) => scrollable && inView)
    .toSorted((a, b) => b.box.height - a.box.height)[0]
}

async function isMore(before: PageTree, driver: Driver): Promise<boolean> {
  const places = (tree: PageTree) => tree.elements.map(({ ref, box }) => `${ref} ${Math.round(box.y)}`).join()
  for (const ms of LOAD_MS) {
    const after = await driver.pause(ms)
    if (after.view.scroll.maxY > before.view.scroll.maxY || after.elements.length > before.elements.length)
      return true
    if (after.view.scroll.maxY === 0 && places(after) !== places(before)) return true
  }
  return false
}
