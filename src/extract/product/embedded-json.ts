import { isTag, isText } from 'domhandler'
import type { ParentNode } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import { isObject } from '../schema/json-schema.ts'

export type JsonObject = Record<string, unknown>

/** A list of objects, and the object that it belongs to. */
export interface ObjectList {
  list: JsonObject[]
  holder: JsonObject
}

/** The lists of objects in the JSON that a page carries for its own scripts, in script elements and in attributes. */
export function embeddedLists({ root, landmarks }: ReadablePage): ObjectList[] {
  let left = MAX_CHARS
  const lists: ObjectList[] = []
  const read = (text: string): void => {
    if (text.length > left || !/price/i.test(text.slice(0, MAX_LOOKED))) return
    left -= text.length
    try {
      lists.push(...listsIn(JSON.parse(text)))
    } catch {
      // Not JSON after all.
    }
  }
  for (const { name, attribs, children } of landmarks) {
    if (name === 'script' && DATA_TYPES.test(attribs['type'] ?? ''))
      read(children.map((child) => (isText(child) ? child.data : '')).join(''))
  }
  readAttributes(root, read)
  return lists
}

const MAX_CHARS = 6_000_000
const MAX_LOOKED = 500_000
const DATA_TYPES = /^\s*(?:application\/json|text\/x-magento-init|text\/json)/i

function readAttributes(parent: ParentNode, read: (text: string) => void): void {
  for (const child of parent.children) {
    if (!isTag(child)) continue
    for (const value of Object.values(child.attribs))
      if (value.length > 40 && /^[[{]/.test(value)) read(value)
    readAttributes(child, read)
  }
}

/** Every list of objects within a value; one that is kept by what is chosen is made a list. */
function listsIn(value: unknown): ObjectList[] {
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

/** Magento lists the products of each option of each attribute, and keeps prices and pictures by product. */
function configured(config: JsonObject, attributes: JsonObject, prices: JsonObject): JsonObject[] {
  const chosen = new Map<string, JsonObject>()
  for (const attribute of Object.values(attributes).filter(isObject)) {
    for (const option of listed(attribute['options']).filter(isObject)) {
      for (const id of listed(option['products']).map(String)) {
        if (!chosen.has(id) && chosen.size >= MAX_LIST) break
        chosen.set(id, {
          ...chosen.get(id),
          [String(attribute['label'] ?? attribute['code'])]: option['label'],
        })
      }
    }
  }
  const of = (name: string, id: string): unknown => (isObject(config[name]) ? config[name][id] : undefined)
  return [...chosen].map(([id, options]) => ({
    id,
    options,
    sku: of('sku', id),
    images: of('images', id),
    ...(isObject(prices[id]) && prices[id]),
  }))
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
