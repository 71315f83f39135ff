/* oxlint-disable no-control-regex -- The patterns are about bytes, which control characters stand for. */

/** Kinds of documents as far as their beginning tells them; which one exactly, only the whole document says. */
export type DocumentFamily = 'pdf' | 'archive' | 'compound' | 'rtf' | 'image' | 'mail' | 'table'

export interface FileSample {
  head: Uint8Array
  fileName: string
  contentType: string
}

/** By its first bytes, else by its name, then by its declared type. Undefined for everything that is no document. */
export function documentFamily(glimpse: FileSample): DocumentFamily | undefined {
  const start = Buffer.from(
    glimpse.head.buffer,
    glimpse.head.byteOffset,
    Math.min(glimpse.head.length, 8192),
  ).toString('latin1')
  const signed = SIGNATURES.find(({ pattern }) => pattern.test(start))
  if (signed) return signed.family
  if (isProgram(start)) return undefined
  const claimed = declaredFamily(glimpse)
  const ending = endingOf(glimpse.fileName)
  if (claimed === 'pdf') return start.slice(0, 1024).includes('%PDF-') || isBinary(start) ? 'pdf' : undefined
  if (claimed === 'mail' || claimed === 'table')
    return isBinary(start) || MARKUP.test(start) ? undefined : claimed
  const mayBeMail = ending === undefined || !TEXT_ENDINGS.has(ending)
  if (claimed === undefined && mayBeMail && isMail(start)) return 'mail'
  // It says it is a document, but does not begin like one.
  return claimed !== undefined && isBinary(start) ? claimed : undefined
}

const SIGNATURES: { family: DocumentFamily; pattern: RegExp }[] = [
  { family: 'pdf', pattern: /^(?:\xef\xbb\xbf)?\s{0,16}%PDF-/ },
  { family: 'archive', pattern: /^PK(?:\x03\x04|\x05\x06)/ },
  { family: 'compound', pattern: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/ },
  { family: 'rtf', pattern: /^\s{0,16}\{\\rtf/ },
  {
    family: 'image',
    pattern: /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP|II\*\0|MM\0\*|BM[^]{4}\0\0\0\0)/,
  },
]

const BY_ENDING: Record<DocumentFamily, string> = {
  pdf: 'pdf',
  archive: 'docx docm dotx odt ods odp xlsx xlsm xlsb pptx pptm ppsx ppsm epub',
  compound: 'doc dot xls xlt ppt pps msg',
  rtf: 'rtf',
  image: 'png jpg jpeg tif tiff webp gif bmp',
  mail: 'eml',
  table: 'csv tsv tab',
}

const FAMILIES = new Map<string, DocumentFamily>(
  Object.entries(BY_ENDING).flatMap(([family, endings]) =>
    endings.split(' ').map((ending) => [ending, family as DocumentFamily] as const),
  ),
)

export const DOCUMENT_ENDINGS: readonly string[] = [...FAMILIES.keys()]

const BY_TYPE: { family: DocumentFamily; pattern: RegExp }[] = [
  { family: 'pdf', pattern: /\/(?:x-)?pdf$/ },
  { family: 'archive', pattern: /openxmlformats|opendocument|epub|macroenabled/ },
  { family: 'compound', pattern: /ms-?word|ms-excel|ms-powerpoint|ms-outlook/ },
  { family: 'rtf', pattern: /\/(?:x-)?rtf$/ },
  { family: 'image', pattern: /^image\/(?:png|jpeg|tiff|webp|gif|bmp)$/ },
  { family: 'mail', pattern: /^message\/rfc822$/ },
  { family: 'table', pattern: /^(?:text|application)\/(?:csv|tab-separated-values)$/ },
]

/** What a document is by its name, or else by its declared type; what it really is, its content says. */
export function declaredFamily({
  fileName,
  contentType,
}: Omit<FileSample, 'head'>): DocumentFamily | undefined {
  const ending = endingOf(fileName)
  const byEnding = ending === undefined ? undefined : FAMILIES.get(ending)
  const type = contentType.split(/[;,]/)[0]!.trim().toLowerCase()
  // Scripts that send pages are often named like tables.
  if ((byEnding === 'table' || byEnding === 'mail') && /html/.test(type)) return undefined
  return byEnding ?? BY_TYPE.find(({ pattern }) => pattern.test(type))?.family
}

const TEXT_ENDINGS = new Set('txt md markdown html htm xml json yaml yml log conf ini'.split(' '))

/** The ending of a file name, in lower case and without its dot. */
export function endingOf(fileName: string): string | undefined {
  return /\.([a-z0-9]{1,10})\s*$/i.exec(fileName)?.[1]?.toLowerCase()
}

/** Control characters that no text uses; wide encodings begin with a mark. */
function isBinary(start: string): boolean {
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
  // Old programs end a text with Ctrl-Z.
  const text = start.endsWith('\x1a') ? start.slice(0, -1) : start
  return !isWide && !isWideText(start) && /[\0-\x06\x0e-\x1a\x1c-\x1f]/.test(text)
}

/** Text in a wide encoding without its mark: nearly every other byte is nothing, always on the same side. */
function isWideText(start: string): boolean {
  const pairs = start.length >> 1
  let left = 0
  let right = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (start[at] === '\0') left++
    if (start[at + 1] === '\0') right++
  }
  const [less, more] = left < right ? [left, right] : [right, left]
  return pairs >= 4 && less === 0 && more >= pairs * 0.8
}

function isProgram(start: string): boolean {
  return /^(?:\x7fELF|MZ[^]{2}|\xca\xfe\xba\xbe|\0asm)/.test(start) && isBinary(start)
}

/** What pages begin with, after a byte order mark, declarations and comments. */
const MARKUP =
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body|title|meta|div|p|table|script|style)\b/i

/** Several headers that only messages have, before anything else. */
function isMail(start: string): boolean {
  const names = new Set<string>()
  for (const line of start.slice(0, 4096).split(/\r?\n/)) {
    if (line === '') break
    if (/^[ \t]/.test(line) && names.size > 0) continue
    const name = /^([!-9;-~]{1,60}):/.exec(line)?.[1]?.toLowerCase()
    if (name === undefined) return false
    names.add(name)
  }
  const known = MAIL_HEADERS.filter((header) => names.has(header)).length
  return names.has('from') && known >= 3
}

const MAIL_HEADERS = 'from to date subject received message-id mime-version return-path'.split(' ')
