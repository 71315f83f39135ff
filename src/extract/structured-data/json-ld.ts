import { isText } from 'domhandler'
import type { Element } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import { decodeEntities, plainName } from './item.ts'
import type { Effort, Item, ItemValue } from './item.ts'
import { parseLenientJson } from './repair-json.ts'

/** The items of all JSON-LD of a page. What one script names by its `@id` another may describe. */
export function jsonLdItems({ landmarks }: ReadablePage, effort: Effort): Item[] {
  const scripts = landmarks.filter(isJsonLd)
  const written = scripts.map((element) => ({ element, value: parseLenientJson(sourceOf(element)) }))
  const described = new Map<string, Node>()
  for (const { value } of written) collectDescribed(value, { described, effort, depth: 0 })
  return written.flatMap(({ element, value }) => {
    const reading: Reading = { described, effort, element, within: [] }
    return outermost(value).flatMap((node) => itemOf(node, reading) ?? [])
  })
}

function isJsonLd({ name, attribs }: Element): boolean {
  return name === 'script' && /^\s*application\/ld\+json\b/i.test(attribs['type'] ?? '')
}

function sourceOf(script: Element): string {
  const source = script.children.map((child) => (isText(child) ? child.data : '')).join('')
  return source.length <= MAX_SCRIPT_CHARS ? source : ''
}

const MAX_SCRIPT_CHARS = 20_000_000
/** No honest description is nested deeper. */
const MAX_DEPTH = 40

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Collecting {
  described: Map<string, Node>
  effort: Effort
  depth: number
}

/** Everything that has an `@id` and says more than it; of several descriptions the fullest. */
function collectDescribed(value: unknown, { described, effort, depth }: Collecting): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || effort.steps-- <= 0) return
  const deeper = { described, effort, depth: depth + 1 }
  if (Array.isArray(value)) {
    for (const member of value as unknown[]) collectDescribed(member, deeper)
    return
  }
  const node = value as Node
  const id = node['@id']
  if (typeof id === 'string' && !isReference(node)) {
    const known = described.get(id)
    if (known === undefined || Object.keys(known).length < Object.keys(node).length) described.set(id, node)
  }
  for (const name in node) collectDescribed(node[name], deeper)
}

/** Whether an object only says what it is about, at most with the type of it. */
function isReference(node: Node): boolean {
  return typeof node['@id'] === 'string' && Object.keys(node).every((key) => key === '@id' || key === '@type')
}

/** The nodes that stand by themselves: of a list, of a graph, and what a graph hangs on if it says something. */
function outermost(value: unknown, depth = 0): Node[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return (value as unknown[]).flatMap((member) => outermost(member, depth + 1))
  if (!isNode(value)) return []
  const graph = value['@graph']
  if (graph === undefined) return [value]
  const own = Object.keys(value).some((key) => !key.startsWith('@')) ? [value] : []
  return [...own, ...outermost(graph, depth + 1)]
}

interface Reading {
  described: ReadonlyMap<string, Node>
  effort: Effort
  element: Element
  /** The nodes that the value stands within; one of them again would never end. */
  within: readonly Node[]
}

function itemOf(node: Node, reading: Reading): Item | undefined {
  const { described, effort, element } = reading
  const id = node['@id']
  const full = isReference(node) ? (described.get(id as string) ?? node) : node
  if (reading.within.includes(full) || reading.within.length > MAX_DEPTH || effort.items-- <= 0)
    return undefined
  const deeper = { ...reading, within: [...reading.within, full] }
  const properties = new Map<string, readonly ItemValue[]>()
  for (const name in full) {
    if ((name.startsWith('@') && name !== '@id') || effort.values <= 0) continue
    const values = valuesOf(full[name], deeper)
    const plain = plainName(name)
    if (values.length > 0) properties.set(plain, [...(properties.get(plain) ?? []), ...values])
  }
  const types = typesOf(full['@type'] ?? node['@type'])
  return types.length === 0 && properties.size === 0
    ? undefined
    : { types, properties, element, source: 'json-ld' }
}

function typesOf(written: unknown): string[] {
  const names = Array.isArray(written) ? (written as unknown[]).slice(0, 20) : [written]
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [plainName(name)] : []))
}

function valuesOf(value: unknown, reading: Reading): ItemValue[] {
  const { effort, described } = reading
  if (value === null || value === undefined || effort.values <= 0) return []
  if (Array.isArray(value)) {
    const members = (value as unknown[]).slice(0, effort.values)
    return members.flatMap((member) => (Array.isArray(member) ? [] : valuesOf(member, reading)))
  }
  effort.values--
  if (typeof value === 'string') return value.trim() === '' ? [] : [decodeEntities(value).trim()]
  if (typeof value === 'number' || typeof value === 'boolean') return [value]
  if (!isNode(value)) return []
  for (const wrapper of ['@value', '@list', '@set']) {
    if (wrapper in value) return isNode(value[wrapper]) ? [] : valuesOf(value[wrapper], reading)
  }
  // An address of something that the page does not describe is all there is to say about it.
  if (isReference(value) && value['@type'] === undefined && !described.has(value['@id'] as string)) {
    return [value['@id'] as string]
  }
  const item = itemOf(value, reading)
  return item === undefined ? [] : [item]
}
