import { seek, seekHere, notFound } from '../recover/seek.ts'
import { uncover } from '../recover/uncover.ts'
import { call, callTarget, shorten } from '../say/call.ts'
import { textOf, readTarget } from '../answer/value-text.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import type { Scene } from '../scene.ts'
import { clickOn, effectOf } from './click-on.ts'
import { fillField, likelyField } from './fill.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const hover: TakeStep<'hover'> = async (step, scene) => {
  const [best] = await seek(step.target, scene, 'click')
  if (!best) return failed(await notFound(step.target, scene, 'click'))
  await scene.act({ do: 'hover', ref: best.element.ref }, { type: 'hover', target: call(best.element) })
  scene.last = best.element
  return done(`Moved the mouse over ${call(best.element)}${effectOf(scene)}.`)
}

export const focus: TakeStep<'focus'> = async (step, scene) => {
  const [best] = [
    ...(await seek(step.target, scene, 'edit', 'look')),
    ...(await seek(step.target, scene, 'click')),
  ]
  if (!best) return failed(await notFound(step.target, scene, 'edit'))
  const element = (await uncover(best.element, scene)) ?? best.element
  await scene.act({ do: 'click', ref: element.ref }, { type: 'focus', target: call(element) })
  scene.last = element
  return done(`Put the focus on ${call(element)}.`)
}

export const press: TakeStep<'press'> = async (step, scene) => {
  const count = step.count ?? 1
  await scene.act(
    { do: 'press', key: step.key, count },
    { type: 'press', value: count > 1 ? `${step.key} ×${count}` : step.key },
  )
  return done(`Pressed ${step.key}${count > 1 ? ` ${count} times` : ''}${effectOf(scene)}.`)
}

export const goto: TakeStep<'goto'> = async (step, scene) => {
  await scene.act({ do: 'goto', url: step.url }, { type: 'goto', value: step.url })
  return done(`Went to ${scene.stage.url()}.`)
}

export const travel: TakeStep<'back' | 'forward' | 'reload'> = async (step, scene) => {
  const button = step.do === 'back' ? await backButton(scene) : undefined
  if (button) return clickOn(button, scene)
  await scene.act({ do: step.do }, { type: step.do })
  return done(step.do === 'reload' ? 'Reloaded the page.' : `Went ${step.do} to ${scene.stage.url()}.`)
}

/** A page that leads through steps of its own goes back by its own button. */
async function backButton(scene: Scene): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  return tree.elements.find(
    (element) =>
      element.role === 'button' &&
      !element.disabled &&
      element.inView &&
      /^\W*(go )?back\W*$/i.test(element.name || element.text),
  )
}

/** The longest a wait of any kind takes; the signal may end it sooner. */
const LONGEST_WAIT_MS = 30_000

export const wait: TakeStep<'wait'> = async (step, scene) => {
  if (!step.for) {
    const ms = Math.max(0, Math.round(Math.min(step.ms ?? 1000, LONGEST_WAIT_MS) - scene.sinceLastDeed()))
    await scene.act({ do: 'wait', ms }, { type: 'wait', value: `${ms} ms` })
    return done(`Waited ${ms / 1000} s.`)
  }
  const name = callTarget(step.for)
  if (/^page$/i.test(step.for.words || step.for.kind || '')) return done('The page has loaded.')
  for (let waited = 0; waited <= Math.min(step.ms ?? 10_000, LONGEST_WAIT_MS); waited += 250) {
    const there = (await seekHere(step.for, scene, 'any')).length > 0
    if (there !== (step.gone ?? false)) return done(step.gone ? `${name} is gone.` : `${name} is there.`)
    await scene.stage.act({ do: 'wait', ms: 250 }, scene.signal)
    await scene.look()
  }
  return failed(step.gone ? `${name} did not go away.` : `${name} did not appear.`)
}

export const copy: TakeStep<'copy'> = async (step, scene) => {
  const text = await readTarget(step.from, scene)
  if (text === undefined) return failed(await notFound(step.from, scene, 'read'))
  scene.held = text
  scene.actions.push({ type: 'copy', target: callTarget(step.from), value: shorten(text, 200) })
  if (!step.to) return done(`Copied "${shorten(text, 80)}".`)
  const source = scene.last?.ref
  const fields = (await seek(step.to, scene, 'edit')).filter((found) => found.element.ref !== source)
  const field = step.to.words === '' ? (fields.find((found) => !found.element.value) ?? fields[0]) : fields[0]
  return field ? fillField(field.element, text, scene) : failed(await notFound(step.to, scene, 'edit'))
}

export const paste: TakeStep<'paste'> = async (step, scene) => {
  if (scene.held === undefined) return failed('Nothing was copied before.')
  const field = step.target ? (await seek(step.target, scene, 'edit'))[0]?.element : await likelyField(scene)
  return field ? fillField(field, scene.held, scene) : failed('There is no field to paste into.')
}

export const highlight: TakeStep<'highlight'> = async (step, scene) => {
  const [best] = await seek(step.target, scene, 'read')
  if (!best) return failed(await notFound(step.target, scene, 'read'))
  const part =
    step.target.words && step.target.words !== textOf(best.element, await scene.tree())
      ? { text: step.target.words }
      : {}
  await scene.act(
    { do: 'highlight', ref: best.element.ref, ...part },
    { type: 'highlight', target: call(best.element) },
  )
  scene.last = best.element
  return done(`Selected the text of ${call(best.element)}.`)
}
