import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import { call } from '../say/call.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { Widget } from './widget.ts'

/** A `select`. */
export const nativeSelect: Widget = {
  is: (element) => element.tag === 'select',
  async put(element, values, scene) {
    const labels = values.map((value) => bestOption(element, value)?.label)
    const missing = labels.findIndex((label) => label === undefined)
    if (missing !== -1) {
      const there = (element.options ?? [])
        .slice(0, 12)
        .map((option) => `"${option.label}"`)
        .join(', ')
      return failed(`${call(element)} has no option "${values[missing]}"; it has ${there}.`)
    }
    const chosen = labels.filter((label) => label !== undefined)
    const told = chosen.map((label) => `"${label}"`).join(', ')
    await scene.act(
      { do: 'select', ref: element.ref, labels: chosen },
      { type: 'choose', target: call(element), value: chosen.join(', ') },
    )
    scene.last = element
    const now = (await scene.tree()).get(element.ref)
    const lost = chosen.find((label) => isLeftOut(label, now))
    return lost === undefined
      ? done(`Chose ${told} in ${call(element)}.`)
      : failed(`${call(element)} did not keep "${lost}".`)
  },
}

/** Whether a list that is still there has an option and has it not chosen. */
function isLeftOut(label: string, list: ViewElement | undefined): boolean {
  const options = list?.options?.filter((option) => option.label === label) ?? []
  return options.length > 0 && !options.some((option) => option.selected)
}

/** The option that is called so, by its label or its value. */
export function bestOption(
  element: ViewElement,
  value: string,
): { label: string; score: number } | undefined {
  let best: { label: string; score: number } | undefined
  for (const option of element.options ?? []) {
    if (option.disabled) continue
    const score = Math.max(similarity(value, option.label), similarity(value, option.value, true) * 0.95)
    if (score >= 0.5 && score > (best?.score ?? 0)) best = { label: option.label, score }
  }
  return best
}
