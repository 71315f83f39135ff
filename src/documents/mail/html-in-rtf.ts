import { decodeCodePage } from '../compound-file/code-page.ts'

/**
 * The HTML that a message was written in, when its RTF carries it along (MS-OXRTFEX): tags stand in groups of their own,
 * and what is only there for readers of RTF is switched off. Undefined when the RTF was not made from HTML.
 */
export function htmlInRtf(rtf: Uint8Array): string | undefined {
  const source = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.length).toString('latin1')
  if (!/\\fromhtml1\b/.test(source.slice(0, 1024))) return undefined
  const codePage = Number(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1024))?.[1] ?? 1252)
  const written: string[] = []
  let bytes: number[] = []
  const flush = () => {
    if (bytes.length > 0) written.push(decodeCodePage(Uint8Array.from(bytes), codePage))
    bytes = []
  }
  let group: Group = { isShown: true, isTag: false, isRtfOnly: false, skipAfterUnicode: 1 }
  const groups: Group[] = []
  let toSkip = 0
  for (const [token, word, value = '', hex, sign] of source.matchAll(TOKEN)) {
    if (token === '{') groups.push({ ...group })
    else if (token === '}') group = groups.pop() ?? group
    else if (sign === '*') group = { ...group, isShown: false }
    else if (word !== undefined) {
      if (word === 'u') {
        flush()
        if (isHeard(group)) written.push(String.fromCharCode(Number(value) & 0xffff))
        toSkip = group.skipAfterUnicode
      } else group = afterWord(group, word, value, (text) => (flush(), written.push(text)))
    } else if (toSkip > 0) toSkip--
    else if (!isHeard(group)) continue
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else if (sign !== undefined) bytes.push(...Buffer.from(ESCAPED.get(sign) ?? ''))
    else if (token !== '\r' && token !== '\n') bytes.push(token.charCodeAt(0))
  }
  flush()
  return written.join('')
}

const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|[^\\]/g

const ESCAPED = new Map([
  ['{', '{'],
  ['}', '}'],
  ['\\', '\\'],
  ['~', ' '],
  ['_', '-'],
  ['\n', '\n'],
  ['\r', '\n'],
])

interface Group {
  /** Whether its text belongs to the document at all. */
  isShown: boolean
  /** Whether it holds markup, which is shown wherever it stands. */
  isTag: boolean
  /** Whether what is read now is only for readers of RTF. */
  isRtfOnly: boolean
  /** How many signs after one of Unicode repeat it for old readers. */
  skipAfterUnicode: number
}

function isHeard({ isShown, isTag, isRtfOnly }: Group): boolean {
  return isShown && (isTag || !isRtfOnly)
}

const HIDDEN = new Set(['fonttbl', 'colortbl', 'stylesheet', 'info', 'pntext'])
const SIGNS = new Map([
  ['par', '\r\n'],
  ['line', '\r\n'],
  ['tab', '\t'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
])

function afterWord(group: Group, word: string, value: string, write: (text: string) => void): Group {
  // All other groups that begin with a star are for programs that know them.
  if (word === 'htmltag') return { ...group, isTag: true, isShown: true }
  if (word === 'htmlrtf') return { ...group, isRtfOnly: value !== '0' }
  if (word === 'uc') return { ...group, skipAfterUnicode: Number(value) }
  if (HIDDEN.has(word)) return { ...group, isShown: false }
  const sign = SIGNS.get(word)
  if (sign !== undefined && isHeard(group)) write(sign)
  return group
}
