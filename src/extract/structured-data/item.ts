import type { Element } from 'domhandler'

/** Something that a page describes for machines: a product, an offer, a place. */
export interface Item {
  /** What it is, without the address of schema.org before it. */
  types: string[]
  /** Names as schema.org has them; `@id` is the address by which the page names the item. */
  properties: ReadonlyMap<string, readonly ItemValue[]>
  /** Where it is described: the script, or the element that it is. */
  element: Element | undefined
  source: 'json-ld' | 'microdata' | 'rdfa'
}

export type ItemValue = string | number | boolean | Item

/** What is left of the work that one page may cause: a page can be written so that its items grow without end. */
export class Effort {
  items = 50_000
  values = 250_000
  /** Nodes looked at on the way, some of them more than once. */
  steps = 4_000_000
}

/** `https://schema.org/Product`, `schema:Product` and `Product` are the same. */
export function plainName(name: string): string {
  const trimmed = name.trim().slice(0, MAX_NAME_CHARS)
  return trimmed.replace(VOCABULARY, '')
}

const MAX_NAME_CHARS = 300
const VOCABULARY = /^(?:(?:https?:)?\/\/(?:www\.)?(?:schema\.org|data-vocabulary\.org)\/?#?|schema:)/i
