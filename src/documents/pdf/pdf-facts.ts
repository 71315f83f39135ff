import type { DocumentMetadata } from '../converted.ts'
import { parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { PdfPart } from './read-pdf.ts'

/** What a PDF says about itself: in its description as XML, and in the older dictionary, which most producers fill. */
export function pdfFacts(bytes: Uint8Array, { xmp, created, modified }: PdfPart['facts']): DocumentMetadata {
  const info = infoStrings(bytes)
  const described = xmp === undefined ? new Map<string, string>() : xmpStrings(xmp)
  const facts: Record<keyof DocumentMetadata, string | undefined> = {
    title: info.get('Title') ?? described.get('dc:title'),
    author: info.get('Author') ?? described.get('dc:creator'),
    description: info.get('Subject') ?? described.get('dc:description'),
    keywords: info.get('Keywords') ?? described.get('pdf:Keywords') ?? described.get('dc:subject'),
    language: info.get('Lang') ?? described.get('dc:language'),
    createdTime: isoTime(created) ?? isoTime(described.get('xmp:CreateDate')),
    modifiedTime: isoTime(modified) ?? isoTime(described.get('xmp:ModifyDate')),
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => {
      const text = fact
        ?.replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_LENGTH)
      return text ? [[name, text]] : []
    }),
  )
}

const MAX_LENGTH = 2000

/** The properties of an XMP packet by their names; several values of one are listed. */
function xmpStrings(xmp: string): Map<string, string> {
  const strings = new Map<string, string>()
  const look = (element: XmlElement, depth: number): void => {
    if (element.name === 'rdf:Description') {
      for (const [name, text] of Object.entries(element.attributes)) note(name, text)
    }
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (element.name === 'rdf:Description') note(child.name, valuesOf(child).join(', '))
      else if (depth < 5) look(child, depth + 1)
    }
  }
  const note = (name: string, text: string) => {
    if (text.trim() !== '' && !strings.has(name)) strings.set(name, text.trim())
  }
  look(parseXml(xmp), 0)
  return strings
}

function valuesOf(property: XmlElement): string[] {
  const items = property.children.flatMap((list) =>
    typeof list === 'string'
      ? []
      : list.children.flatMap((item) => (typeof item === 'string' ? [] : [textOf(item).trim()])),
  )
  return items.length > 0 ? items.slice(0, 50) : [textOf(property)]
}

/** A time of PDF, `D:20240131120000+01'00'`, or of XMP as ISO 8601. */
function isoTime(time: string | undefined): string | undefined {
  const parts =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(time ?? '')?.slice(1) ??
    []
  const [year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts
  const [sign, hours, minutes = '00'] = parts.slice(6)
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  const written = year === undefined ? time : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
  const date = new Date(written ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/**
 * The strings of the information dictionary of a PDF, and its language, where they stand in the open. What is packed
 * into streams of objects, or encrypted, is left alone: such files describe themselves in XML as well.
 */
export function infoStrings(bytes: Uint8Array): Map<string, string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.includes('/Encrypt ')) return new Map()
  const strings = stringsIn(objectAt(file, '/Info'), NAMES)
  const language = stringsIn(objectAt(file, '/Root'), ['Lang']).get('Lang')
  if (language) strings.set('Lang', language)
  return strings
}

const NAMES = ['Title', 'Author', 'Subject', 'Keywords']
/** Longer than any such dictionary. */
const MAX_OBJECT_BYTES = 16_384

/** The last object that a name refers to, as letters of one byte each; empty when it does not stand in the open. */
function objectAt(file: Buffer, name: string): string {
  const at = file.lastIndexOf(name)
  if (at < 0) return ''
  const written = file.toString('latin1', at + name.length, at + name.length + MAX_OBJECT_BYTES)
  if (/^\s*<</.test(written)) return cutAtEnd(written)
  const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(written)
  if (!reference) return ''
  const head = `${reference[1]} ${reference[2]} obj`
  let start = file.lastIndexOf(head)
  while (start > 0 && /\d/.test(String.fromCharCode(file[start - 1]!)))
    start = file.lastIndexOf(head, start - 1)
  return start < 0 ? '' : cutAtEnd(file.toString('latin1', start, start + MAX_OBJECT_BYTES))
}

function cutAtEnd(object: string): string {
  const end = object.search(/endobj|startxref/)
  return end < 0 ? object : object.slice(0, end)
}

function stringsIn(object: string, names: readonly string[]): Map<string, string> {
  const strings = new Map<string, string>()
  for (const name of names) {
    const at = new RegExp(`/${name}\\s*(?=[(<])`).exec(object)
    if (!at) continue
    const text = decoded(stringAt(object, at.index + at[0].length))
    if (text !== '') strings.set(name, text)
  }
  return strings
}

/** The bytes of the string that starts at a bracket. */
function stringAt(object: string, start: number): number[] {
  if (object[start] === '<') {
    const digits = object.slice(start + 1, object.indexOf('>', start)).replace(/[^\da-f]/gi, '')
    return (digits.match(/.{1,2}/g) ?? []).map((pair) => Number.parseInt(pair.padEnd(2, '0'), 16))
  }
  const bytes: number[] = []
  let depth = 0
  for (let at = start; at < object.length; at++) {
    const sign = object[at]!
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(object.slice(at + 1, at + 4))?.[0]
      if (octal) bytes.push(Number.parseInt(octal, 8) & 255)
      else if (!/[\r\n]/.test(object[at + 1] ?? '\n'))
        bytes.push((ESCAPED[object[at + 1]!] ?? object[at + 1]!).charCodeAt(0))
      at += octal?.length ?? 1
      continue
    }
    if (sign === '(' && depth++ === 0) continue
    if (sign === ')' && --depth === 0) break
    bytes.push(sign.charCodeAt(0))
  }
  return bytes
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function decoded(bytes: readonly number[]): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(Uint8Array.from(bytes))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(Uint8Array.from(bytes))
  if (first === 0xef && second === 0xbb) return new TextDecoder().decode(Uint8Array.from(bytes))
  return bytes.map((byte) => DOC_ENCODING.get(byte) ?? String.fromCharCode(byte)).join('')
}

/** Where the letters of PDF strings differ from Latin-1. */
const DOC_ENCODING: ReadonlyMap<number, string> = new Map(
  [...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map(
    (letter, index) => [0x80 + index, letter.normalize('NFKC')] as const,
  ),
).set(0xa0, '€')
