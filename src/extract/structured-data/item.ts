import type { Element } from 'domhandler'
import { Parser } from 'htmlparser2'
import { memoizePerText } from '../../language/memoize.ts'

export interface Item {
  /** What it is, without the address of schema.org before it. */
  types: string[]
  /** Names as schema.org has them; `@id` is the address by which the page names the item. */
  properties: ReadonlyMap<string, readonly ItemValue[]>
  element: Element | undefined
  source: 'json-ld' | 'microdata' | 'rdfa'
}

export type ItemValue = string | number | boolean | Item

/** What is left of the work that one page may cause: a page can be written so that its items grow without end. */
export class WorkBudget {
  items = 50_000
  values = 250_000
  steps = 4_000_000
}

/** `https://schema.org/Product`, `schema:Product` and `Product` are the same. */
export function plainName(name: string): string {
  const trimmed = name.trim().slice(0, MAX_NAME_CHARS)
  return trimmed.replace(VOCABULARY, '')
}

const MAX_NAME_CHARS = 300
const VOCABULARY = /^(?:(?:https?:)?\/\/(?:www\.)?(?:schema\.org|data-vocabulary\.org)\/?#?|schema:)/i

export function textsOf(item: Item | undefined, ...names: readonly string[]): string[] {
  return names.flatMap((name) =>
    (item?.properties.get(name) ?? []).flatMap((value) => (typeof value === 'object' ? [] : [String(value)])),
  )
}

/** The first text of a property, or the name of the item that it is. */
export function nameOf(item: Item | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const value of item?.properties.get(name) ?? []) {
      const text = typeof value === 'object' ? textsOf(value, 'name', 'value')[0] : String(value)
      if (text !== undefined && text.trim() !== '') return plainText(text)
    }
  }
  return undefined
}

export function itemsIn(item: Item | undefined, ...names: readonly string[]): Item[] {
  return names.flatMap((name) =>
    (item?.properties.get(name) ?? []).flatMap((value) => (typeof value === 'object' ? [value] : [])),
  )
}

export function isOfType(item: Item, types: ReadonlySet<string>): boolean {
  return item.types.some((type) => types.has(type))
}

/** A text in which somebody wrote markup, as a reader would see it. */
export function plainText(text: string): string {
  const bounded = text.slice(0, MAX_TEXT_CHARS)
  const bare = decodeEntities(bounded.includes('<') ? withoutTags(bounded) : bounded)
  return bare.replace(/\s+/g, ' ').trim()
}

const MAX_TEXT_CHARS = 100_000

/** What is between angle brackets is a tag when it begins like one and ends; anything else is a sign of the text. */
function withoutTags(text: string): string {
  let plain = ''
  let at = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    const close = /[a-zA-Z/!]/.test(text[open + 1] ?? '') ? text.indexOf('>', open) : -1
    plain += `${text.slice(at, open)}${close < 0 ? '<' : ' '}`
    at = close < 0 ? open + 1 : close + 1
    if (close < 0 && text.indexOf('>', open) < 0) break
  }
  return plain + text.slice(at)
}

/** A text with the characters that its entities stand for. Pages write them where nobody decodes them. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, decoded) : text
}

const ENTITY = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g

/** Pages use few different entities. */
const decoded = memoizePerText((entity) => {
  let text = ''
  const parser = new Parser({ ontext: (piece) => (text += piece) }, { decodeEntities: true })
  parser.end(entity)
  return text
}, 500)
