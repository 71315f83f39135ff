import { decodeEntities } from './item.ts'

/**
 * The value of JSON as pages write it: with comments, commas too many, line breaks within strings, wrapped in comments
 * of HTML or CDATA, or several values one after another. Only what cannot be meant otherwise is repaired; undefined
 * when it stays broken.
 */
export function parseLenientJson(source: string): unknown {
  const text = withoutWrapping(source)
  return (
    parsed(text) ??
    parsed(text.length > MAX_REPAIRED_CHARS ? '' : repaired(text)) ??
    (isEncoded(text) && text.length <= MAX_REPAIRED_CHARS
      ? parsed(repaired(decodeEntities(text)))
      : undefined)
  )
}

/** Going through a text sign by sign takes longer than reading it. */
const MAX_REPAIRED_CHARS = 5_000_000

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

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
  let depth = 0
  let values = 0
  /** Where a comma stands in `pieces` that has had nothing after it yet. */
  let comma = -1
  for (let at = 0, end: number; at < text.length; at = end) {
    const first = text[at]!
    end = endOfToken(text, at)
    if (end < 0) return ''
    if (isSpace(first) || isComment(text, at) || (first === ';' && depth === 0)) {
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
    const token = text.slice(at, end)
    pieces.push(first === '"' ? repairedString(token) : token)
  }
  return values > 1 ? `[${pieces.join('')}]` : pieces.join('')
}

/** Where what begins here ends; -1 when it never does. */
function endOfToken(text: string, at: number): number {
  const first = text[at]!
  if (first === '"') return endOfString(text, at)
  if (isComment(text, at)) {
    const isLine = text[at + 1] === '/'
    const end = text.indexOf(isLine ? '\n' : '*/', at + 2)
    if (end < 0) return isLine ? text.length : -1
    return isLine ? end : end + 2
  }
  if (first === '/' || isSpace(first) || SIGNS.has(first)) return at + 1
  let end = at + 1
  while (
    end < text.length &&
    !isSpace(text[end]!) &&
    !SIGNS.has(text[end]!) &&
    text[end] !== '"' &&
    text[end] !== '/'
  ) {
    end++
  }
  return end
}

const SIGNS: ReadonlySet<string> = new Set('{}[],;:')

function isSpace(character: string): boolean {
  return character <= ' ' || character === '\u00a0' || character === '\ufeff'
}

function isComment(text: string, at: number): boolean {
  return text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*')
}

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
