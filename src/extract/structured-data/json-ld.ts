import { isText } from 'domhandler'
import type { Element } from 'domhandler'
import { tryParseJson } from '../../language/try-parse-json.ts'
import type { ReadablePage } from '../page.ts'
import { isObject } from '../schema/json-schema.ts'
import { decodeEntities, plainName } from './item.ts'
import type { WorkBudget, Item, ItemValue } from './item.ts'

export function jsonLdItems({ landmarks }: ReadablePage, budget: WorkBudget): Item[] {
  const scripts = landmarks.filter(isJsonLd)
  const written = scripts.map((element) => ({ element, value: parseLenientJson(sourceOf(element)) }))
  const described = describedIn(
    written.map(({ value }) => value),
    budget,
  )
  return written.flatMap(({ element, value }) => {
    const context: JsonLdContext = { described, budget, element, ancestors: [] }
    return outermost(value).flatMap((node) => itemOf(node, context) ?? [])
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

/** Everything that has an `@id` and says more than it; of several descriptions the fullest. */
function describedIn(values: readonly unknown[], budget: WorkBudget): Map<string, Node> {
  const described = new Map<string, Node>()
  const collect = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || budget.steps-- <= 0) return
    const id = isObject(value) ? value['@id'] : undefined
    if (isObject(value) && typeof id === 'string' && !isReference(value)) {
      const known = described.get(id)
      if (!known || Object.keys(known).length < Object.keys(value).length) described.set(id, value)
    }
    for (const inner of Object.values(value)) collect(inner, depth + 1)
  }
  for (const value of values) collect(value, 0)
  return described
}

function isReference(node: Node): boolean {
  return typeof node['@id'] === 'string' && Object.keys(node).every((key) => key === '@id' || key === '@type')
}

function outermost(value: unknown, depth = 0): Node[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return (value as unknown[]).flatMap((member) => outermost(member, depth + 1))
  if (!isObject(value)) return []
  const graph = value['@graph']
  if (graph === undefined) return [value]
  const own = Object.keys(value).some((key) => !key.startsWith('@')) ? [value] : []
  return [...own, ...outermost(graph, depth + 1)]
}

interface JsonLdContext {
  described: ReadonlyMap<string, Node>
  budget: WorkBudget
  element: Element
  /** The nodes that the value stands within; one of them again would never end. */
  ancestors: readonly Node[]
}

function itemOf(node: Node, context: JsonLdContext): Item | undefined {
  const { described, budget, element } = context
  const id = node['@id']
  const full = isReference(node) ? (described.get(id as string) ?? node) : node
  if (context.ancestors.includes(full) || context.ancestors.length > MAX_DEPTH || budget.items-- <= 0)
    return undefined
  const deeper = { ...context, within: [...context.ancestors, full] }
  const properties = new Map<string, readonly ItemValue[]>()
  for (const name in full) {
    if ((name.startsWith('@') && name !== '@id') || budget.values <= 0) continue
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

function valuesOf(value: unknown, context: JsonLdContext): ItemValue[] {
  const { budget, described } = context
  if (value === null || value === undefined || budget.values <= 0) return []
  if (Array.isArray(value)) {
    const members = (value as unknown[]).slice(0, budget.values)
    return members.flatMap((member) => (Array.isArray(member) ? [] : valuesOf(member, context)))
  }
  budget.values--
  if (typeof value === 'string') return value.trim() === '' ? [] : [decodeEntities(value).trim()]
  if (typeof value === 'number' || typeof value === 'boolean') return [value]
  if (!isObject(value)) return []
  for (const wrapper of ['@value', '@list', '@set']) {
    if (wrapper in value) return isObject(value[wrapper]) ? [] : valuesOf(value[wrapper], context)
  }
  // An address of something that the page does not describe is all there is to say about it.
  if (isReference(value) && value['@type'] === undefined && !described.has(value['@id'] as string)) {
    return [value['@id'] as string]
  }
  const item = itemOf(value, context)
  return item === undefined ? [] : [item]
}

/**
 * The value of JSON as pages write it: with comments, commas too many, line breaks within strings, wrapped in comments
 * of HTML or CDATA, or several values one after another. Only what cannot be meant otherwise is repaired; undefined
 * when it stays broken.
 */
function parseLenientJson(source: string): unknown {
  const text = withoutWrapping(source)
  return (
    tryParseJson(text) ??
    tryParseJson(text.length > MAX_REPAIRED_CHARS ? '' : repaired(text)) ??
    (isEncoded(text) && text.length <= MAX_REPAIRED_CHARS
      ? tryParseJson(repaired(decodeEntities(text)))
      : undefined)
  )
}

/** Going through a text sign by sign takes longer than reading it. */
const MAX_REPAIRED_CHARS = 5_000_000

/** The quotes themselves are written as entities. */
function isEncoded(text: string): boolean {
  return /^[\s[{]*&(?:quot|#34|#x22);/.test(text.slice(0, 200))
}

function withoutWrapping(source: string): string {
  let text = source.trim()
  if (text.startsWith('\ufeff')) text = text.slice(1).trim()
  const head = OPENING.exec(text.slice(0, 200))?.[0] ?? ''
  if (head === '' && !text.endsWith(';') && !text.endsWith('>')) return text
  const tail = CLOSING.exec(text.slice(-60))?.[0] ?? ''
  return text.slice(head.length, text.length - tail.length).trim()
}

const OPENING = /^(?:\s*(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[|<!CDATA\[\[)(?:\s*\*\/)?)+/
const CLOSING = /(?:\s|\/\/|\/\*|\*\/|-->|\]\]>|;)+$/

/** One pass that copies what is JSON, and leaves out or escapes what is not. Empty for what does not end. */
function repaired(text: string): string {
  const pieces: string[] = []
  let [depth, values] = [0, 0]
  /** Where a comma stands in `pieces` that has had nothing after it yet. */
  let comma = -1
  for (let at = 0, end: number; at < text.length; at = end) {
    const first = text[at]!
    const isString = first === '"'
    TOKEN.lastIndex = at
    end = isString ? endOfString(text, at) : at + TOKEN.exec(text)![0].length
    // What never ends cannot be repaired.
    if (end < 0 || (text.startsWith('/*', at) && end === at + 1)) return ''
    const token = text.slice(at, end)
    if (IGNORED.test(token) || (first === ';' && depth === 0)) {
      pieces.push(' ')
      continue
    }
    if (first === '}' || first === ']') {
      if (comma >= 0) pieces[comma] = ''
      depth--
    } else if (depth === 0 && first !== ',' && values++ > 0) {
      pieces.push(',')
    }
    if (first === '{' || first === '[') depth++
    if (first === ',' && (depth === 0 || comma >= 0)) continue
    comma = first === ',' ? pieces.length : -1
    pieces.push(isString ? repairedString(token) : token)
  }
  return values > 1 ? `[${pieces.join('')}]` : pieces.join('')
}

const SPACES = String.raw`[\u0000-\u0020\u00a0\ufeff]+`
const COMMENT = String.raw`\/\/[^\n]*\n?|\/\*[^]*?\*\/`
/** Anything but a string, which may be too long for an expression. */
const TOKEN = new RegExp(`${SPACES}|${COMMENT}|[^\\u0000-\\u0020\\u00a0\\ufeff{}[\\],;:"/]+|[^]`, 'y')
const IGNORED = new RegExp(`^(?:${SPACES}|${COMMENT})$`)

function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === '"') return end + 1
  }
  return -1
}

function repairedString(token: string): string {
  return (
    token
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      .replace(/[\u0000-\u001f]/g, (control) => CONTROLS[control] ?? ' ')
      .replace(/\\(?:u[0-9a-fA-F]{4}|[^])/g, (escape) => (ESCAPE.test(escape) ? escape : escape.slice(1)))
  )
}

const CONTROLS: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const ESCAPE = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])$/
