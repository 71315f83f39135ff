import type { ViewElement } from '../../../browser/browser.ts'
import { notFound, seek } from '../recover/seek.ts'
import { call } from '../say/call.ts'
import { effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

const FAR = 1_000_000

export const scroll: TakeStep<'scroll'> = async (step, scene) => {
  if (typeof step.to !== 'string') {
    const [best] = await seek(step.to, scene, 'any')
    if (!best) return failed(await notFound(step.to, scene, 'any'))
    await scene.act({ do: 'scrollTo', ref: best.element.ref }, { type: 'scroll', target: call(best.element) })
    scene.last = best.element
    scene.within = best.element
    return done(`Scrolled to ${call(best.element)}.`)
  }
  const tree = await scene.tree()
  let holder: ViewElement | undefined
  if (step.within) {
    const [best] = await seek(step.within, scene, 'any')
    if (!best) return failed(await notFound(step.within, scene, 'any'))
    holder =
      tree.closest(best.element, (element) => element.scrollable) ??
      tree.descendants(best.element).find((element) => element.scrollable) ??
      best.element
  } else if (tree.view.scroll.maxY === 0 && tree.view.scroll.maxX === 0)
    holder = tree.elements.find((element) => element.scrollable)
  const size = holder ? holder.box : tree.view
  const by = {
    top: { x: 0, y: -FAR },
    bottom: { x: 0, y: FAR },
    up: { x: 0, y: -size.height * 0.8 },
    down: { x: 0, y: size.height * 0.8 },
    left: { x: -size.width * 0.8, y: 0 },
    right: { x: size.width * 0.8, y: 0 },
  }[step.to]
  await scene.act(
    { do: 'scroll', by, ...(holder ? { ref: holder.ref } : {}) },
    { type: 'scroll', value: step.to, ...(holder ? { target: call(holder) } : {}) },
  )
  return done(
    `Scrolled ${holder ? `${call(holder)} ` : ''}${step.to === 'top' || step.to === 'bottom' ? `to the ${step.to}` : step.to}${scene.changes?.scrolled ? '' : effectOf(scene)}.`,
  )
}
