import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'

/** What a control proves to be, and how values get into it. */
export interface Widget {
  /** Whether an element is such a control; `values` are what is to get into it. */
  is(element: ViewElement, tree: PageTree, values: readonly string[]): boolean
  /** Puts values into it, several only where it takes several, and sees that they are there. */
  put(
    element: ViewElement,
    values: readonly string[],
    scene: Scene,
    /** Whether only what it offers is meant, not any text. */
    isChosen?: boolean,
  ): Promise<StepOutcome>
}
