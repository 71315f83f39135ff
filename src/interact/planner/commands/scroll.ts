import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { elementIn, find } from '../locate/find.ts'
import { locate } from '../locate/locate.ts'
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

/** Scrolls until nothing new comes any more. */
export async function scrollToEnd(driver: Driver): Promise<void> {
  const first = await driver.tree()
  for (let scrolls = 0; scrolls < MOST_SCROLLS; scrolls++) {
    const { view, elements } = await driver.tree()
    await driver.do({
      do: 'scroll',
      by: { x: 0, y: Math.max(view.height, view.scroll.maxY - view.scroll.y) },
    })
    let isMore = false
    for (const ms of LOAD_MS) {
      const after = await driver.pause(ms)
      isMore = after.view.scroll.maxY > view.scroll.maxY || after.elements.length > elements.length
      if (isMore) break
    }
    if (isMore) continue
    driver.actions.push({ type: 'scroll', value: 'to the end' })
    driver.former = first
    return
  }
  throw new CannotDo(`The page still grew after it was scrolled ${MOST_SCROLLS} times.`)
}
