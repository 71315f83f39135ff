/* oxlint-disable no-control-regex -- The patterns are about bytes, which control characters stand for. */

/** What a body is: markup, text (with the name of its language), or a file of a kind that is not read. */
export type ContentKind =
  | { kind: 'html' }
  | { kind: 'text'; language: string }
  | { kind: 'file'; name: string }

/** The first bytes overrule the declared type. Plain text that is an HTML document becomes one, unless `noSniff`. */
export function contentKind(contentType: string, bytes: Uint8Array, noSniff = false): ContentKind {
  const start = latin1(bytes.subarray(0, START_BYTES))
  const signature = SIGNATURES.find(({ pattern }) => pattern.test(start))
  if (signature) return { kind: 'file', name: signature.name }

  // Some servers send the type twice, and get it joined with a comma.
  const type = contentType.split(/[;,]/)[0]!.trim().toLowerCase()
  const declared = TYPES.find(({ pattern }) => pattern.test(type))
  if (declared)
    return correctedKind(declared.is, start, { end: latin1(bytes.subarray(-END_BYTES)), type, noSniff })
  if (type !== '' && !UNCERTAIN.test(type)) return { kind: 'file', name: type }
  return sniffKind(start)
}

const START_BYTES = 1024
const END_BYTES = 64

/** Beginnings that no text has; what servers say about such files is often wrong. */
const SIGNATURES = [
  { name: 'PDF', pattern: /^(\xef\xbb\xbf)?\s{0,16}%PDF-/ },
  {
    name: 'image',
    pattern:
      /^(\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP|\0\0\x01\0|II\*\0|MM\0\*|[^]{4}ftyp(avi[fs]|hei[cx]))/,
  },
  {
    name: 'audio or video',
    pattern: /^(ID3[\x02-\x04]|OggS\0|fLaC\0|RIFF[^]{4}(WAVE|AVI )|\x1aE\xdf\xa3|[^]{4}ftyp)/,
  },
  { name: 'Office document or ZIP archive', pattern: /^PK(\x03\x04|\x05\x06)/ },
  { name: 'old Office document', pattern: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/ },
  { name: 'RTF document', pattern: /^\{\\rtf1/ },
  {
    name: 'archive',
    pattern: /^(\x1f\x8b\x08|7z\xbc\xaf\x27\x1c|\xfd7zXZ\0|BZh[1-9]1AY&SY|Rar!\x1a\x07|\x28\xb5\x2f\xfd)/,
  },
  { name: 'font', pattern: /^(wOF[F2][^]{2}|OTTO\0|\0\x01\0\0\0)/ },
  { name: 'program', pattern: /^(\x7fELF|\0asm|MZ[^]{2}\0|\xca\xfe\xba\xbe)/ },
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

interface Claim {
  end: string
  type: string
  noSniff: boolean
}

/** A declared type against what is there; only what cannot be meant otherwise overrules it. */
function correctedKind(declared: ContentKind, start: string, { end, type, noSniff }: Claim): ContentKind {
  if (declared.kind === 'html') {
    if (DATA_ROOT.test(start)) return text('xml')
    return JSON_START.test(start) && /[}\]]\s*$/.test(end) ? text('json') : HTML
  }
  if (declared.kind !== 'text') return declared
  if (declared.language === 'xml' || declared.language === 'json') {
    return HTML_DOCUMENT.test(start) && !noSniff ? HTML : declared
  }
  if (type !== 'text/plain') return declared
  if (isBinary(start)) return BINARY
  return HTML_DOCUMENT.test(start) && !noSniff ? HTML : declared
}

/** What may stand before the first element: a byte order mark, declarations, comments. */
const PROLOGUE = String.raw`^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*`
const HTML_DOCUMENT = new RegExp(`${PROLOGUE}<(?:!doctype\\s+html|html)[\\s>]`, 'i')
const HTML_START = new RegExp(
  `${PROLOGUE}<(?:!doctype html|html|head|body|title|meta|div|h[1-6]|p|table|a|ul|ol|section|article|main|span|script)\\b`,
  'i',
)
/** Feeds and other data that servers send as if it were a page. */
const DATA_ROOT = new RegExp(`${PROLOGUE}<(?:rss|feed|rdf:rdf|urlset|sitemapindex|opml|kml|gpx)[\\s>]`, 'i')
const JSON_START = /^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*(?:["[{\]]|-?\d|true|false|null))/

function sniffKind(start: string): ContentKind {
  if (start.trim() === '' || HTML_DOCUMENT.test(start)) return HTML
  if (/^(?:\xef\xbb\xbf)?\s*<\?xml/.test(start) || DATA_ROOT.test(start)) return text('xml')
  if (HTML_START.test(start)) return HTML
  if (/^(?:\xef\xbb\xbf)?\s*[{[]/.test(start)) return text('json')
  return isBinary(start) ? BINARY : text()
}

const BINARY: ContentKind = { kind: 'file', name: 'binary file' }

/** Control characters that no text uses; ESC is not among them, because encodings of Japanese are switched by it. */
function isBinary(start: string): boolean {
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
  return !isWide && /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start)
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
