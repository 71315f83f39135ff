import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Outcome } from './outcome.ts'

/** A kind of control, and how a value gets into it. */
export interface Widget {
  is(element: ViewElement, tree: PageTree, value: string): boolean
  /** Puts a value into it and makes sure that it is there. */
  put(element: ViewElement, value: string, driver: Driver): Promise<Outcome>
}
