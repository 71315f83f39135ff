import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { currentPage } from '../widgets/page-number.ts'
import { findControl } from '../widgets/pager.ts'
import { pressElement } from './press.ts'

const MOST_TURNS = 40

/** Goes to a page of a list: by its number, or by `Next` and `Previous`. */
export async function goToPage(
  number: number | 'next' | 'previous' | 'first' | 'last',
  driver: Driver,
): Promise<void> {
  const control = findControl(number, await driver.tree())
  if (control) {
    if (control.current || control.selected) return
    return pressElement(control, driver)
  }
  if (number === 'last') return turnToLast(driver)
  if (typeof number !== 'number') throw new CannotDo(`The page has no way to the ${number} page.`)
  let at = currentPage(await driver.tree()) ?? 1
  for (let turns = 0; turns < MOST_TURNS && at !== number; turns++) {
    const way = at < number ? 'next' : 'previous'
    const tree = await driver.tree()
    const turner = findControl(number, tree) ?? findControl(way, tree)
    if (!turner) break
    await pressElement(turner, driver)
    const now = currentPage(await driver.tree())
    if (now === at) break
    at = now ?? at + (way === 'next' ? 1 : -1)
  }
  if (at !== number) throw new CannotDo(`The page has no way to page ${number}.`)
}

async function turnToLast(driver: Driver): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const next = findControl('next', await driver.tree())
    if (!next || next.disabled) {
      if (turns === 0) throw new CannotDo('The page has no way to the last page.')
      return
    }
    await pressElement(next, driver)
  }
  throw new CannotDo(`The last page was not reached after ${MOST_TURNS} pages.`)
}
