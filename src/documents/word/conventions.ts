import type { Marker, ParagraphStyle } from './document-html.ts'
import NUMBER_FORMATS from './number-formats.json' with { type: 'json' }
import SYMBOL_FONTS from './symbol-fonts.json' with { type: 'json' }

/** The meaning of a style name, in the languages of word processors. */
export function headingLevelOf(styleName: string): number | undefined {
  const found = HEADING.exec(styleName.trim())
  return found ? Number(found[1] ?? found[2]) : undefined
}

export function roleOfName(styleName: string): ParagraphStyle | undefined {
  const name = styleName.trim()
  if (TITLE.test(name)) return 'title'
  if (QUOTE.test(name)) return 'quote'
  return CODE.test(name) ? 'code' : undefined
}

/** Of letters, not of paragraphs. */
export function isCodeLettersName(styleName: string): boolean {
  return CODE_LETTERS.test(styleName.trim())
}

/** Whether all letters of a font have the same width, as for code. */
export function isMonospaced(font: string): boolean {
  return MONOSPACED.test(font)
}

const HEADING =
  /^(?:(?:heading|überschrift|ueberschrift|titre|t[ií]tulo|titolo|encabezado|cabe[cç]alho|intestazione|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|titlu|başlık|заголовок|επικεφαλίδα|naslov|标题|標題|見出し|제목|tiêu đề|antraštė|virsraksts|pealkiri)[ _]*([1-9])|h([1-6]))$/iu

const TITLE =
  /^(?:title|titel|titre|t[ií]tulo|titolo|tytuł|název|titlu|konu başlığı|назва|название|заглавие|τίτλος|cím|otsikko|tittel|表題|标题|標題|제목)$/iu

const QUOTE =
  /^(?:(?:intense |block )?quot(?:e|ation)s?|block text|zitat|intensives zitat|citation(?: intense)?|cita(?: destacada)?|citazione(?: intensa)?)$/iu

const CODE =
  /^(?:source[ _]?code|code(?:[ _-]?(?:block|snippet|example|listing|paragraph))?|program(?:[ _]?listing)?|html preformatted|preformatted(?: text)?|verbatim|macro text|listing|quellcode|quelltext)$/iu

const CODE_LETTERS =
  /^(?:verbatim char|(?:html|inline|source) ?(?:code|text|typewriter|keyboard|sample)(?: char)?|code(?: char)?|source text|teletype)$/iu

const MONOSPACED =
  /^(?:courier|consolas|menlo|monaco|lucida console|lucida sans typewriter|andale mono|inconsolata|fira (?:code|mono)|cascadia (?:code|mono)|jetbrains mono|hack$|terminal$|fixedsys|ocr|nimbus mono|(?:source code|pt|sf|ubuntu|roboto|noto sans|noto|dejavu sans|liberation|droid sans|ibm plex|space|geist) ?(?:pro|mono))/iu

/** Resolves styles, each built once on its base style. Cycles in the chain are cut. */
export function styleFinder<Key, Written, Style>(
  plain: Style,
  {
    writtenAs,
    baseOf,
    styleOf,
  }: {
    writtenAs(key: Key): Written | undefined
    baseOf(written: Written): Key | undefined
    styleOf(written: Written, base: Style): Style
  },
): (key: Key | undefined) => Style {
  const known = new Map<Key, Style>()
  const find = (key: Key | undefined, leftSteps: number): Style => {
    const written = key === undefined || leftSteps === 0 ? undefined : writtenAs(key)
    if (key === undefined || written === undefined) return plain
    const style = known.get(key) ?? styleOf(written, find(baseOf(written), leftSteps - 1))
    known.set(key, style)
    return style
  }
  return (key) => find(key, MAX_CHAIN)
}

const MAX_CHAIN = 30

/** Tracks open fields: texts that a word processor generates from instructions. */
export class Fields {
  private open: { instruction: string; isResult: boolean; href: string | undefined }[] = []

  begin(): void {
    if (this.open.length < MAX_FIELDS) this.open.push({ instruction: '', isResult: false, href: undefined })
  }

  addInstruction(text: string): void {
    const field = this.open.at(-1)
    if (field && !field.isResult && field.instruction.length < MAX_INSTRUCTION) field.instruction += text
  }

  beginResult(): void {
    const field = this.open.at(-1)
    if (!field) return
    field.isResult = true
    field.href = linkOfField(field.instruction)
  }

  end(): void {
    this.open.pop()
  }

  /** Instructions do not span paragraphs: a field with an unfinished instruction has no result. */
  endParagraph(): void {
    this.open = this.open.filter(({ isResult }) => isResult)
  }

  isInInstruction(): boolean {
    return this.open.some(({ isResult }) => !isResult)
  }

  get href(): string | undefined {
    return this.open.findLast(({ href }) => href !== undefined)?.href
  }
}

const MAX_FIELDS = 50
const MAX_INSTRUCTION = 10_000

/** The URL in the instruction of a field, if it links out of the document. */
export function linkOfField(instruction: string): string | undefined {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|(?!\\)(\S+))/i.exec(instruction)
  const address = found?.[1] ?? found?.[2]
  if (address === undefined || address === '') return undefined
  const anchor = /\\l\s+"([^"]*)"/i.exec(instruction)?.[1]
  return anchor === undefined || address.includes('#') ? address : `${address}#${anchor}`
}

/** Converts text in a symbol font, which has its own code points; other text stays unchanged. */
export function symbolText(text: string, font: string | undefined): string {
  const table = font === undefined ? undefined : TABLES.get(font.toLowerCase())
  if (!table) return text.replace(PRIVATE, (sign) => WINGDINGS.get(codeIn(sign)) ?? sign)
  return text.replace(/[^\s]/g, (sign) => table.get(codeIn(sign)) ?? sign)
}

const PRIVATE = /[\uf020-\uf0ff]/g

function codeIn(sign: string): number {
  const code = sign.charCodeAt(0)
  return code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
}

const TABLES: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map(
  Object.entries(SYMBOL_FONTS).map(([font, pairs]) => [font, tableOf(pairs)]),
)
const WINGDINGS = TABLES.get('wingdings')!

function tableOf(pairs: string): ReadonlyMap<number, string> {
  const signs = pairs.split(' ')
  const table = new Map<number, string>()
  for (let at = 0; at + 1 < signs.length; at += 2) table.set(signs[at]!.charCodeAt(0), signs[at + 1]!)
  return table
}

export interface CountedLevel extends LevelFormat {
  start: number
  /** The higher level, counted from 1, that restarts it; 0 is none. */
  restartAfter: number | undefined
}

/** A list of a Word document. */
export interface CountedList {
  id: string
  kind: string
  levels: ReadonlyMap<number, CountedLevel>
  /** The start values of this list by level. */
  starts: ReadonlyMap<number, number>
}

/** Counts list items. Call it once for each paragraph, in order. */
export class ListCounter {
  private readonly counts = new Map<string, number[]>()
  private readonly begun = new Set<string>()

  next({ id, kind, levels, starts }: CountedList, levelIndex: number): Marker | undefined {
    if (!(levelIndex >= 0 && levelIndex < LEVELS)) return undefined
    const at = (index: number) => levels.get(index) ?? DEFAULT_LEVEL
    const counts = this.counts.get(kind) ?? []
    this.counts.set(kind, counts)
    const own = starts.get(levelIndex)
    const key = `${id} ${levelIndex}`
    if (own !== undefined && !this.begun.has(key)) counts[levelIndex] = own
    else counts[levelIndex] = (counts[levelIndex] ?? at(levelIndex).start - 1) + 1
    this.begun.add(key)
    for (let below = levelIndex + 1; below < LEVELS; below++) {
      const after = levels.get(below)?.restartAfter
      if (after === undefined || (after > 0 && levelIndex < after)) delete counts[below]
    }
    return markerOf(levelIndex, at, (index) => counts[index] ?? at(index).start)
  }
}

const LEVELS = 9
const DEFAULT_LEVEL: CountedLevel = {
  format: 'decimal',
  text: '%1.',
  isLegal: false,
  start: 1,
  restartAfter: undefined,
}

export interface LevelFormat {
  /** The format's name in Word files; 'bullet' and 'none' have no number. */
  format: string
  /** The text before the item, with %1 for the number of the first level and so on. */
  text: string
  /** Whether the numbers of higher levels are written in digits, regardless of their own format. */
  isLegal: boolean
}

/** The marker of an item, from the formats of the levels and their counters. */
export function markerOf(
  levelIndex: number,
  levelAt: (index: number) => LevelFormat,
  countAt: (index: number) => number,
): Marker | undefined {
  const { format, text, isLegal } = levelAt(levelIndex)
  if (format === 'bullet') return { type: 'bullet' }
  const label = text
    .slice(0, MAX_LABEL)
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1
      return formatNumber(countAt(index), isLegal ? 'decimal' : levelAt(index).format)
    })
    .trim()
  if (label === '') return format === 'none' ? undefined : { type: 'bullet' }
  const plain = /^(\d{1,9})[.)]?$/.exec(label)
  return plain ? { type: 'number', value: Number(plain[1]), label } : { type: 'label', text: label }
}

/** A list can have any number of items, and each repeats the label. */
const MAX_LABEL = 100

/** Formats a list number. Formats are named as in Word files. */
export function formatNumber(value: number, format: string): string {
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  if (format === 'none') return ''
  if (format === 'lowerLetter') return letters(value)
  if (format === 'upperLetter') return letters(value).toUpperCase()
  if (format === 'lowerRoman') return roman(value)
  if (format === 'upperRoman') return roman(value).toUpperCase()
  if (/^(?:(?:chinese|taiwanese)Counting(?:Thousand)?|japaneseCounting|ideographDigital)$/.test(format))
    return chinese(value)
  const isCircled = /^decimalEnclosedCircle(?:Chinese)?$/.test(format) && value >= 1 && value <= 20
  return isCircled ? String.fromCodePoint(0x245f + value) : String(value)
}

/** After z come aa, bb and so on. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value)
  return String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value)
  let rest = value
  let text = ''
  for (const [sign, worth] of ROMAN) {
    while (rest >= worth) {
      text += sign
      rest -= worth
    }
  }
  return text
}

const ROMAN = Object.entries(NUMBER_FORMATS.roman)

function chinese(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10 === 0 ? '' : CHINESE[value % 10]!
  if (tens === 0) return ones
  return `${tens === 1 ? '' : CHINESE[tens]!}十${ones}`
}

const CHINESE = '〇一二三四五六七八九'
