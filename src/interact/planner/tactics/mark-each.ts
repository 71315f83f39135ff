import type { ViewElement } from '../../../browser/browser.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { toNumber } from '../resolve/conditions.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'

/** What numbers can be sorted into. */
const CLASSES: Readonly<Record<string, (value: number) => boolean>> = {
  odd: (value) => Math.abs(value % 2) === 1,
  even: (value) => value % 2 === 0,
  positive: (value) => value > 0,
  negative: (value) => value < 0,
}

/** Says of each number which of two sorts it is, with the control beside it: `mark the numbers as odd or even`. */
export async function markEach(step: StepOf<'act'>, scene: Scene): Promise<StepOutcome | undefined> {
  if (step.target?.kind !== 'number' || !step.target.all) return undefined
  const said = (step.details ?? []).map(({ value }) => value.text).join(' ')
  const classes = [...said.toLowerCase().matchAll(/\p{L}+/gu)]
    .map(([word]) => word)
    .filter((word) => Object.hasOwn(CLASSES, word))
  if (classes.length < 2) return undefined
  const marks = marksFor(classes, await scene.tree())
  if (marks.length === 0) return failed(`There are no numbers beside controls for ${classes.join(' and ')}.`)
  for (const { control } of marks) {
    const outcome = await clickOn((await scene.tree()).get(control.ref) ?? control, scene)
    if (outcome.state === 'failed') return outcome
  }
  return done(`Marked ${marks.map(({ number, sort }) => `${number} as ${sort}`).join(', ')}.`)
}

/** For each number the control of its sort in the smallest part of the page that has controls for all sorts. */
export function marksFor(
  classes: readonly string[],
  tree: PageTree,
): { number: number; sort: string; control: ViewElement }[] {
  return tree.elements
    .filter((element) => /^[-−]?\d+$/.test(element.ownText) && !element.clickable)
    .flatMap((element) => {
      const number = toNumber(element.ownText)
      const sort = classes.find((name) => CLASSES[name]!(number))
      const row = tree
        .ancestors(element)
        .find((outer) => classes.every((name) => controlIn(outer, name, tree) !== undefined))
      const control = sort && row && controlIn(row, sort, tree)
      return control ? [{ number, sort, control }] : []
    })
}

function controlIn(row: ViewElement, name: string, tree: PageTree): ViewElement | undefined {
  return tree
    .descendants(row)
    .find((element) => element.clickable && plain(element.name || element.text) === name)
}
