import { parseXml, readXml } from '../xml.ts'
import type { XmlElement, XmlHandler } from '../xml.ts'
import { hasUsualPrefixes, withUsualPrefixes } from './prefixes.ts'

/** Reads a part of an Office file as it comes. Names have the usual prefixes, whatever ones the part chose. */
export function readPart(text: string, handler: XmlHandler): void {
  readXml(text, hasUsualPrefixes(text) ? handler : withUsualPrefixes(handler))
}

/** The root element of a part of an Office file; an empty one when there is none. Its names have the usual prefixes. */
export function parsePart(text: string): XmlElement {
  return parseXml(text, readPart)
}
