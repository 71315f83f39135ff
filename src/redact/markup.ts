import type { RedactPii } from '../contract/redact-pii.ts'
import { findPii } from './find.ts'
import { readMarkup } from './markup-texts.ts'
import type { MarkupText } from './markup-texts.ts'
import { replacement } from './replace.ts'
import type { PiiSpan } from './span.ts'

interface Redactions {
  find: (text: string) => readonly PiiSpan[]
  text: (text: string) => string
  url: (address: string) => string
  value: (json: unknown) => unknown
}

interface Edit {
  start: number
  end: number
  text: string
}

export function redactMarkup(
  html: string,
  options: RedactPii,
  { find, text: redactText, url, value }: Redactions,
): string {
  const { texts, attributes, links, encoded, data, scripts } = readMarkup(html)
  const edits: Edit[] = []
  for (const text of [texts, attributes]) {
    for (const span of find(text.text)) edits.push(...editsOf(html, text, span, options))
  }
  for (const { start, end, decoded } of links) addChange(start, end, decoded, url(decoded))
  for (const { start, end, decoded } of encoded) addChange(start, end, decoded, redactText(decoded))
  for (const { start, end, decoded, isElement } of data) {
    const redacted = redactJson(decoded, value)
    if (redacted !== undefined)
      edits.push({ start, end, text: isElement ? redacted.replaceAll('<', '\\u003c') : escape(redacted) })
  }
  for (const [start, end] of scripts) edits.push(...scriptEdits(html, start, end, options))
  return apply(html, edits)

  function addChange(start: number, end: number, decoded: string, redacted: string) {
    if (redacted !== decoded) edits.push({ start, end, text: escape(redacted) })
  }
}

/** One edit in every piece of source that a span covers: the first takes what stands in its place, others nothing. */
function editsOf(
  html: string,
  { text, pieces }: MarkupText,
  span: PiiSpan,
  { replaceStyle }: RedactPii,
): Edit[] {
  const edits: Edit[] = []
  let at = firstPiece(pieces, span.start)
  for (; at < pieces.length && pieces[at]!.at < span.end; at++) {
    const piece = pieces[at]!
    const from = Math.max(0, span.start - piece.at)
    const to = Math.min(piece.length, span.end - piece.at)
    if (to <= from) continue
    const isWhole = piece.length !== piece.end - piece.start
    const start = isWhole ? piece.start : piece.start + from
    const end = isWhole ? piece.end : piece.start + to
    const decoded = isWhole ? text.slice(piece.at, piece.at + piece.length) : html.slice(start, end)
    if (/^\s+$/u.test(decoded) && edits.length > 0) continue
    const isNeeded = edits.length === 0 || replaceStyle === 'mask'
    edits.push({ start, end, text: isNeeded ? escape(replacement(replaceStyle, span.entity, decoded)) : '' })
  }
  return edits
}

function firstPiece(pieces: MarkupText['pieces'], offset: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pieces[middle]!.at + pieces[middle]!.length <= offset) low = middle + 1
    else high = middle
  }
  return low
}

function redactJson(source: string, value: Redactions['value']): string | undefined {
  try {
    const json: unknown = JSON.parse(source)
    const before = JSON.stringify(json)
    const redacted = JSON.stringify(value(json))
    return redacted === before ? undefined : redacted
  } catch {
    return undefined
  }
}

/** In a program only what can hardly be anything else is replaced, since everything else may be its working. */
const IN_PROGRAMS = new Set(['email', 'jwt', 'token', 'aws-key', 'google-key', 'private-key', 'api-key'])

function scriptEdits(html: string, start: number, end: number, options: RedactPii): Edit[] {
  const entities = options.entities.filter((entity) => entity === 'EMAIL' || entity === 'SECRET')
  if (entities.length === 0) return []
  const source = html.slice(start, end)
  return findPii(source, { mode: options.mode, entities })
    .filter(({ kind }) => IN_PROGRAMS.has(kind))
    .map((span) => ({
      start: start + span.start,
      end: start + span.end,
      text: replacement(options.replaceStyle, span.entity, source.slice(span.start, span.end)),
    }))
}

function apply(html: string, edits: readonly Edit[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < done) continue
    result += html.slice(done, start) + text
    done = end
  }
  return result + html.slice(done)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign]!)
