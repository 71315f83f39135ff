import MEDIA_TYPES from './media-types.json' with { type: 'json' }

/** Escapes text for use between tags. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!) : text
}

export function escapeAttribute(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!) : text
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The text of a cell or line as HTML: line breaks become `<br>`, and control characters are removed. */
export function lineMarkup(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for.
  const visible = text.replace(/[\0-\x08\x0e-\x1f]/g, '').trim()
  return escapeText(visible).replace(/\r\n?|[\n\v\f]/g, '<br>')
}

/** Joins pieces of HTML into one line, without spaces and breaks at its ends. */
export function joinedLine(pieces: readonly string[]): string {
  const isShown = (piece: string) => piece !== '<br>' && piece.trim() !== ''
  const start = Math.max(pieces.findIndex(isShown), 0)
  return pieces
    .slice(start, pieces.findLastIndex(isShown) + 1)
    .join('')
    .trim()
}

/** Longer than any usable URL; a file can define one URL and use it for any number of words. */
export const MAX_URL_CHARS = 8192

/** Whether a URL leads out of the document and works for a reader. */
export function isFollowableUrl(url: string): boolean {
  return url.length <= MAX_URL_CHARS && /^(?:https?|ftps?|mailto|tel):/i.test(url)
}

/** Decodes the escapes of a URL; an invalid one stays unchanged. */
export function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** The images of one document as HTML: embedded on request, otherwise their descriptions. */
export class Pictures {
  readonly areKept: boolean
  private undescribed = 0
  /** An image can be used any number of times, and each use is written out. */
  private leftBytes = MAX_BYTES

  constructor(areKept: boolean) {
    this.areKept = areKept
  }

  show({ type, alt, bytes }: Picture): string {
    if (descriptionOf(alt) === '') this.undescribed++
    return pictureHtml(this.dataUrlOf(type, bytes), alt)
  }

  /** The data URL of an image, if requested and within the limit. */
  dataUrlOf(type: string, bytes: Uint8Array | undefined): string {
    if (!this.areKept || !bytes || bytes.length > this.leftBytes) return `data:${type};base64...`
    this.leftBytes -= bytes.length
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
    return `data:${type};base64,${data}`
  }

  boundedDataUrl(url: string): string {
    if (!this.areKept || url.length > this.leftBytes) return `${url.split(',', 1)[0]}...`
    this.leftBytes -= url.length
    return url
  }

  async showPart(name: string, alt: string, read: () => Promise<Uint8Array | undefined>): Promise<string> {
    const bytes = this.areKept && this.leftBytes > 0 ? await read() : undefined
    return this.show({ type: pictureType(name), alt, bytes })
  }

  warnings(html: string): string[] {
    const isBare = this.undescribed > 0 && html.replace(/<[^>]*>/g, '').trim() === ''
    return isBare && !/alt="[^"]/.test(html)
      ? ['The document contains only images without descriptions, which were not read.']
      : []
  }
}

export interface Picture {
  type: string
  alt: string
  bytes: Uint8Array | undefined
}

const MAX_BYTES = 64 * 1024 * 1024

export function pictureHtml(url: string, alt: string): string {
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(descriptionOf(alt))}">`
}

/** The human description of an image, not its file name. */
export function descriptionOf(alt: string): string {
  const text = alt.slice(0, MAX_DESCRIPTION).replace(GENERATED_REMARK, '').replace(/\s+/g, ' ').trim()
  return FILE_OR_URL.test(text) ? '' : text
}

const MAX_DESCRIPTION = 2000

const FILE_OR_URL =
  /^(?:(?:https?|file):\S*|[a-z]:\\.*|\\\\.*|[^\s/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|webp|svg))$/i

/** Word adds a warning below a generated description, in the language of its user. */
const GENERATED_REMARK = /\n[^\S\n]*\n[^\n]*(?:\b[AK]I\b|\bIA\b|AI)[^\n]*$/

export function pictureType(fileName: string): string {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return TYPES.get(extension) ?? 'image/png'
}

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(MEDIA_TYPES.pictures))

export interface Chart {
  title: string
  kind: string
  categories: string[]
  series: { name: string; values: string[] }[]
}

/** The kind of a chart in words, from the name in its format. */
export function chartKind(name: string): string {
  const kind = SAME_KIND.get(name) ?? name
  return KINDS.has(kind) ? `${kind[0]!.toUpperCase()}${kind.slice(1)} chart` : 'Chart'
}

const KINDS = new Set('bar line pie scatter bubble area radar stock surface'.split(' '))
const SAME_KIND = new Map(['circle', 'ring', 'doughnut'].map((round) => [round, 'pie']))

/** How many empty positions are allowed for each filled one; a file can declare any number of points. */
const MAX_SPARSE = 20

/** The numbers of a chart in rows, the first with the names of the series. Empty when it has no points. */
export function chartRows({ categories, series }: Chart): string[][] {
  const length = Math.max(categories.length, ...series.map(({ values }) => values.length))
  if (length === 0) return []
  // Unnamed series and points are numbered, as in the programs.
  const head = ['', ...series.map(({ name }, index) => name || `Series ${index + 1}`)]
  const count = [categories, ...series.map(({ values }) => values)]
    .map((texts) => texts.filter((text) => text !== '').length)
    .reduce((sum, some) => sum + some, head.length)
  const shown = Math.min(length, Math.ceil((count * MAX_SPARSE) / head.length))
  const rows = Array.from({ length: shown }, (_, index) => [
    categories.length === 0 ? String(index + 1) : (categories[index] ?? ''),
    ...series.map(({ values }) => values[index] ?? ''),
  ])
  return [head, ...rows]
}

export function chartHtml(chart: Chart): string {
  const lines = [chart.title, chart.kind].filter(Boolean).map((line) => `<p>${escapeText(line)}</p>`)
  const rows = chartRows(chart).map((row, index) => rowHtml(row.map(escapeText), index))
  if (rows.length === 0) return lines.join('\n')
  return `${lines.join('\n')}\n<table role="table">\n${rows.join('\n')}\n</table>`
}

/** A table row from the HTML of its cells. Row 0 is the header. */
export function rowHtml(cells: readonly string[], index: number): string {
  const name = index === 0 ? 'th' : 'td'
  return `<tr>${cells.map((html) => `<${name}>${html}</${name}>`).join('')}</tr>`
}
