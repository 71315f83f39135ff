import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { locate } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Order } from '../parse/command.ts'
import { locatePressed, press } from './press.ts'
import { scrollToEnd } from './scroll.ts'

const MOST_TIMES = 60
const GONE =
  /\b(?:disappears?|gone|goes away|vanish\w*|hidden|no (?:more|longer|such)|any ?more|none (?:left|are)|not (?:there|visible|shown)|isn['’]t|everything|all (?:of )?(?:the|them)?|the end|end of|nothing (?:more|new)|disabled|grey(?:ed)? out|gr[ae]yed|no further|last page)\b/i

type Repeat = Extract<Order, { do: 'repeat' }>

/** Repeats a command until its element is gone or disabled, or until something appears. */
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
    return async () => {
      for (const ms of AGAIN_MS) if (canPress(order, await driver.pause(ms), driver)) return false
      return true
    }
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
