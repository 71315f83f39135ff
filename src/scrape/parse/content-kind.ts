/** What a body is: markup, text (with the name of its language), or a file of a kind that is not read. */
export type ContentKind =
  | { kind: 'html' }
  | { kind: 'text'; language: string }
  | { kind: 'file'; name: string }

/** Told by what the bytes begin with when that is beyond doubt, then by the declared type, then by looking. */
export function contentKind(contentType: string, bytes: Uint8Array): ContentKind {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const signature = SIGNATURES.find(({ starts }) => starts.some((beginning) => start.startsWith(beginning)))
  if (signature) return { kind: 'file', name: signature.name }

  const type = contentType.split(';')[0]!.trim().toLowerCase()
  const declared = TYPES.find(({ pattern }) => pattern.test(type))
  if (declared) return declared.is
  if (type !== '' && !UNCERTAIN.test(type)) return { kind: 'file', name: type }
  return look(start)
}

/** Beginnings that no text has; what servers say about such files is often wrong. */
const SIGNATURES = [
  { name: 'PDF', starts: ['%PDF-'] },
  { name: 'image', starts: ['\x89PNG\r\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'] },
  { name: 'Office document or ZIP archive', starts: ['PK\x03\x04'] },
  { name: 'old Office document', starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'] },
  { name: 'RTF document', starts: ['{\\rtf1'] },
  { name: 'archive', starts: ['\x1f\x8b\x08', '7z\xbc\xaf\x27\x1c', '\xfd7zXZ\0'] },
]

const HTML: ContentKind = { kind: 'html' }
const text = (language = ''): ContentKind => ({ kind: 'text', language })

const TYPES: { pattern: RegExp; is: ContentKind }[] = [
  { pattern: /^(text\/html|application\/(xhtml\+xml|vnd\.wap\.xhtml\+xml))$/, is: HTML },
  { pattern: /[/+](json|json5|x-ndjson|jsonl|json-seq)$/, is: text('json') },
  { pattern: /^(text|application)\/xml(-dtd)?$|\+xml$/, is: text('xml') },
  { pattern: /^(text|application)\/csv$/, is: text('csv') },
  { pattern: /\/(x-)?(java|ecma)script$/, is: text('javascript') },
  { pattern: /^text\/css$/, is: text('css') },
  { pattern: /\/(x-)?ya?ml$/, is: text('yaml') },
  { pattern: /^text\/(?!rtf)/, is: text() },
]

/** Types that servers give when they do not know. */
const UNCERTAIN =
  /^(application\/octet-stream|binary\/octet-stream|application\/(x-)?unknown|\*\/\*|unknown\/unknown)$/

const HTML_START =
  /^(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|title|meta|div|h[1-6]|p|table|a)\b/is

function look(start: string): ContentKind {
  if (start.trim() === '' || HTML_START.test(start)) return HTML
  if (/^\s*<\?xml/.test(start)) return text('xml')
  if (/^\s*[{[]/.test(start)) return text('json')
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
  return start.includes('\0') && !isWide ? { kind: 'file', name: 'binary file' } : text()
}
