import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { done, failed } from './widget.ts'
import type { Outcome, Widget } from './widget.ts'

/** A field for a number. */
export const spinner: Widget = {
  is: ({ role, type, editable }) =>
    editable && (role === 'spinbutton' || type === 'number') && !/^(date|time|month|week)/.test(type ?? ''),
  async put(element, value, driver) {
    const wanted = value === '' ? '' : readNumber(value)
    if (wanted === undefined) return failed(`${call(element)} takes one number, not "${value}".`)
    const telling = { type: 'fill', target: call(element), value: String(wanted) }
    await driver.act({ do: 'fill', ref: element.ref, value: String(wanted) }, telling)
    return holdsNumber(element, Number(wanted), await driver.tree())
  },
}

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

/** The only number in a text; undefined if there is none or several. */
function readNumber(text: string): number | undefined {
  const found = text.replaceAll(/(?<=\d)[,\s](?=\d{3}\b)/g, '').match(/-?\d+(?:\.\d+)?/g) ?? []
  return found.length === 1 ? Number(found[0]) : undefined
}

/** Whether a control of numbers holds a number after it was set. */
function holdsNumber({ ref }: ViewElement, wanted: number, tree: PageTree): Outcome {
  const element = tree.get(ref)
  const now = readNumber(element?.value ?? '')
  return !element || now === undefined || now === wanted
    ? done()
    : failed(`${call(element)} could not be set to ${wanted}; it is at ${now}.`)
}

/** A number as it is written, with a comma or a point for thousands. */
export function toNumber(written: string): number {
  const text = written.replace('−', '-').replace(/[.,]+$/, '')
  return Number(
    /,\d{1,2}$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''),
  )
}
