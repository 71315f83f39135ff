import { isTag, isText } from 'domhandler'
import type { ParentNode } from 'domhandler'
import type { ReadablePage } from '../page.ts'

export type JsonObject = Record<string, unknown>

/** JSON that a page carries for its own scripts, in script elements and in attributes, as far as it may be about prices. */
export function embeddedJson({ root, landmarks }: ReadablePage): unknown[] {
  let left = MAX_CHARS
  const values: unknown[] = []
  const read = (text: string): void => {
    if (text.length > left || values.length >= MAX_VALUES || !/price/i.test(text.slice(0, MAX_LOOKED))) return
    left -= text.length
    try {
      values.push(JSON.parse(text) as unknown)
    } catch {
      // Not JSON after all.
    }
  }
  for (const { name, attribs, children } of landmarks) {
    if (name === 'script' && DATA_TYPES.test(attribs['type'] ?? ''))
      read(children.map((child) => (isText(child) ? child.data : '')).join(''))
  }
  readAttributes(root, read)
  return values
}

const MAX_CHARS = 6_000_000
const MAX_VALUES = 100
const MAX_LOOKED = 500_000
const DATA_TYPES = /^\s*(?:application\/json|text\/x-magento-init|text\/json)/i

function readAttributes(parent: ParentNode, read: (text: string) => void): void {
  for (const child of parent.children) {
    if (!isTag(child)) continue
    for (const value of Object.values(child.attribs))
      if (value.length > 40 && (value[0] === '[' || value[0] === '{')) read(value)
    readAttributes(child, read)
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of objects, and the object that it belongs to. */
export interface ObjectList {
  list: JsonObject[]
  holder: JsonObject
}

/** Every list of objects within a value; one that is kept by what is chosen is made a list. */
export function objectLists(value: unknown): ObjectList[] {
  const found: ObjectList[] = []
  let left = MAX_NODES
  const look = (node: unknown, holder: JsonObject, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH || left-- <= 0) return
    if (isObject(node)) {
      if (isObject(node['attributes']) && isObject(node['optionPrices']))
        found.push({ list: configured(node, node['attributes'], node['optionPrices']), holder: {} })
      for (const name in node) look(node[name], node, depth + 1)
      return
    }
    const members = node as unknown[]
    if (members.length > 0 && members.length <= MAX_LIST && members.every(isObject))
      found.push({ list: members, holder })
    for (const member of members) look(member, holder, depth + 1)
  }
  look(value, {}, 0)
  return found
}

const MAX_NODES = 300_000
const MAX_DEPTH = 30
const MAX_LIST = 1000
const MAX_CHOICES = 20_000

/** Magento lists the products of each option of each attribute, and keeps prices and pictures by product. */
function configured(config: JsonObject, attributes: JsonObject, prices: JsonObject): JsonObject[] {
  const chosen = new Map<string, JsonObject>()
  let left = MAX_CHOICES
  for (const attribute of Object.values(attributes).filter(isObject)) {
    for (const option of objectsIn(attribute['options'])) {
      for (const id of Array.isArray(option['products']) ? (option['products'] as unknown[]) : []) {
        if (left-- <= 0) break
        const name = String(attribute['label'] ?? attribute['code'])
        chosen.set(String(id), { ...chosen.get(String(id)), [name]: option['label'] })
      }
    }
  }
  const skus = config['sku'] ?? config['skus']
  return [...chosen].slice(0, MAX_LIST).map(([id, options]) => ({
    id,
    options,
    sku: isObject(skus) ? skus[id] : undefined,
    images: isObject(config['images']) ? config['images'][id] : undefined,
    ...(isObject(prices[id]) && prices[id]),
  }))
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : []
}
