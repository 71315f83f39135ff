import type { XmlHandler } from '../xml.ts'

/** Whether every name of a part has the prefix that programs usually give it, so that it can be read as it is. */
export function hasUsualPrefixes(text: string): boolean {
  for (const [, prefix = '', single, double] of text.matchAll(DECLARATION)) {
    const usual = USUAL.get(single ?? double ?? '')
    if (usual !== undefined && usual !== prefix) return false
  }
  return true
}

const DECLARATION = /xmlns(?::([^\s=]{1,100}))?\s{0,9}=\s{0,9}(?:'([^']{0,200})'|"([^"]{0,200})")/g

/** Tells a handler the usual names for those that a part chose itself. What is not known is told as it stands. */
export function withUsualPrefixes(handler: XmlHandler): XmlHandler {
  /** For each prefix, what it stands for, from the outermost element that says so to the innermost. */
  const bindings = new Map<string, (string | undefined)[]>()
  /** For each element that is open, the prefixes it declares. */
  const open: (readonly string[])[] = []
  const usualName = (name: string, isAttribute: boolean) => {
    const colon = name.indexOf(':')
    if (isAttribute && colon === -1) return name
    const usual = bindings.get(name.slice(0, Math.max(colon, 0)))?.at(-1)
    if (usual === undefined) return name
    return usual === '' ? name.slice(colon + 1) : `${usual}:${name.slice(colon + 1)}`
  }
  return {
    onOpen(name, attributes) {
      const declared: string[] = []
      for (const [key, value] of Object.entries(attributes)) {
        if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue
        const prefix = key.slice('xmlns:'.length)
        const meanings = bindings.get(prefix) ?? []
        bindings.set(prefix, meanings)
        meanings.push(USUAL.get(value))
        declared.push(prefix)
      }
      open.push(declared)
      const named = Object.entries(attributes).map(([key, value]) => [usualName(key, true), value])
      handler.onOpen?.(usualName(name, false), Object.fromEntries(named) as Record<string, string>)
    },
    onText: (text) => handler.onText?.(text),
    onClose(name) {
      handler.onClose?.(usualName(name, false))
      for (const prefix of open.pop() ?? []) bindings.get(prefix)!.pop()
    },
  }
}

const TRANSITIONAL = 'http://schemas.openxmlformats.org'
const STRICT = 'http://purl.oclc.org/ooxml'
const MICROSOFT = 'http://schemas.microsoft.com/office'

/** Prefixes by what they stand for, in both editions of the standard. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ...(
    [
      ['w', 'wordprocessingml', 'main'],
      ['', 'spreadsheetml', 'main'],
      ['p', 'presentationml', 'main'],
      ['r', 'officeDocument', 'relationships'],
      ['m', 'officeDocument', 'math'],
      ['a', 'drawingml', 'main'],
      ['c', 'drawingml', 'chart'],
      ['dgm', 'drawingml', 'diagram'],
      ['pic', 'drawingml', 'picture'],
      ['wp', 'drawingml', 'wordprocessingDrawing'],
      ['xdr', 'drawingml', 'spreadsheetDrawing'],
    ] as const
  ).flatMap(([prefix, area, name]): [string, string][] => [
    [`${TRANSITIONAL}/${area}/2006/${name}`, prefix],
    [`${STRICT}/${area}/${name}`, prefix],
  ]),
  [`${TRANSITIONAL}/markup-compatibility/2006`, 'mc'],
  [`${TRANSITIONAL}/package/2006/relationships`, ''],
  [`${TRANSITIONAL}/package/2006/metadata/core-properties`, 'cp'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  [`${MICROSOFT}/word/2010/wordml`, 'w14'],
  [`${MICROSOFT}/drawing/2010/main`, 'a14'],
  [`${MICROSOFT}/drawing/2016/SVG/main`, 'asvg'],
  [`${MICROSOFT}/spreadsheetml/2018/threadedcomments`, ''],
  [`${MICROSOFT}/powerpoint/2018/8/main`, 'p188'],
  ['urn:schemas-microsoft-com:vml', 'v'],
])
