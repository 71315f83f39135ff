import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { done, failed } from './outcome.ts'
import type { Outcome } from './outcome.ts'

/** The only number in a text; undefined if there is none or several. */
export function readNumber(text: string): number | undefined {
  const found = text.replaceAll(/(?<=\d)[,\s](?=\d{3}\b)/g, '').match(/-?\d+(?:\.\d+)?/g) ?? []
  return found.length === 1 ? Number(found[0]) : undefined
}

/** Whether a control of numbers holds a number after it was set. */
export function holdsNumber({ ref }: ViewElement, wanted: number, tree: PageTree): Outcome {
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
