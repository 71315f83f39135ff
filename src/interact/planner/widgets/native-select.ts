import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import { call } from '../say/call.ts'
import { done, failed } from './widget.ts'
import type { Widget } from './widget.ts'

/** A `select`. */
export const nativeSelect: Widget = {
  is: ({ tag }) => tag === 'select',
  async put(element, value, driver) {
    const option = bestOption(element, value)
    if (option === undefined) {
      const labels = (element.options ?? []).slice(0, 12).map(({ label }) => `"${label}"`)
      return failed(`${call(element)} has no option "${value}"; it has ${labels.join(', ')}.`)
    }
    const telling = { type: 'choose', target: call(element), value: option }
    await driver.act({ do: 'select', ref: element.ref, labels: [option] }, telling)
    const now = (await driver.tree()).get(element.ref)?.options?.filter(({ label }) => label === option) ?? []
    return now.length > 0 && !now.some(({ selected }) => selected)
      ? failed(`${call(element)} did not keep "${option}".`)
      : done()
  },
}

/** The label of the option that fits a value; undefined if none does, or if several fit as well. */
function bestOption({ options = [] }: ViewElement, value: string): string | undefined {
  const scored = options
    .filter(({ disabled }) => !disabled)
    .map((option) => ({
      label: option.label,
      score: Math.max(similarity(value, option.label), similarity(value, option.value, true) * 0.95),
    }))
    .filter(({ score }) => score >= 0.6)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = scored
  return first && (!second || second.score < first.score - 0.01) ? first.label : undefined
}
