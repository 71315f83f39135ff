import { Parser } from 'htmlparser2'
import { tooLarge } from './converted.ts'

/** An element of an XML part. Names keep their prefix: producers of documents use the same ones. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
}

type XmlNode = XmlElement | string

/** Callbacks for streaming, for parts too large for a tree. */
export interface XmlHandler {
  onOpen?(name: string, attributes: Record<string, string>): void
  onText?(text: string): void
  onClose?(name: string): void
}

const MAX_DEPTH = 2000
const MAX_ELEMENTS = 5_000_000

/** Reads XML without a DTD: expands no entities, fetches nothing, and tolerates errors. */
export function readXml(text: string, handler: XmlHandler): void {
  let depth = 0
  let count = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH || ++count > MAX_ELEMENTS)
          throw tooLarge('The file nests its elements too deeply, or has too many elements.')
        handler.onOpen?.(name, attributes)
      },
      ontext: (data) => handler.onText?.(data),
      onclosetag(name) {
        depth--
        handler.onClose?.(name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}

/** The root element of an XML part; an empty element if there is none. `read` may transform the events. */
export function parseXml(text: string, read: typeof readXml = readXml): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [document]
  read(text, {
    onOpen(name, attributes) {
      const element = { name, attributes, children: [] }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    onText(data) {
      const siblings = open.at(-1)!.children
      if (typeof siblings.at(-1) === 'string') siblings[siblings.length - 1] += data
      else siblings.push(data)
    },
    onClose: () => void open.pop(),
  })
  return document.children.find((node) => typeof node !== 'string') ?? document
}

export function elementsOf(parent: XmlElement | undefined, name?: string): XmlElement[] {
  if (!parent) return []
  return parent.children.filter(
    (node): node is XmlElement => typeof node !== 'string' && (name === undefined || node.name === name),
  )
}

/** The first child element on each step of the path. */
export function elementAt(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let element = parent
  for (const name of path) {
    element = element?.children.find((node) => typeof node !== 'string' && node.name === name) as
      | XmlElement
      | undefined
  }
  return element
}

export function textOf(element: XmlElement | undefined): string {
  if (!element) return ''
  return element.children.map((node) => (typeof node === 'string' ? node : textOf(node))).join('')
}

/** A repetition count: an integer from 1 to `most`; 1 for an invalid value. */
export function countOf(value: string | undefined, most = Infinity): number {
  return Math.min(Math.max(Math.trunc(Number(value ?? 1)) || 1, 1), most)
}
