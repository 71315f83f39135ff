import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { call } from '../say/call.ts'
import { holdsNumber, readNumber } from './numbers.ts'
import { failed } from './outcome.ts'
import type { Widget } from './widget.ts'

/** A slider: the browser's own is set, another is moved by keys. */
export const slider: Widget = {
  is: ({ type, role }) => type === 'range' || role === 'slider',
  async put(element, value, driver) {
    const wanted = meantBy(value, element)
    if (wanted === undefined) return failed(`${call(element)} takes a number, not "${value}".`)
    const telling = { type: 'set', target: call(element), value: String(wanted) }
    if (element.type === 'range')
      await driver.act({ do: 'set', ref: element.ref, value: String(wanted) }, telling)
    else await driver.together(telling, () => moveByKeys(element, wanted, driver))
    return holdsNumber(element, wanted, await driver.tree())
  },
}

function meantBy(value: string, { min, max }: ViewElement): number | undefined {
  if (/\bmax(?:imum)?\b|\bhighest\b/i.test(value)) return max === undefined ? undefined : Number(max)
  if (/\bmin(?:imum)?\b|\blowest\b/i.test(value)) return min === undefined ? undefined : Number(min)
  return readNumber(value)
}

const ROUNDS = 6
const MOST_PRESSES = 500

/** Presses an arrow key once to learn the step, then as often as it takes. */
async function moveByKeys({ ref, value }: ViewElement, wanted: number, driver: Driver): Promise<void> {
  const stands = async () => readNumber((await driver.tree()).get(ref)?.value ?? '')
  await driver.do({ do: 'focus', ref })
  const from = readNumber(value ?? '')
  if (from === undefined || from === wanted) return
  const key = from < wanted ? 'ArrowRight' : 'ArrowLeft'
  await driver.do({ do: 'press', key, ref })
  const first = await stands()
  const step = first === undefined ? 0 : Math.abs(first - from)
  if (step === 0) return
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    const now = await stands()
    const count = now === undefined ? 0 : Math.min(MOST_PRESSES, Math.round(Math.abs(wanted - now) / step))
    if (count === 0) return
    await driver.do({ do: 'press', key: now! < wanted ? 'ArrowRight' : 'ArrowLeft', ref, count })
  }
}
