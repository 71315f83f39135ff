import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import { bannerIn } from '../consent/banner.ts'
import type { Driver } from '../driver.ts'
import { closerIn } from '../locate/find.ts'
import { anchorsOf, locate } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
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

/** Pop-ups may come a moment after the page. */
const LATE_MS = [0, 300, 700, 1000]

/** Closes a dialog, a pop-up or a banner by its own button, or by Escape. */
export async function close(targets: readonly Target[], driver: Driver): Promise<void> {
  for (const ms of LATE_MS) {
    const tree = await driver.pause(ms)
    const button = closerOf(tree, targets)
    if (button) return pressElement(button, driver)
  }
  const before = (await driver.tree()).dialog
  if (!before) throw new CannotDo('The page shows nothing that could be closed.')
  await driver.act({ do: 'press', key: 'Escape' }, { type: 'press', value: 'Escape' })
  if ((await driver.tree()).get(before.ref)) throw new CannotDo('The dialog has no button that closes it.')
}

function closerOf(tree: PageTree, targets: readonly Target[]): ViewElement | undefined {
  const named = targets.flatMap((target) => (target.name === '' ? [] : anchorsOf(target, tree)))
  const parts = [
    tree.dialog,
    bannerIn(tree)?.element,
    ...named.flatMap((anchor) => [anchor, ...tree.ancestors(anchor).slice(0, 2)]),
  ]
  for (const part of parts) {
    const closer = part && closerIn(part, tree)
    if (closer) return closer
  }
  return undefined
}
