import type { ViewElement } from '../../../../browser/browser.ts'
import { CommandError } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { describeElement } from '../../page-tree.ts'
import type { PageTree } from '../../page-tree.ts'
import { listBox } from '../choices.ts'
import type { Widget } from '../choices.ts'
import { assertPicked, findCalendar, pickInCalendar, dateContextOf } from './calendar.ts'
import type { PickOutcome } from './calendar.ts'
import { findDate, isoDay, monthIn, resolveDay, readDays, readTime, twoDigits } from './read-date.ts'
import type { Day } from './read-date.ts'

export const typedDate: Widget = {
  accepts: (element) => element.tag === 'input' && Object.hasOwn(INPUT_FORMATS, element.type ?? ''),
  async enter(element, text, driver) {
    const value = INPUT_FORMATS[element.type!]!(text, await driver.tree(), element.min)
    if (value === undefined)
      throw new CommandError(`${describeElement(element)} takes a ${element.type}, not "${text}".`)
    await driver.act(
      { do: 'fill', ref: element.ref, value },
      { type: 'set', target: describeElement(element), value },
    )
    const now = (await driver.tree()).get(element.ref)?.value
    if (now !== undefined && !now.startsWith(value)) throw valueError(element, value, now)
  },
}

type InputFormat = (text: string, tree: PageTree, min: string | undefined) => string | undefined

const INPUT_FORMATS: Record<string, InputFormat> = {
  date: day,
  month: (text, tree, min) => {
    const month = monthIn(text, dateContextOf(tree).today)
    if (month) return `${month.year}-${twoDigits(month.month)}`
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
  const [found] = readDays(text, dateContextOf(tree))
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(min) ?? []
  return found && isoDay(year ? resolveDay(found, { year: Number(year), month: Number(month) }) : found)
}

/** A text field for a date: its calendar is used where one opens, else the date is typed in the form the field shows. */
export const dateField: Widget = {
  accepts: (element, tree, value) =>
    element.tag === 'input' &&
    (element.readonly || looksLikeDate(element)) &&
    readDays(value, dateContextOf(tree)).length > 0,
  async enter(element, said, driver) {
    const days = readDays(said, dateContextOf(await driver.tree()))
    let picked: PickOutcome | 'typed' = 'missing'
    await driver.performAll({ type: 'choose', target: describeElement(element), value: said }, async () => {
      picked = await pick(element, days, driver)
      if (picked === 'picked' || picked === 'off' || element.readonly) return
      const value = days.map((day) => formatDay(day, element)).join(' – ')
      await driver.do({ do: 'fill', ref: element.ref, value })
      picked = 'typed'
    })
    if ((picked as PickOutcome | 'typed') !== 'typed') assertPicked(picked, said, element)
    await assertValue(days, element, driver)
  },
}

async function pick(element: ViewElement, days: readonly Day[], driver: Driver): Promise<PickOutcome> {
  const picked = await pickInCalendar(element, days, driver)
  if (picked !== 'closed') return picked
  const tree = await driver.tree()
  const parent = tree.parent(element)
  const [only, ...others] = (parent ? tree.descendants(parent) : []).filter(
    (one) =>
      one.clickable &&
      !one.editable &&
      /date|calend|pick|📅|🗓/iu.test(`${one.name} ${one.text} ${one.hints}`),
  )
  return only && others.length === 0 ? pickInCalendar(only, days, driver) : 'closed'
}

async function assertValue(days: readonly Day[], element: ViewElement, driver: Driver): Promise<void> {
  const valueIn = async (ms: number) => (await driver.pause(ms)).get(element.ref)?.value
  const now = (await valueIn(0)) || (await valueIn(250))
  const numbers = now?.match(/\d+/g)?.map(Number) ?? []
  if (now !== undefined && !days.some(({ day }) => numbers.includes(day)))
    throw valueError(element, isoDay(days[0]!), now)
}

function valueError(element: ViewElement, value: string, now: string): CommandError {
  return new CommandError(
    `${describeElement(element)} did not take ${value}; it holds ${now === '' ? 'nothing' : now}.`,
  )
}

function formatDay(day: Day, { placeholder, name, title, hints }: ViewElement): string {
  for (const text of [placeholder, name, title, hints]) {
    const form = /\b(?:dd?|mm?|yy(?:yy)?)([-/. ]+)(?:dd?|mm?)\1(?:dd?|yy(?:yy)?)\b/i.exec(text ?? '')?.[0]
    if (form !== undefined) return form.replace(/d+|m+|y+/gi, (part) => partOf(day, part.toLowerCase()))
  }
  return isoDay(day)
}

function partOf({ year, month, day }: Day, part: string): string {
  if (part.startsWith('y')) return part.length === 2 ? twoDigits(year % 100) : String(year)
  const number = part.startsWith('m') ? month : day
  return part.length === 1 ? String(number) : twoDigits(number)
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
  accepts: (_element, tree, text) => {
    const context = dateContextOf(tree)
    return (
      findDate(text, context) !== undefined ||
      (findCalendar(tree) !== undefined && readDays(text, context).length > 0)
    )
  },
  async enter(element, said, driver) {
    const days = readDays(said, dateContextOf(await driver.tree()))
    let picked: PickOutcome = 'missing'
    await driver.performAll({ type: 'choose', target: describeElement(element), value: said }, async () => {
      picked = await pickInCalendar(element, days, driver)
    })
    if ((picked as PickOutcome) === 'closed') await listBox.enter(element, said, driver)
    else assertPicked(picked, said, element)
  },
}
