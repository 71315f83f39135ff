import type { ViewElement } from '../../../../browser/browser.ts'
import { CannotDo } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { call } from '../../page.ts'
import type { PageTree } from '../../page.ts'
import { listBox } from '../choices.ts'
import type { Widget } from '../choices.ts'
import { assertPicked, findCalendar, pickIn, todayOf } from './calendar.ts'
import type { Picked } from './calendar.ts'
import { findDate, isoDay, monthIn, nearTo, readDays, readTime, two } from './read-date.ts'
import type { Day } from './read-date.ts'

export const typedDate: Widget = {
  is: (element) => element.tag === 'input' && Object.hasOwn(FORMS, element.type ?? ''),
  async put(element, text, driver) {
    const value = FORMS[element.type!]!(text, await driver.tree(), element.min)
    if (value === undefined) throw new CannotDo(`${call(element)} takes a ${element.type}, not "${text}".`)
    await driver.act({ do: 'fill', ref: element.ref, value }, { type: 'set', target: call(element), value })
    const now = (await driver.tree()).get(element.ref)?.value
    if (now !== undefined && !now.startsWith(value)) throw notTaken(element, value, now)
  },
}

type Form = (text: string, tree: PageTree, min: string | undefined) => string | undefined

const FORMS: Record<string, Form> = {
  date: day,
  month: (text, tree, min) => {
    const month = monthIn(text, todayOf(tree).today)
    if (month) return `${month.year}-${two(month.month)}`
    return /^\d{4}-\d{2}$/.test(text) ? text : day(text, tree, min)?.slice(0, 7)
  },
  week: (text) => (/^\d{4}-W\d{2}$/.test(text) ? text : undefined),
  time: (text) => readTime(text),
  'datetime-local': (text, tree, min) => {
    const date = day(text, tree, min)
    return date && `${date}T${readTime(text) ?? '00:00'}`
  },
}

/** A date without its year is the next that the field takes. */
function day(text: string, tree: PageTree, min = ''): string | undefined {
  const [found] = readDays(text, todayOf(tree))
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(min) ?? []
  return found && isoDay(year ? nearTo(found, { year: Number(year), month: Number(month) }) : found)
}

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
    if ((picked as Picked | 'typed') !== 'typed') assertPicked(picked, said, element)
    await assertHolds(days, element, driver)
  },
}

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

async function assertHolds(days: readonly Day[], element: ViewElement, driver: Driver): Promise<void> {
  const valueIn = async (ms: number) => (await driver.pause(ms)).get(element.ref)?.value
  const now = (await valueIn(0)) || (await valueIn(250))
  const numbers = now?.match(/\d+/g)?.map(Number) ?? []
  if (now !== undefined && !days.some(({ day }) => numbers.includes(day)))
    throw notTaken(element, isoDay(days[0]!), now)
}

function notTaken(element: ViewElement, value: string, now: string): CannotDo {
  return new CannotDo(`${call(element)} did not take ${value}; it holds ${now === '' ? 'nothing' : now}.`)
}

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

export const dateButton: Widget = {
  is: (_element, tree, text) => {
    const calends = todayOf(tree)
    return (
      findDate(text, calends) !== undefined ||
      (findCalendar(tree) !== undefined && readDays(text, calends).length > 0)
    )
  },
  async put(element, said, driver) {
    const days = readDays(said, todayOf(await driver.tree()))
    let picked: Picked = 'missing'
    await driver.together({ type: 'choose', target: call(element), value: said }, async () => {
      picked = await pickIn(element, days, driver)
    })
    if ((picked as Picked) === 'closed') await listBox.put(element, said, driver)
    else assertPicked(picked, said, element)
  },
}
