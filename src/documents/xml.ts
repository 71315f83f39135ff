import { Parser } from 'htmlparser2'
import { tooLarge } from './converted.ts'

/** An element of an XML part. Names are as written, with their prefix: the producers of documents agree on them. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
}

type XmlNode = XmlElement | string

/** What is told of an XML part while it is read, for parts too large to be held as a tree. */
export interface XmlHandler {
  onOpen?(name: string, attributes: Record<string, string>): void
  onText?(text: string): void
  onClose?(name: string): void
}

const MAX_DEPTH = 2000
const MAX_ELEMENTS = 5_000_000

/** Reads XML without a DTD: no entities are expanded, nothing is fetched, and broken markup is read as it makes sense. */
export function readXml(text: string, handler: XmlHandler): void {
  let depth = 0
  let count = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH || ++count > MAX_ELEMENTS)
          throw tooLarge('The file nests too deeply, or has too many elements, to be read.')
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

/** The root element of an XML part; an empty one when there is none. `read` may change what is told of the part. */
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

/** How often something is said to be there: a whole number from 1 to the most; 1 when what is said is no number. */
export function countOf(value: string | undefined, most = Infinity): number {
  return Math.min(Math.max(Math.trunc(Number(value ?? 1)) || 1, 1), most)
}
