import type { DocumentMetadata } from '../converted.ts'
import { parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { infoStrings } from './info-dictionary.ts'
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
  if (time === undefined) return undefined
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(time)
  if (!parts) {
    const date = new Date(time)
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
  }
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    hours,
    minutes = '00',
  ] = parts
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
