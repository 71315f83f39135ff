import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { locate } from '../locate/locate.ts'
import type { Target } from '../parse/command.ts'
import { isPressable, pressElement } from './press.ts'

const YES = ['yes', 'confirm', 'ok', 'delete', 'remove', 'continue', 'accept', 'agree', 'proceed']
const NO = ['cancel', 'no', 'keep', 'close', 'dismiss', 'not now', 'back']

/** Answers the question that the command before brought up: in a dialog of the page, or of the browser. */
export async function answerQuestion(
  accept: boolean,
  targets: readonly Target[],
  driver: Driver,
): Promise<void> {
  const asked = driver.questions.splice(0)
  if (asked.length > 0) {
    // A dialog of the browser was answered while it was open.
    const isRight = asked.every(
      ({ answered, kind }) => kind === 'alert' || /accept/.test(answered) === accept,
    )
    if (!isRight) throw new CannotDo(`The page asked "${asked[0]!.message}" and got another answer.`)
    return
  }
  const tree = await driver.tree()
  const inDialog = tree.dialog
  const isCandidate = (element: Parameters<typeof isPressable>[0]) =>
    isPressable(element) && (!inDialog || tree.holds(inDialog, element))
  const named = locate(targets, { tree, isCandidate, last: driver.last })
  if (named.state === 'found') return pressElement(named.element, driver)
  for (const name of inDialog ? (accept ? YES : NO) : []) {
    const located = locate([{ name }], { tree, isCandidate })
    if (located.state === 'found') return pressElement(located.element, driver)
  }
  throw new CannotDo(`The page asks nothing that could be ${accept ? 'confirmed' : 'cancelled'}.`)
}
