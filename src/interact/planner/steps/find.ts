import { readPart } from '../answer/parts-of-text.ts'
import { recordOf } from '../page/records.ts'
import { call } from '../say/call.ts'
import { seek, notFound } from '../recover/seek.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

/** What was come upon is what later steps are about, and the record that it is part of is where they look first. */
export const find: TakeStep<'find'> = async (step, scene) => {
  const part = readPart(step.target, await scene.tree())
  if (part !== undefined) {
    scene.held = part
    return done(`Read "${part}".`)
  }
  if (step.target.kind === 'problem') return done('')
  const [best] = await seek(step.target, scene, 'any')
  if (!best) return failed(await notFound(step.target, scene, 'any'))
  const tree = await scene.tree()
  scene.last = best.element
  scene.within = recordOf(best.element, tree) ?? tree.parent(best.element)
  return done(`Found ${call(best.element)}.`)
}
