import { decodeEntities } from './entities.ts'
import type { Item } from './item.ts'

/** The texts and numbers of a property, as texts. */
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

/** The items that a property consists of. */
export function itemsIn(item: Item | undefined, ...names: readonly string[]): Item[] {
  return names.flatMap((name) =>
    (item?.properties.get(name) ?? []).flatMap((value) => (typeof value === 'object' ? [value] : [])),
  )
}

/** Whether an item is of one of these types. */
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
