import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../parse/command.ts'
import { call } from '../say/call.ts'
import { labelOf } from './kinds.ts'
import type { Located } from './locate.ts'

type LocateIn = (tree: PageTree) => Located

/** Waits for pages that load late. */
const WAITS_MS = [0, 200, 400, 800]

/** Looks for something until it is there: waits for late pages, then opens menus and scrolls. */
export async function find(locateIn: LocateIn, driver: Driver): Promise<Located> {
  let located: Located = { state: 'missing', near: [] }
  for (const ms of WAITS_MS) {
    located = locateIn(await driver.pause(ms))
    if (located.state !== 'missing') return located
  }
  for (const reveal of [closePopUp, openMenus, scrollDown]) {
    const revealed = await reveal(locateIn, driver)
    if (revealed) return revealed
  }
  return located
}

/** Closes a pop-up that came by itself and does not hold what is wanted. */
async function closePopUp(locateIn: LocateIn, driver: Driver): Promise<Located | undefined> {
  const tree = await driver.tree()
  const { dialog } = tree
  const closer = dialog && !driver.opened.has(dialog.ref) ? closerIn(dialog, tree) : undefined
  return closer && clickAndLook(closer, locateIn, driver)
}

/** So many closed parts of a page are opened to find an element. */
const MOST_OPENED = 4
/** Only parts that show more of the page are opened: nothing that could change, send or leave anything. */
const OPENS =
  /^\W*(?:(?:open|show|toggle|main|site)\s+)*(?:menu|navigation|more|more (?:options|actions|filters)|filters?|options|actions|advanced(?: (?:search|options))?|all filters|account|profile|☰|≡|⋮|⋯|…)\W*$/i

async function openMenus(locateIn: LocateIn, driver: Driver): Promise<Located | undefined> {
  const tried = new Set<string>()
  while (tried.size < MOST_OPENED) {
    const tree = await driver.tree()
    const closed = tree.elements.find((element) => isClosedMenu(element, tree) && !tried.has(element.ref))
    if (!closed) break
    tried.add(closed.ref)
    const located = await clickAndLook(closed, locateIn, driver)
    if (located) return located
    await driver.do({ do: 'press', key: 'Escape' })
    const again = (await driver.tree()).get(closed.ref)
    if (again?.expanded) await driver.do({ do: 'click', ref: again.ref })
  }
  return undefined
}

function isClosedMenu(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.disabled || element.expanded === true) return false
  if (element.href !== undefined && element.expanded === undefined) return false
  if (tree.dialog && !tree.holds(tree.dialog, element)) return false
  return OPENS.test(element.name || element.text || element.title || '')
}

async function clickAndLook(
  element: ViewElement,
  locateIn: LocateIn,
  driver: Driver,
): Promise<Located | undefined> {
  await driver.act({ do: 'click', ref: element.ref }, { type: 'click', target: call(element) })
  const located = locateIn(await driver.tree())
  return located.state === 'missing' ? undefined : located
}

const MOST_SCROLLS = 6

async function scrollDown(locateIn: LocateIn, driver: Driver): Promise<Located | undefined> {
  for (let scrolls = 0; scrolls < MOST_SCROLLS; scrolls++) {
    const { view } = await driver.tree()
    if (view.scroll.y >= view.scroll.maxY - 1) return undefined
    await driver.do({ do: 'scroll', by: { x: 0, y: view.height } })
    const located = locateIn(await driver.tree())
    if (located.state !== 'missing') return located
  }
  return undefined
}

const CLOSES =
  /^\W*(?:close(?: (?:dialog|pop-?up|window|this|banner|message))?|dismiss|x|×|✕|✖|✗|╳|no,? thanks?|no thank you|not now|maybe later|later|skip)\W*$/i

/** The control that closes a part of a page without an answer. */
export function closerIn(part: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree
    .descendants(part)
    .find(
      (one) =>
        one.clickable &&
        one.box.width > 0 &&
        [labelOf(one), one.text, one.title ?? ''].some((words) => CLOSES.test(words)),
    )
}

/** The element that was found; otherwise throws why there is none. */
export function elementIn(located: Located, targets: readonly Target[], what = ''): ViewElement {
  if (located.state === 'found') return located.element
  const named = nameTarget(targets)
  if (located.state === 'ambiguous') {
    const candidates = located.names.slice(0, 6).join(', ')
    throw new CannotDo(`${named} could be ${located.elements.length} elements: ${candidates}. Say which one.`)
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
