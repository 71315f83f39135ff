import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import { pressElement } from './press.ts'

const MOST_TURNS = 40

/** Goes to a page of a list: by its number, or by `Next` and `Previous`. */
export async function goToPage(
  number: number | 'next' | 'previous' | 'first' | 'last',
  driver: Driver,
): Promise<void> {
  const control = findControl(number, await driver.tree())
  if (control?.current || control?.selected) return
  if (control) return pressElement(control, driver)
  if (number === 'last') return turnToLast(driver)
  if (typeof number !== 'number') throw new CannotDo(`The page has no way to the ${number} page.`)
  let at = currentPage(await driver.tree()) ?? 1
  for (let turns = 0; turns < MOST_TURNS && at < number; turns++) {
    const tree = await driver.tree()
    const turner = findControl(number, tree) ?? findControl('next', tree)
    if (!turner) break
    await pressElement(turner, driver)
    at = currentPage(await driver.tree()) ?? at + 1
  }
  if (at !== number) throw new CannotDo(`The page has no way to page ${number}.`)
}

/** Turns to the next page of a list; false if there is none. */
export async function turnPage(driver: Driver): Promise<boolean> {
  const next = findControl('next', await driver.tree())
  if (next) await pressElement(next, driver)
  return next !== undefined
}

async function turnToLast(driver: Driver): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    if (await turnPage(driver)) continue
    if (turns > 0) return
    throw new CannotDo('The page has no way to the last page.')
  }
  throw new CannotDo(`The last page was not reached after ${MOST_TURNS} pages.`)
}

const NAMES: Record<string, RegExp> = {
  next: /^\W*(next( page)?|older( posts| entries)?|forward|›|»|>|→|>>)\W*$|^go to next page|^next\b/i,
  previous: /^\W*(prev(ious)?( page)?|newer|back|‹|«|<|←|<<)\W*$|^go to previous page|^prev/i,
  first: /^\W*(first( page)?|«|<<|⟪|1)\W*$/i,
  last: /^\W*(last( page)?|»|>>|⟫)\W*$/i,
}

/** The control that leads to a page of a list, in a part for that if there is one. */
function findControl(number: number | string, tree: PageTree): ViewElement | undefined {
  const pattern =
    typeof number === 'number' ? new RegExp(`^\\W*(page |go to page )?${number}\\W*$`, 'i') : NAMES[number]!
  const usable = tree.elements.filter(({ clickable, disabled }) => clickable && !disabled)
  const named = usable.filter(({ name, text, title = '', hints }) =>
    [name, text, title, ...(typeof number === 'string' && text === '' ? [hints] : [])].some((words) =>
      pattern.test(words.trim()),
    ),
  )
  const inPager = (elements: ViewElement[]) => elements.filter((element) => isInPager(element, tree))
  // Where nothing is called the last page, it has the highest number.
  const numbers = number === 'last' ? inPager(usable.filter(({ text }) => /^\d{1,5}$/.test(text.trim()))) : []
  return (
    inPager(named).at(-1) ?? named.at(-1) ?? numbers.toSorted((a, b) => Number(b.text) - Number(a.text))[0]
  )
}

function isInPager(element: ViewElement, tree: PageTree): boolean {
  const isPager = ({ hints, name, role }: ViewElement) =>
    role === 'navigation' || /pag(er|inat)|page-?(nav|numbers|link)/i.test(`${hints} ${name}`)
  return tree.closest(element, isPager) !== undefined
}

/** Which page of a list is shown: the number that is marked, or `Page 2 of 5`, `2 / 5`. */
function currentPage({ elements }: PageTree): number | undefined {
  const marked = elements.find(
    ({ current, selected, text }) => (current || selected) && /^\d{1,4}$/.test(text),
  )
  if (marked) return Number(marked.text)
  const said = elements
    .map(({ ownText }) => /^\D{0,20}\bpage\s*(\d+)|^\s*(\d+)\s*(?:\/|of)\s*\d+\s*$/i.exec(ownText))
    .find((found) => found !== null)
  return said ? Number(said[1] ?? said[2]) : undefined
}
