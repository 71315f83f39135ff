import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { clickOn } from '../steps/click-on.ts'
import { done } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { nearestAlone, submitButton } from '../steps/submit.ts'
import { deedsOf } from './deeds.ts'
import { fitting } from './reach.ts'
import type { Work } from './work.ts'

const MOST = 3

/**
 * Sends what was filled in: by the button that is called like the verb, else by the one that any form has; a dialog over
 * another is sent first. Without a button Enter sends it. Left to the next step where that is to send.
 */
export async function commit(work: Work): Promise<StepOutcome> {
  const { scene } = work
  if (!work.isFilled) return done('')
  const said: string[] = []
  for (let times = 0; times < MOST; times++) {
    const tree = await scene.tree()
    const own = ownButton(work, tree)
    const button = own ?? (isNextSending(work) ? undefined : anyButton(work, tree))
    if (!button) break
    const outcome = await clickOn(button, scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
    if (own || !(await scene.tree()).dialog) return done(said.join(' '))
  }
  if (said.length === 0 && !isNextSending(work)) await enter(work)
  return done(said.join(' '))
}

/** The button in what is open that is called like the verb. */
function ownButton(work: Work, tree: PageTree): ViewElement | undefined {
  const { verb } = work.clause
  const last = tree.get(work.scene.last?.ref)
  const form = tree.dialog ?? (last && formOf(last, tree))
  if (!verb || !form) return undefined
  const wanted = {
    verb,
    others: work.clause.words.filter((word) => !word.small && word !== verb),
    isAmbient: work.isAmbient,
  }
  return fitting(tree.descendants(form), wanted, tree).find(
    ({ element }) => element.role === 'button' && !work.used.has(element.ref),
  )?.element
}

function formOf(last: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree
    .ancestors(last)
    .find(
      (outer) =>
        outer.tag === 'form' ||
        tree.descendants(outer).some(({ role, tag }) => role === 'button' || tag === 'button'),
    )
}

function anyButton(work: Work, tree: PageTree): ViewElement | undefined {
  const last = tree.get(work.scene.last?.ref)
  const inForm = last && formOf(last, tree)?.tag === 'form'
  const button = tree.dialog || inForm ? submitButton(tree, last) : last && nearestAlone(last, tree)
  const isWritten = deedsOf(work.clause.verb?.text ?? '').some((deed) => /^(reply|send|write)$/.test(deed))
  if (!button && isWritten) return submitButton(tree, last)
  return button && !work.used.has(button.ref) ? button : undefined
}

function isNextSending({ next }: Work): boolean {
  return (
    next !== undefined &&
    (/^(click|submit|press)$/.test(next.do) ||
      (next.do === 'act' && /^(save|send|submit|confirm|post)$/.test(next.verb)))
  )
}

async function enter({ scene }: Work): Promise<void> {
  const last = (await scene.tree()).get(scene.last?.ref)
  if (last?.editable)
    await scene.act({ do: 'press', key: 'Enter', ref: last.ref }, { type: 'press', value: 'Enter' })
}
