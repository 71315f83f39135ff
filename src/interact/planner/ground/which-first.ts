import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import { isComparing } from '../match/traits.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Step, Target } from '../step.ts'
import { calledSo } from '../steps/submit.ts'
import { readClauseWords } from './clause-words.ts'
import { deedsOf } from './deeds.ts'
import { textFields } from './scope.ts'

/** Whether a clause is read against the page before it is taken as grammar has it. */
export async function isGroundedFirst(clause: readonly Step[], scene: Scene): Promise<boolean> {
  return clause.every(isOfTrade) || (clause.length === 1 && (await isWeak(clause[0]!, scene)))
}

/** Verbs of the page's own trade, unless what they are about is described rather than named. */
function isOfTrade(step: Step): boolean {
  if (step.do === 'unclear') return true
  return step.do === 'act' && !step.when && isNamed(step.target)
}

function isNamed({ ordinal, all, traits, condition, count, except }: Partial<Target> = {}): boolean {
  return (
    ordinal === undefined &&
    !all &&
    count === undefined &&
    condition === undefined &&
    !traits?.some(isComparing) &&
    (except?.length ?? 0) === 0
  )
}

/** Whether what a step is to be put into, chosen from or dragged is no such thing on this page. */
async function isWeak(step: Step, scene: Scene): Promise<boolean> {
  const tree = await scene.tree()
  const said = step.said ?? ''
  switch (step.do) {
    case 'fill':
      if (!step.target) return textFields(tree.elements).length === 0
      if (step.target.same) return ![scene.last?.ref, tree.view.focused].some((ref) => isFieldAt(ref, tree))
      return (await seekHere(step.target, scene, 'edit')).length === 0
    case 'choose': {
      if (deedsOf(readClauseWords(said).verb?.text ?? '').includes('remove')) return true
      if (!step.target || step.target.same) return false
      const [best] = await seekHere(step.target, scene, 'choose')
      return !best || !takesChoice(best.element)
    }
    case 'drag':
      return !DRAGGING.test(said) && !tree.elements.some(isDragged)
    case 'close':
      return calledSo(said, tree, 0) !== undefined
    default:
      return false
  }
}

function isFieldAt(ref: string | undefined, tree: PageTree): boolean {
  const element = tree.get(ref)
  return element !== undefined && isField(element)
}

const DRAGGING = /^\W*(drag|drop|zieh|gliss|arrastr|trascin|sleep)/i

function isDragged({ draggable, look }: ViewElement): boolean {
  return draggable || /^(grab|move)$/.test(look.cursor)
}

function takesChoice(element: ViewElement): boolean {
  return isField(element) || element.expanded !== undefined || /group|list|menu|grid|tree/.test(element.role)
}
