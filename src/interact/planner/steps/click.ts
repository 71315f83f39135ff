import type { Point, ViewElement } from '../../../browser/browser.ts'
import { markAt } from '../geometry/drawing.ts'
import { drawnThings } from '../match/drawn.ts'
import { pointMeant } from '../geometry/point-meant.ts'
import { middleOf } from '../page/page-tree.ts'
import { feelFor } from '../recover/feel-for.ts'
import { turnOver } from '../tactics/turn-over.ts'
import { seek, seekAll, seekHere, notFound } from '../recover/seek.ts'
import { recordOf } from '../page/records.ts'
import { isCheckable } from '../match/kinds.ts'
import { resolve } from '../resolve/resolve.ts'
import { isResult, seekResult } from '../recover/seek-result.ts'
import { callTarget } from '../say/call.ts'
import type { Target } from '../step.ts'
import type { Scene } from '../scene.ts'
import { clickOn, effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import { onlyButton } from './submit.ts'
import type { StepOf, StepOutcome, TakeStep } from './step-outcome.ts'

export const click: TakeStep<'click'> = async (step, scene) => {
  const { target } = step
  const point = pointMeant(target, await scene.tree())
  if (point) return clickPoint(point, target, scene)
  const each = target.relations?.find(
    (relation) => relation.target.all || relation.target.count !== undefined,
  )
  if (each) return clickInEach(step, each.target, scene)
  if (target.all || target.count !== undefined) return clickAll(step, scene)
  if (target.parts && (await seekHere(target, scene, 'click')).length === 0) return clickParts(step, scene)
  const [drawn] = drawnThings(target, await scene.tree()) ?? []
  if (drawn?.clickable) return clickOn(drawn, scene, step)
  const turned = await turnOver(target, scene)
  if (turned) return turned
  const found = isResult(target) ? [await seekResult(target, scene)] : await seek(target, scene, 'click')
  const best =
    (step.count === 2 ? found.find((item) => item && !isCheckable(item.element)) : undefined) ?? found[0]
  const felt = best ? undefined : await feelFor(target, scene)
  if (felt) return clickPoint(felt, target, scene)
  const button = best?.element ?? (await onlyButton(target, scene))
  if (!button) return failed(await notFound(target, scene, 'click'))
  return clickOn(button, scene, step)
}

/** What can be clicked close by is what stands for the point. */
async function clickPoint(at: Point, target: Target, scene: Scene): Promise<StepOutcome> {
  const mark = markAt(at, await scene.tree())
  if (mark) return clickOn(mark, scene)
  await scene.act({ do: 'clickAt', at }, { type: 'click', target: callTarget(target) })
  return done(`Clicked ${callTarget(target)}${effectOf(scene)}.`)
}

/** The same control in each of several entries: `Share on all posts by Ann`. */
async function clickInEach(step: StepOf<'click'>, entry: Target, scene: Scene): Promise<StepOutcome> {
  const entries = await entriesOf(entry, scene)
  if (entries.length === 0) return failed(await notFound(entry, scene, 'any'))
  const relations = step.target.relations?.filter((relation) => relation.target !== entry) ?? []
  const said: string[] = []
  for (const { ref } of entries) {
    const tree = await scene.tree()
    const holder = tree.get(ref)
    const [control] = holder
      ? resolve({ ...step.target, relations }, tree, 'click').filter(
          (item) => tree.holds(holder, item.element) && item.score >= 0.4,
        )
      : []
    if (!control) return failed(`${callTarget(step.target)} was not found in one of them.`)
    const outcome = await clickOn(control.element, scene, step)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** The entries that are meant, whole: what names one stands in it. */
async function entriesOf(entry: Target, scene: Scene): Promise<ViewElement[]> {
  const named = await seekAll({ ...entry, all: true }, scene, 'any')
  const tree = await scene.tree()
  const whole = new Set(named.map((element) => recordOf(element, tree) ?? element))
  return [...whole].slice(0, entry.count ?? 100)
}

async function clickAll(step: StepOf<'click'>, scene: Scene): Promise<StepOutcome> {
  const elements = inOrder(await seekAll(step.target, scene, 'click'), step.order).slice(
    0,
    step.target.count ?? 100,
  )
  if (elements.length === 0) return failed(await notFound(step.target, scene, 'click'))
  const said: string[] = []
  for (const element of elements) {
    const tree = await scene.tree()
    const now =
      tree.get(element.ref) ??
      tree.elements.find(
        (other) => other.role === element.role && other.text === element.text && other.name === element.name,
      )
    const hidden = now ? undefined : tree.elements.find((other) => other.clickable && liesAt(other, element))
    const current = now ?? hidden
    if (!current) continue
    const outcome = await clickOn(current, scene, step)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** What has come in the place of something small: a card turned over, a cover. */
function liesAt(other: ViewElement, former: ViewElement): boolean {
  const { x, y } = middleOf(former)
  const { box } = other
  return (
    x >= box.x &&
    y >= box.y &&
    x <= box.x + box.width &&
    y <= box.y + box.height &&
    box.width * box.height < 4 * Math.max(400, former.box.width * former.box.height)
  )
}

function inOrder(elements: ViewElement[], order: string | undefined): ViewElement[] {
  if (!order || !/ascend|increas|descend|decreas|small|larg|low|high/i.test(order)) return elements
  const number = (element: ViewElement) => Number.parseFloat(element.text || element.name)
  const sorted = elements
    .filter((element) => !Number.isNaN(number(element)))
    .sort((a, b) => number(a) - number(b))
  return /descend|decreas|larg\w* (first|to)|high\w* (first|to)/i.test(order) ? sorted.toReversed() : sorted
}

async function clickParts(step: StepOf<'click'>, scene: Scene): Promise<StepOutcome> {
  const said: string[] = []
  for (const target of step.target.parts ?? []) {
    const [best] = await seek(target, scene, 'click')
    if (!best) return failed(await notFound(target, scene, 'click'))
    const outcome = await clickOn(best.element, scene, step)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}
