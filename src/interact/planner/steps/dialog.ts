import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { shorten } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOf, TakeStep } from './step-outcome.ts'

/** What the browser asked for the page was answered while the step before ran; what the page asks in itself is answered now. */
export const dialog: TakeStep<'dialog'> = async (step, scene) => {
  const shown = scene.questions.splice(0)
  if (shown.length > 0) {
    const told = shown.map(tellQuestion).join(' ')
    return step.accept && shown.every(isDeclined) ? failed(told) : done(told)
  }
  const tree = await scene.tree()
  const asking = askingIn(scene, tree)
  const button = asking && answerButton(asking, step.accept, tree)
  return button ? clickOn(button, scene) : failed('No dialog was shown that could be answered.')
}

type Question = Scene['questions'][number]

/** Whether the browser asked something that was answered with no. */
export function isDeclined({ kind, answered }: Question): boolean {
  return kind !== 'alert' && answered === 'dismissed'
}

export function tellQuestion(question: Question): string {
  const said = `"${shorten(question.message, 120)}"`
  if (question.kind === 'alert') return `The page said ${said}.`
  return `The page asked ${said}; the answer was ${isDeclined(question) ? 'no' : 'yes'}.`
}

/** What asks something on the page: the dialog on top, or the part with several buttons that the last deed brought up. */
export function askingIn(scene: Scene, tree: PageTree): ViewElement | undefined {
  if (tree.dialog) return tree.dialog
  const [first, second] = (scene.changes?.appeared ?? []).filter((element) => element.role === 'button')
  return first && second && tree.shared(first, second)
}

const YES = /^(yes|ok(ay)?|confirm|accept|agree|continue|proceed|i understand|got it|allow|sure)\b/i
const NO = /^(no|cancel|keep|dismiss|close|back|never|not now|don't|abort|stay|×|x)\b|^×$/i

/** Of the buttons of a question the one that says yes or no; where none says yes, the only one that does not say no. */
function answerButton(asking: ViewElement, accept: boolean, tree: PageTree): ViewElement | undefined {
  const buttons = tree
    .descendants(asking)
    .filter(
      (element) => element.role === 'button' && !element.disabled && (element.name || element.text) !== '',
    )
  const named = (pattern: RegExp) =>
    buttons.find((button) => pattern.test((button.name || button.text).trim()))
  if (!accept) return named(NO)
  const others = buttons.filter((button) => !NO.test((button.name || button.text).trim()))
  return named(YES) ?? (others.length === 1 ? others[0] : undefined)
}

/** A step that says yes to a question, in whatever way it was read; undefined when it does something else. */
export function asDialog(step: Step): StepOf<'dialog'> | undefined {
  if (step.do === 'dialog') return step
  const target = step.do === 'act' || step.do === 'click' ? step.target : undefined
  const word =
    step.do === 'act'
      ? step.verb
      : step.do === 'click' && target?.kind === undefined && !target?.quoted
        ? target?.words
        : undefined
  if (
    !word ||
    !/^(confirm|accept|best[äa]tig|akzeptier|conferm|accett|acept|aceit|bevestig)[a-zé]{0,3}$/i.test(word)
  )
    return undefined
  const bare =
    step.do === 'click' ||
    !target ||
    ((target.words === '' || target.same === true) && (target.kind === undefined || target.kind === 'dialog'))
  return bare ? { do: 'dialog', accept: true } : undefined
}
