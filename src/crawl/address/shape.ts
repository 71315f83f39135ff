import { decodeUrlPart } from '../../language/decode-url-part.ts'

/** `/day/2024-01-02?id=7` and `/day/2023-12-31?id=8` have one shape, and so have `/d/1/2` and `/d/1/2/3`. */
export function shapeOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return host.replace(/^www\./, '') + pathShape(pathname) + queryShape(search)
}

function pathShape(path: string): string {
  let shape = ''
  let last = ''
  for (const segment of path.split('/')) {
    if (segment === '') continue
    const folded = fold(decodeUrlPart(segment))
    if (folded === last) continue
    // A slash that was escaped must not look like one that parts segments.
    shape += `/${folded.replaceAll('/', '%2F')}`
    last = folded
  }
  return shape === '' ? '/' : shape
}

function queryShape(search: string): string {
  if (search === '') return ''
  const parameters = search.slice(1).split('&').filter(Boolean).map(parameterShape)
  return `?${[...new Set(parameters)].sort().join('&')}`
}

function parameterShape(parameter: string): string {
  const end = parameter.indexOf('=')
  if (end < 0) return fold(decodeUrlPart(parameter))
  const value = decodeUrlPart(parameter.slice(end + 1))
  return `${fold(decodeUrlPart(parameter.slice(0, end)))}=${/\d/.test(value) || looksRandom(value) ? '#' : value}`
}

const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi
const EXTENSION = /\.[a-z]{1,5}\d?$/i
const MONTH = /\d+([-_. ]?)(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\1\d+/gi
const NUMBERS = /\d+(?:[-_.:]\d+)*/g
const IDS = /(?=[a-z]*\d)[a-z0-9]{8,}/gi

function fold(segment: string): string {
  if (!/\d/.test(segment)) return segment
  const extension = EXTENSION.exec(segment)?.[0] ?? ''
  const name = segment.slice(0, segment.length - extension.length)
  if (looksRandom(name)) return `#${extension}`
  return name.replace(UUIDS, '#').replace(IDS, foldId).replace(MONTH, '#').replace(NUMBERS, '#') + extension
}

function foldId(word: string): string {
  return looksRandom(word) ? '#' : word
}

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const HEX = /^[0-9a-f]{8,}$/i
const LONG_NUMBER = /^\d{16,}$/
const SOLID = /^[a-z0-9]{12,}$/i
const MIXED = /^(?=.*[a-z])(?=.*[A-Z])[\w.,~-]{12,}$/

/** Between letters and digits; words with a number have one or two of these changes, ids have more. */
const CHANGE = /[a-z](?=\d)|\d(?=[a-z])/gi
const CHANGES = 3

export function looksRandom(text: string): boolean {
  if (text.length < 8) return false
  if (UUID.test(text) || LONG_NUMBER.test(text)) return true
  if (!HEX.test(text) && !SOLID.test(text) && !MIXED.test(text)) return false
  return (text.match(CHANGE)?.length ?? 0) >= CHANGES
}
