import { isTag, isText } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { ReadablePage } from '../page.ts'

export type JsonObject = Record<string, unknown>

/** JSON that a page carries for its own scripts, in script elements and in attributes, as far as it may be about prices. */
export function embeddedJson({ root, landmarks }: ReadablePage): unknown[] {
  let left = MAX_CHARS
  const values: unknown[] = []
  const read = (text: string): void => {
    if (
      text.length > left ||
      values.length >= MAX_VALUES ||
      !/price|preis|prix/i.test(text.slice(0, MAX_LOOKED))
    )
      return
    left -= text.length
    try {
      values.push(JSON.parse(text) as unknown)
    } catch {
      // Not JSON after all.
    }
  }
  for (const script of landmarks) {
    if (script.name === 'script' && DATA_TYPES.test(script.attribs['type'] ?? '')) read(sourceOf(script))
  }
  readAttributes(root, read)
  return values
}

const MAX_CHARS = 6_000_000
const MAX_VALUES = 100
const MAX_LOOKED = 500_000
const DATA_TYPES = /^\s*(?:application\/json|text\/x-magento-init|text\/json)/i

function sourceOf(script: Element): string {
  return script.children
    .map((child) => (isText(child) ? child.data : ''))
    .join('')
    .trim()
}

function readAttributes(parent: ParentNode, read: (text: string) => void): void {
  for (const child of parent.children) {
    if (!isTag(child)) continue
    for (const name in child.attribs) {
      const value = child.attribs[name]!
      if (value.length > 40 && (value[0] === '[' || value[0] === '{')) read(value)
    }
    readAttributes(child, read)
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every list of objects within a value, with the object that it stands in. */
export function objectLists(value: unknown): { list: JsonObject[]; holder: JsonObject }[] {
  const found: { list: JsonObject[]; holder: JsonObject }[] = []
  let left = MAX_NODES
  const look = (node: unknown, holder: JsonObject, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH || left-- <= 0) return
    if (Array.isArray(node)) {
      const members = node as unknown[]
      if (members.length > 0 && members.length <= MAX_LIST && members.every(isObject))
        found.push({ list: members, holder })
      for (const member of members) look(member, holder, depth + 1)
      return
    }
    for (const name in node) look((node as JsonObject)[name], node as JsonObject, depth + 1)
  }
  look(value, {}, 0)
  return found
}

/** Every object within a value that has all of these names. */
export function objectsWith(value: unknown, names: readonly string[]): JsonObject[] {
  const found: JsonObject[] = []
  let left = MAX_NODES
  const look = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH || left-- <= 0) return
    if (isObject(node) && names.every((name) => isObject(node[name]))) found.push(node)
    for (const inner of Object.values(node)) look(inner, depth + 1)
  }
  look(value, 0)
  return found
}

const MAX_NODES = 300_000
const MAX_DEPTH = 30
const MAX_LIST = 1000
