import type { ViewElement } from '../../../browser/browser.ts'
import { valueBeside } from '../answer/value-beside.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Value } from '../step.ts'

/** Whether a value is said to be what belongs to each label: `enter the value of each label into the form`. */
export function isOfEachLabel({ from }: Value): boolean {
  return [from, ...(from?.relations ?? []).map((relation) => relation.target)].some(
    (target) => target?.all && /^(label|field|name|heading)s?$/.test(target.words || (target.kind ?? '')),
  )
}

/** Fields whose label stands elsewhere on the page too, with a value beside it. */
export function fieldsByLabels(tree: PageTree): { field: ViewElement; text: string }[] {
  return tree.elements
    .filter((element) => element.editable && !element.disabled && element.name !== '')
    .flatMap((field) => {
      const name = bare(field.name)
      const label = tree.elements.find(
        (element) =>
          !element.editable &&
          element.ownText !== '' &&
          bare(element.text) === name &&
          besides(element, tree),
      )
      const text = label && besides(label, tree)
      return text ? [{ field, text }] : []
    })
}

/** The value beside a label; the field itself is none. */
function besides(label: ViewElement, tree: PageTree): string | undefined {
  const value = valueBeside(label, tree)
  const isField = tree.elements.some((element) => element.editable && element.value === value)
  return isField ? undefined : value
}

function bare(text: string): string {
  return plain(text).replace(/[:*\s]+$/, '')
}
