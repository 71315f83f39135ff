import type { Field } from './field.ts'
import { LOOKS } from './looks.ts'
import type { PageView } from './page-view.ts'

/** Whether a place can be the value of a field at all, whatever speaks for it. */
export function suits(view: PageView, row: number, field: Field): boolean {
  const { text, bare, isAddress } = view.places[row]!
  if (!view.isValue[row]) return false
  if (isAddress && !wantsAddress(field)) return false
  if (wantsAddress(field) && !isAddress && !looks(view, row, 'url')) return false
  if ((field.type === 'number' || field.type === 'integer') && !/\p{N}/u.test(text)) return false
  if (field.format === 'email' && !looks(view, row, 'email')) return false
  if (isDay(field.format) && !DAYLIKE.some((name) => looks(view, row, name))) return false
  return field.enum ? hasOption(field.enum, bare ?? text) : true
}

/** Whether a field asks for an address of the web, and not for a text. */
export function wantsAddress({ format }: Field): boolean {
  return format !== undefined && ADDRESS_FORMATS.has(format)
}

const ADDRESS_FORMATS: ReadonlySet<string> = new Set(['uri', 'url', 'uri-reference', 'iri'])
const DAYLIKE = ['date', 'year']

function isDay(format: string | undefined): boolean {
  return format === 'date' || format === 'date-time'
}

function looks({ looks: all }: PageView, row: number, name: string): boolean {
  return all[row]![INDEX[name]!]! > 0
}

const INDEX: Readonly<Record<string, number>> = Object.fromEntries(LOOKS.map(({ name }, at) => [name, at]))

/** Whether one of the allowed values is said in a text that says little else. */
function hasOption(options: readonly unknown[], text: string): boolean {
  const said = ` ${plain(text.slice(0, 100))} `
  return plainOptions(options).some((wanted) => said.includes(wanted))
}

/** The first of them, each with a space before and after it. The same are asked for with every text of a page. */
function plainOptions(options: readonly unknown[]): readonly string[] {
  let known = plained.get(options)
  if (!known) {
    known = options
      .slice(0, 200)
      .map((option) => ` ${plain(String(option))} `)
      .filter((wanted) => wanted.trim() !== '')
    plained.set(options, known)
  }
  return known
}

const plained = new WeakMap<readonly unknown[], readonly string[]>()

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
