import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { compact } from '../match/words.ts'
import { call, shorten, showValue } from '../say/call.ts'
import { suggestionsFor } from './list-box.ts'
import { toNumber } from './numbers.ts'
import { done, failed } from './widget.ts'
import type { Widget } from './widget.ts'

/** A field that is typed into. A suggestion that is exactly the value is taken. */
export const textField: Widget = {
  is: ({ editable, readonly }) => editable && !readonly,
  async put(element, value, driver) {
    const shown = showValue(element, value)
    const before = await driver.tree()
    await driver.together({ type: 'fill', target: call(element), value: shown }, async () => {
      await driver.do({ do: 'fill', ref: element.ref, value })
      if (await lacks(element, value, driver)) {
        await driver.do({ do: 'click', ref: element.ref })
        await driver.do({ do: 'press', key: 'Control+a' })
        await driver.do({ do: 'type', text: value })
      }
      const isSuggesting =
        element.role === 'combobox' || /autocomplete|typeahead|suggest/i.test(element.hints)
      const suggested =
        value === '' ? [] : await suggestionsFor(element, before, driver, isSuggesting ? WAITS : [0])
      const exact = suggested.find(({ text, name }) => compact(text || name) === compact(value))
      if (exact) await driver.do({ do: 'click', ref: exact.ref })
    })
    const instead = await lacks(element, value, driver)
    return instead === undefined
      ? done()
      : failed(
          `${call(element)} did not take "${shown}"; it holds "${shorten(showValue(element, instead), 80)}".`,
        )
  },
}

const WAITS = [0, 150, 300]
/** The end of a longer text is left out when the page is looked at. */
const LONGEST = 5000

/** What a field holds instead of a value; undefined if it has the value or does not show what it has. */
async function lacks({ ref }: ViewElement, value: string, driver: Driver): Promise<string | undefined> {
  const now = (await driver.tree()).get(ref)
  if (now?.value === undefined || now.type === 'password' || now.value.length >= LONGEST) return undefined
  return isKept(value, now.value) ? undefined : now.value
}

/** Whether a field has what was put into it, in whatever way it writes it: `(555) 123-4567`, `1,234.50`. */
function isKept(put: string, now: string): boolean {
  const [wanted, there] = [compact(put), compact(now)]
  if (there === '') return wanted === '' && (put.trim() === '' || now !== '')
  return there.includes(wanted) || (isNumber(put) && isNumber(now) && toNumber(put) === toNumber(now))
}

function isNumber(text: string): boolean {
  return /^[-−]?\d[\d.,]*$/.test(text.trim())
}
