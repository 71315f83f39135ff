import type { ParagraphStyle } from './block.ts'
import SYMBOL_FONTS from './symbol-fonts.json' with { type: 'json' }

/** What the name of a style says about a paragraph, in the languages that word processors name them in. */
export function headingLevelOf(styleName: string): number | undefined {
  const found = HEADING.exec(styleName.trim())
  return found ? Number(found[1] ?? found[2]) : undefined
}

/** What a paragraph is for, by the name of its style. */
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

/** Whether all letters of a font are equally wide, as those of code are. */
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

/** Texts that a word processor makes itself from instructions, as far as they are open where the reading stands. */
export class Fields {
  private open: { instruction: string; isResult: boolean; href: string | undefined }[] = []

  /** Fields in fields are few; more are no fields. */
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

  /** Instructions do not go on over paragraphs: a field whose instruction never ended has no result. */
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

/** The address that the instruction of a field leads to, when it is a link out of the document. */
export function linkOfField(instruction: string): string | undefined {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|(?!\\)(\S+))/i.exec(instruction)
  const address = found?.[1] ?? found?.[2]
  if (address === undefined || address === '') return undefined
  const anchor = /\\l\s+"([^"]*)"/i.exec(instruction)?.[1]
  return anchor === undefined || address.includes('#') ? address : `${address}#${anchor}`
}

/** Text as it looks in a font of symbols, whose signs have places of their own; any other text as it is. */
export function symbolText(text: string, font: string | undefined): string {
  const table = font === undefined ? undefined : TABLES.get(font.toLowerCase())
  if (!table) return text.replace(PRIVATE, (sign) => WINGDINGS.get(codeIn(sign)) ?? sign)
  return text.replace(/[^\s]/g, (sign) => table.get(codeIn(sign)) ?? sign)
}

/** Where Word keeps the signs of such fonts. */
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
