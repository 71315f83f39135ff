import type { ViewElement } from '../../../../browser/browser.ts'
import type { Driver } from '../../driver.ts'
import { call } from '../../say/call.ts'
import { done, failed } from '../widget.ts'
import type { Widget } from '../widget.ts'
import type { Day } from './day.ts'
import { isoDay, two } from './day.ts'
import { outcomeOf, pickIn } from './pick-days.ts'
import type { Picked } from './pick-days.ts'
import { readDays } from './read-date.ts'
import { todayOf } from './today.ts'

/** A text field for a date: its calendar is used where one opens, else the date is typed in the form the field shows. */
export const dateField: Widget = {
  is: (element, tree, value) =>
    element.tag === 'input' &&
    (element.readonly || looksLikeDate(element)) &&
    readDays(value, todayOf(tree)).length > 0,
  async put(element, said, driver) {
    const days = readDays(said, todayOf(await driver.tree()))
    let picked: Picked | 'typed' = 'missing'
    await driver.together({ type: 'choose', target: call(element), value: said }, async () => {
      picked = await pick(element, days, driver)
      if (picked === 'picked' || picked === 'off' || element.readonly) return
      const value = days.map((day) => written(day, element)).join(' – ')
      await driver.do({ do: 'fill', ref: element.ref, value })
      picked = 'typed'
    })
    const end = picked as Picked | 'typed'
    if (end !== 'picked' && end !== 'typed') return outcomeOf(end, said, element)
    return holds(days, element, driver)
  },
}

/** Picks in the calendar that the field opens; if none opens, in that of the button beside it. */
async function pick(element: ViewElement, days: readonly Day[], driver: Driver): Promise<Picked> {
  const picked = await pickIn(element, days, driver)
  if (picked !== 'closed') return picked
  const tree = await driver.tree()
  const parent = tree.parent(element)
  const [only, ...others] = (parent ? tree.descendants(parent) : []).filter(
    (one) =>
      one.clickable &&
      !one.editable &&
      /date|calend|pick|📅|🗓/iu.test(`${one.name} ${one.text} ${one.hints}`),
  )
  return only && others.length === 0 ? pickIn(only, days, driver) : 'closed'
}

/** Makes sure that the field has the day; it may take it a moment later. */
async function holds(days: readonly Day[], element: ViewElement, driver: Driver) {
  const valueIn = async (ms: number) => (await driver.pause(ms)).get(element.ref)?.value
  const now = (await valueIn(0)) || (await valueIn(250))
  const numbers = now?.match(/\d+/g)?.map(Number) ?? []
  if (now === undefined || days.some(({ day }) => numbers.includes(day))) return done()
  return failed(
    `${call(element)} did not take ${isoDay(days[0]!)}; it holds ${now === '' ? 'nothing' : now}.`,
  )
}

/** A date in the form that the field asks for: `dd/mm/yyyy`. */
function written(day: Day, { placeholder, name, title, hints }: ViewElement): string {
  for (const text of [placeholder, name, title, hints]) {
    const form = /\b(?:dd?|mm?|yy(?:yy)?)([-/. ]+)(?:dd?|mm?)\1(?:dd?|yy(?:yy)?)\b/i.exec(text ?? '')?.[0]
    if (form !== undefined) return form.replace(/d+|m+|y+/gi, (part) => partOf(day, part.toLowerCase()))
  }
  return isoDay(day)
}

function partOf({ year, month, day }: Day, part: string): string {
  if (part.startsWith('y')) return part.length === 2 ? two(year % 100) : String(year)
  const number = part.startsWith('m') ? month : day
  return part.length === 1 ? String(number) : two(number)
}

/** When a card expires is a month, which no calendar has. */
const EXPIRES = /\bcc[ -]?exp|^\s*mm\s*\/\s*yy(?:yy)?\s*$/i

function looksLikeDate({ hints, name, placeholder = '' }: ViewElement): boolean {
  if (EXPIRES.test(hints) || EXPIRES.test(placeholder)) return false
  return (
    /date|calendar|\bday\b|check-?in|check-?out|arriv|depart|birth/i.test(
      `${hints} ${name} ${placeholder}`,
    ) || /\b(?:d{1,2}|y{4}|m{1,2})[-/. ]+[dm]{1,2}[-/. ]+[dy]{1,4}\b/i.test(placeholder)
  )
}
