import { LiteParse } from '@llamaindex/liteparse'
import type {
  ExtractedImage,
  FormField as LibraryField,
  LiteParseConfig,
  ParsedPage,
  TextItem,
  VectorLine,
} from '@llamaindex/liteparse'
import { damaged, UnreadableDocument } from '../converted.ts'
import type { Box } from '../converted.ts'
import { isMiddleIn, PLAIN_LOOKS } from './page.ts'
import type { Fill, Linked, PdfPage, Rule, Word } from './page.ts'

/** Some consecutive pages of a PDF. Memory holds only two parts: this one, and the one read ahead. */
export interface PdfPart {
  pages: PdfPage[]
  failedCount: number
  totalPages: number
  facts: { xmp: string | undefined; created: string | undefined; modified: string | undefined }
}

const PART_PAGES = 50
/** The library's own limit is lower. */
const MAX_PAGES = 100_000

const BASE: Partial<LiteParseConfig> = {
  outputFormat: 'json',
  ocrEnabled: false,
  imageMode: 'off',
  quiet: true,
  numWorkers: 1,
  continueOnPageError: true,
}

/** Reads the pages of a PDF with the PDF library, which only this file uses. */
export async function* readPdf(
  bytes: Uint8Array,
  { maxPages = MAX_PAGES, keepImages }: { maxPages?: number | undefined; keepImages: boolean },
): AsyncGenerator<PdfPart> {
  const parser = new LiteParse({
    ...BASE,
    emitWordBoxes: true,
    extractTextMetadata: true,
    extractVectorGraphics: true,
    extractAnnotations: true,
    extractDocumentMetadata: true,
    extractFormFields: true,
    extractImages: keepImages,
    maxPages,
  })
  try {
    const batches = parser.parseBatches(bytes, { batchSize: PART_PAGES })
    for await (const { result, totalPages } of readAhead(batches)) {
      const { pages, pageErrors, docMeta, images } = result
      const pictures = Map.groupBy(images, ({ page }) => page)
      const facts = { xmp: docMeta?.xmp, created: docMeta?.creationDate, modified: docMeta?.modDate }
      const read = pages.map((page) => ({
        ...toPage(page),
        pictures: (pictures.get(page.pageNum) ?? []).flatMap(toPicture),
      }))
      yield { pages: read, failedCount: pageErrors.length, totalPages, facts }
    }
  } catch (cause) {
    throw asUnreadable(cause)
  }
}

/** The library reads the next part in its own thread while the current one is processed. */
async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next()
  try {
    for (;;) {
      const item = await next
      if (item.done) return
      next = items.next()
      // A consumer that has stopped does not need the error.
      next.catch(() => undefined)
      yield item.value
    }
  } finally {
    await items.return(undefined)
  }
}

/** With less text, a page that is one image is a scan with a stamp. */
const STAMP_LETTERS = 300
/** With less text, the images of a page are its content. */
const LABEL_LETTERS = 100

/** The pages, by number and letter count, that show more than their text layer contains. */
export async function picturePages(
  bytes: Uint8Array,
  letters: ReadonlyMap<number, number>,
): Promise<number[]> {
  const suspects = [...letters].flatMap(([page, count]) => (count < STAMP_LETTERS ? page : []))
  if (suspects.length === 0) return []
  const parser = new LiteParse({ ...BASE, maxPages: MAX_PAGES, targetPages: suspects.join(',') })
  const looks = await parser.isComplex(bytes)
  return looks
    .filter(({ pageNumber, fullPageImage, imageCoverage, uncoveredVectorArea = 0, pageArea }) => {
      const count = letters.get(pageNumber) ?? STAMP_LETTERS
      if (fullPageImage) return count < STAMP_LETTERS
      const covered = imageCoverage + uncoveredVectorArea / pageArea
      return count === 0 ? covered > 0.01 : count < LABEL_LETTERS && covered > 0.5
    })
    .map(({ pageNumber }) => pageNumber)
}

/** The pages whose images differ in a changed version of the file. Empty when unknown. */
export async function differingPages(one: Uint8Array, other: Uint8Array): Promise<number[]> {
  const imagesOf = async (bytes: Uint8Array) => {
    const looks = await new LiteParse({ ...BASE, maxPages: MAX_PAGES }).isComplex(bytes)
    return new Map(looks.map((look) => [look.pageNumber, `${look.fullPageImage} ${look.imageCoverage}`]))
  }
  try {
    const [before, after] = [await imagesOf(one), await imagesOf(other)]
    return [...before].flatMap(([page, images]) => (after.get(page) === images ? [] : page))
  } catch {
    return []
  }
}

function toPage({
  pageNum,
  width,
  height,
  textItems,
  vectorGraphics,
  annotations = [],
  formFields = [],
}: ParsedPage): PdfPage {
  const words = textItems.flatMap(wordsOf)
  return {
    number: pageNum,
    width,
    height,
    words: formFields.length === 0 ? words : [...words, ...formWords(formFields.flatMap(toField), words)],
    rules: (vectorGraphics?.lines ?? []).slice(0, MAX_RULES).map(toRule),
    fills: (vectorGraphics?.shapes ?? [])
      .filter(({ fill, hasCurve }) => fill && !hasCurve)
      .slice(0, MAX_RULES)
      .map(({ bbox, fillColor }): Fill => ({ box: toBox(bbox), color: colorOf(fillColor) })),
    dots: (vectorGraphics?.shapes ?? []).slice(0, MAX_RULES).flatMap(({ bbox, fill, stroke }) => {
      const { width: across, height: down } = bbox
      const isDot =
        (fill || stroke) && across > 1 && across < MAX_DOT && down > 1 && Math.abs(across - down) < 0.3 * down
      return isDot ? [toBox(bbox)] : []
    }),
    links: annotations.flatMap(({ uri, rect }): Linked[] =>
      uri !== undefined && rect ? [{ url: uri, box: toBox(rect) }] : [],
    ),
  }
}

/** Password fields stay hidden. */
const SECRET_FLAG = 0x2000

function toField({ type, value, checked, rect, fieldFlags }: LibraryField): FormField[] {
  if (!rect) return []
  const box = toBox(rect)
  if (type === 'checkbox' || type === 'radio') return [{ kind: 'tick', isTicked: checked === true, box }]
  if (!/^(?:text|combobox|listbox)$/.test(type) || !value || fieldFlags & SECRET_FLAG) return []
  return [{ kind: 'text', text: value, box }]
}

/** Images in formats of browsers. Repeated images are decoration and are skipped. */
function toPicture({ bbox, bytes, format, duplicateOf }: ExtractedImage): Linked[] {
  if (duplicateOf !== undefined || !/^(?:png|jpe?g)$/.test(format)) return []
  const type = format === 'png' ? 'png' : 'jpeg'
  return [{ box: toBox(bbox), url: `data:image/${type};base64,${bytes.toString('base64')}` }]
}

/** A bullet is about a third as high as its letters, which are larger on slides. */
const MAX_DOT = 18

const MAX_RULES = 20_000

/**
 * The words of a run. The library reports only the font of the first word; other sizes are visible in the
 * height.
 */
function wordsOf(item: TextItem, run: number): Word[] {
  const { text, words = [], fontName = '', fontWeight = 400, fontHeight, height } = item
  const parts = words.length > 0 ? words : [{ ...item, text: text.trim() }]
  const size = fontHeight || height
  const isBold = fontWeight >= 600 || /bold|black|heavy|semibold|demi/i.test(fontName)
  const isItalic = /italic|oblique/i.test(fontName)
  const isMono = /mono|courier|consol|typewriter/i.test(fontName)
  const color = colorOf(item.fillColor)
  const rotation = item.rotation ?? 0
  const [first] = parts
  const isTelling = rotation === 0 && first !== undefined && /^[\p{L}\p{N}*†‡§(]/u.test(first.text)
  const found: Word[] = []
  for (const part of parts) {
    if (part.text === '') continue
    const growth = isTelling ? part.height / first.height : 1
    const isOther = growth < 0.85 || growth > 1.18
    found.push({
      text: part.text === '-' && !isMono && rotation === 0 ? dashOf(part.width / size) : part.text,
      box: rotation === 0 ? letterBox(part, size) : toBox(part),
      size: isOther ? size * growth : size,
      font: fontName,
      isBold,
      isItalic,
      isMono,
      color,
      rotation,
      run,
    })
  }
  return found
}

/** The library converts all dashes to hyphens; the width of a separate one reveals the original. */
function dashOf(width: number): string {
  if (width > 0.78) return '—'
  return width > 0.43 && width <= 0.78 ? '–' : '-'
}

/** The box of the letters: symbol fonts declare much more height than they use. */
function letterBox(
  { x, y, width, height }: Pick<TextItem, 'x' | 'y' | 'width' | 'height'>,
  size: number,
): Box {
  const down = height > 1.8 * size && size > 0 ? 1.2 * size : height
  return [x, y + height - down, x + width, y + height]
}

function toBox({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Box {
  return [x, y, x + width, y + height]
}

function toRule({ x1, y1, x2, y2, strokeWidth }: VectorLine): Rule {
  return {
    x1: Math.min(x1, x2),
    y1: Math.min(y1, y2),
    x2: Math.max(x1, x2),
    y2: Math.max(y1, y2),
    width: strokeWidth ?? 0,
  }
}

/** The library writes a color as `aarrggbb`. */
function colorOf(color: string | undefined): string {
  return color?.slice(-6) ?? '000000'
}

function asUnreadable(cause: unknown): unknown {
  const message = String((cause as Error).message)
  if (/password/i.test(message)) {
    return new UnreadableDocument(
      'encrypted',
      'The PDF is protected by a password. Remove the password and try again.',
      { cause },
    )
  }
  if (message.startsWith('PDF error')) {
    return damaged('The PDF is damaged beyond repair. Send an intact copy of the file.', cause)
  }
  return cause
}

export type FormField = { box: Box } & ({ kind: 'tick'; isTicked: boolean } | { kind: 'text'; text: string })

const MAX_FIELDS = 2000
const MAX_LETTERS = 5000
const MAX_WORDS = 10_000
/** In points; a larger button is not a tick box. */
const MAX_TICK = 40

/** The values of a form as words, unless the page already shows them: ticks and some texts are only drawn. */
export function formWords(fields: readonly FormField[], words: readonly Word[]): Word[] {
  if (words.length > MAX_WORDS) return []
  return fields.slice(0, MAX_FIELDS).flatMap((field, index) => {
    if (words.some((word) => isMiddleIn(word.box, field.box))) return []
    const run = -2 - index
    const [left, top, right, bottom] = field.box
    if (field.kind === 'text') return textWords(field.text.slice(0, MAX_LETTERS), field.box, run)
    if (Math.max(right - left, bottom - top) > MAX_TICK) return []
    const size = Math.min(bottom - top, 10)
    const middle = (top + bottom) / 2
    const box: Box = [left, middle - size / 2, right, middle + size / 2]
    return [{ ...PLAIN_LOOKS, text: field.isTicked ? '☒' : '☐', box, size, run }]
  })
}

function textWords(text: string, [left, top, , bottom]: Box, run: number): Word[] {
  const lines = text.split(/\r\n?|\n/)
  const height = (bottom - top) / lines.length
  const size = Math.min(Math.max(0.7 * height, 4), 11)
  return lines.flatMap((line, index) => {
    const middle = top + height * (index + 0.5)
    let x = left + 2
    return line.split(/\s+/).flatMap((word): Word[] => {
      if (word === '') return []
      const box: Box = [x, middle - size / 2, x + word.length * size * 0.5, middle + size / 2]
      x = box[2] + 0.3 * size
      return [{ ...PLAIN_LOOKS, text: word, box, size, run }]
    })
  })
}
