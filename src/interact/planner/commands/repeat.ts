import { CannotDo } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { locate, elementIn, find, nameTarget } from '../locate/locate.ts'
import type { PageTree } from '../page.ts'
import type { Order, Target } from '../parse/command.ts'
import { locatePressed, press } from './press.ts'

const MOST_TIMES = 60
const GONE =
  /\b(?:disappears?|gone|goes away|vanish\w*|hidden|no (?:more|longer|such)|any ?more|none (?:left|are)|not (?:there|visible|shown)|isn['’]t|everything|all (?:of )?(?:the|them)?|the end|end of|nothing (?:more|new)|disabled|grey(?:ed)? out|gr[ae]yed|no further|last page)\b/i

type Repeat = Extract<Order, { do: 'repeat' }>

export async function repeat(
  { order, until }: Repeat,
  driver: Driver,
  run: (order: Order) => Promise<void>,
): Promise<void> {
  if (order.do === 'scroll' && order.to !== 'top' && order.to !== 'up') {
    if (GONE.test(until) || /\bload/i.test(until)) return scrollToEnd(driver)
  }
  const isEnd = endOf(order, until, driver)
  for (let times = 0; times < MOST_TIMES; times++) {
    if (await isEnd()) {
      if (times === 0 && order.do === 'press') await press(order, driver)
      return
    }
    await run(order)
  }
  throw new CannotDo(`"${until}" was not reached after ${MOST_TIMES} times.`)
}

/** Elements that load something may be gone for a moment only. */
const AGAIN_MS = [0, 300, 500]

function endOf(order: Order, until: string, driver: Driver): () => Promise<boolean> {
  if (order.do === 'press' && GONE.test(until)) {
    return async () => !(await driver.until(AGAIN_MS, (tree) => canPress(order, tree, driver)))
  }
  if (order.do === 'page' && GONE.test(until))
    throw new CannotDo(`"${until}" cannot be checked on this page.`)
  const name = until
    .replace(/^(?:you (?:see|find|reach|get to)|it (?:shows|says)|the page (?:shows|says))\s+/i, '')
    .replace(/\s+(?:appears?|is (?:shown|visible|there)|shows? up|comes? up)$/i, '')
    .replace(/^(?:the|a|an)\s+/i, '')
    .replace(/^["“']|["”']$/g, '')
  return async () =>
    locate([{ name }], { tree: await driver.tree(), isCandidate: () => true }).state !== 'missing'
}

function canPress(order: Extract<Order, { do: 'press' }>, tree: PageTree, driver: Driver): boolean {
  const located = locatePressed(order, tree, driver)
  return located.state === 'found' && !located.element.disabled
}

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

async function scrollToEnd(driver: Driver): Promise<void> {
  const first = await driver.tree()
  for (let scrolls = 0; scrolls < MOST_SCROLLS; scrolls++) {
    const before = await driver.tree()
    const way = Math.max(before.view.height, before.view.scroll.maxY - before.view.scroll.y)
    await driver.do({ do: 'scroll', by: { x: 0, y: way } })
    if (await isMore(before, driver)) continue
    driver.actions.push({ type: 'scroll', value: 'to the end' })
    driver.former = first
    return
  }
  throw new CannotDo(`The page still grew after it was scrolled ${MOST_SCROLLS} times.`)
}

async function isMore(before: PageTree, driver: Driver): Promise<boolean> {
  const isLonger = ({ view, elements }: PageTree) =>
    view.scroll.maxY > before.view.scroll.maxY || elements.length > before.elements.length
  return (await driver.until(LOAD_MS, isLonger)) ?? false
}

const LONGEST_MS = 20_000
const POLL_MS = 250
/** `Wait until the page has loaded` is over when the page has come to rest, which it has after every action. */
const REST =
  /^(?:page|pages|site|website|it|results?|content|data|everything|list|table|numbers?|values?|figures?|loading|prices?|search results?|items?)$/i

export async function waitFor(targets: readonly Target[], isGone: boolean, driver: Driver): Promise<void> {
  if (!isGone && targets.every(({ name }) => REST.test(name) || name === '')) {
    await driver.settled()
    return
  }
  const isThere = (tree: PageTree) => locate(targets, { tree, isCandidate: () => true }).state !== 'missing'
  const polls = [0, ...Array<number>(LONGEST_MS / POLL_MS).fill(POLL_MS)]
  if (await driver.until(polls, (tree) => isThere(tree) !== isGone)) return
  throw new CannotDo(
    `${nameTarget(targets)} did not ${isGone ? 'disappear' : 'appear'} within ${LONGEST_MS / 1000} seconds.`,
  )
}
