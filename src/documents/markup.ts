import MEDIA_TYPES from './media-types.json' with { type: 'json' }

/** Text as it stands between tags. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!) : text
}

export function escapeAttribute(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!) : text
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of a cell or a line as markup: its line ends as breaks, and without the signs that only machines used. */
export function lineMarkup(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for.
  const visible = text.replace(/[\0-\x08\x0e-\x1f]/g, '').trim()
  return escapeText(visible).replace(/\r\n?|[\n\v\f]/g, '<br>')
}

/** Pieces of markup as one line, without the gaps and breaks at its ends. */
export function joinedLine(pieces: readonly string[]): string {
  const isShown = (piece: string) => piece !== '<br>' && piece.trim() !== ''
  const start = Math.max(pieces.findIndex(isShown), 0)
  return pieces
    .slice(start, pieces.findLastIndex(isShown) + 1)
    .join('')
    .trim()
}

/** Longer than any that a reader could follow; a file can name one address, and use it for any number of words. */
export const MAX_URL_CHARS = 8192

/** Whether an address leads out of the document to where a reader can follow. */
export function isFollowableUrl(url: string): boolean {
  return url.length <= MAX_URL_CHARS && /^(?:https?|ftps?|mailto|tel):/i.test(url)
}

/** An address without its escapes; one that is escaped wrongly as it is. */
export function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** The pictures of one document as markup: whole where they are wanted, else their description. */
export class Pictures {
  readonly areKept: boolean
  private undescribed = 0
  /** A picture can be shown any number of times, and is written each time. */
  private leftBytes = MAX_BYTES

  constructor(areKept: boolean) {
    this.areKept = areKept
  }

  show({ type, alt, bytes }: Picture): string {
    if (descriptionOf(alt) === '') this.undescribed++
    return pictureHtml(this.dataUrlOf(type, bytes), alt)
  }

  /** The address of a picture that holds all of it, when that is wanted and there is room. */
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
      ? ['The document holds only pictures without a description, which were not read.']
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

/** What somebody said about a picture, and not where it came from. */
export function descriptionOf(alt: string): string {
  const text = alt.slice(0, MAX_DESCRIPTION).replace(GENERATED_REMARK, '').replace(/\s+/g, ' ').trim()
  return FILE_OR_URL.test(text) ? '' : text
}

const MAX_DESCRIPTION = 2000

const FILE_OR_URL =
  /^(?:(?:https?|file):\S*|[a-z]:\\.*|\\\\.*|[^\s/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|webp|svg))$/i

/** Word warns below a description that it wrote itself, in the language of its user. */
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

/** What a chart looks like, in words, by the name that its format has for that. */
export function chartKind(name: string): string {
  const kind = SAME_KIND.get(name) ?? name
  return KINDS.has(kind) ? `${kind[0]!.toUpperCase()}${kind.slice(1)} chart` : 'Chart'
}

const KINDS = new Set('bar line pie scatter bubble area radar stock surface'.split(' '))
const SAME_KIND = new Map(['circle', 'ring', 'doughnut'].map((round) => [round, 'pie']))

/** How many empty places there may be for each that says something; a file can claim any number of points. */
const MAX_SPARSE = 20

/** The numbers of a chart in rows, the first of which names the series; none when it has no points. */
export function chartRows({ categories, series }: Chart): string[][] {
  const length = Math.max(categories.length, ...series.map(({ values }) => values.length))
  if (length === 0) return []
  // What has no name is counted, as the programs do.
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
