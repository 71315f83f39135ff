import type { ViewElement } from '../../../browser/browser.ts'
import { readNumber } from '../resolve/conditions.ts'
import type { Scene } from '../scene.ts'
import { done } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { bestOption } from '../widgets/native-select.ts'
import { putInto } from '../widgets/widgets.ts'
import { readLimits } from './read-limits.ts'

/** Sets the least and the most, the one first that makes room for the other. */
export async function putRange(
  { low, high }: { low?: ViewElement | undefined; high?: ViewElement | undefined },
  text: string,
  scene: Scene,
): Promise<StepOutcome> {
  const { from, to } = readLimits(text) ?? {}
  const wishes = [
    ...(low && from !== undefined ? [{ element: low, wanted: from }] : []),
    ...(high && to !== undefined ? [{ element: high, wanted: to }] : []),
  ]
  const top = high && readNumber(high.value ?? '')
  if (from !== undefined && top !== undefined && from > top) wishes.reverse()
  const said: string[] = []
  for (const { element, wanted } of wishes) {
    const outcome = await putInto(element, [labelFor(element, wanted)], scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** A list has numbers with units. */
function labelFor(element: ViewElement, wanted: number): string {
  const option = element.options?.find(
    ({ label }) => readNumber(label.replaceAll(/(\d)[.,](?=\d{3})/g, '$1')) === wanted,
  )
  return option?.label ?? (element.options && bestOption(element, String(wanted))?.label) ?? String(wanted)
}
