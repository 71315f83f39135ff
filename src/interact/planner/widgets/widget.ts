import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'

/** A kind of control, and how a value gets into it. */
export interface Widget {
  is(element: ViewElement, tree: PageTree, value: string): boolean
  /** Puts a value into it and makes sure that it is there. */
  put(element: ViewElement, value: string, driver: Driver): Promise<Outcome>
}

/** Whether a control took a value, or why not, in a sentence for the caller. */
export type Outcome = { state: 'done' } | { state: 'failed'; why: string }

export function done(): Outcome {
  return { state: 'done' }
}

export function failed(why: string): Outcome {
  return { state: 'failed', why }
}
