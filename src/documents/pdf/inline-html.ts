import { escapeAttribute, escapeText } from '../markup.ts'
import type { DocumentStyle } from './document-style.ts'
import { isCjk } from './is-cjk.ts'
import type { Line, Span } from './line.ts'

/** The text of lines that follow each other as markup, with words that were broken at the ends of lines made whole. */
export function inlineHtml(lines: readonly Line[], style: DocumentStyle): string {
  return spansHtml(joinedSpans(lines, style))
}

/** The spans of all lines as those of one. */
function joinedSpans(lines: readonly Line[], style: DocumentStyle): Span[] {
  const spans: Span[] = []
  let before: Line | undefined
  for (const line of lines) {
    const seam = before ? seamOf(before.text, line.text, style) : ''
    before = line
    line.spans.forEach((span, index) => {
      const last = spans.at(-1)
      const blank = index === 0 && seam === ' ' ? ' ' : ''
      if (index === 0 && last && seam === WITHOUT_HYPHEN) last.text = last.text.slice(0, -1)
      if (last && isSameLook(last, span)) last.text += blank + span.text
      else spans.push({ ...span, text: blank + span.text })
    })
  }
  return spans
}

const WITHOUT_HYPHEN = '-'

function isSameLook(one: Span, other: Span): boolean {
  if (one.note !== undefined || other.note !== undefined) return false
  return one.shift === other.shift && one.link === other.link && one.isMono === other.isMono
}

/** What the end of a line and the start of the next have between them: a blank, nothing, or a hyphen too many. */
function seamOf(
  before: string,
  after: string,
  { vocabulary }: DocumentStyle,
): '' | ' ' | typeof WITHOUT_HYPHEN {
  const ending = before.slice(-40)
  if (!/[-–/]$/.test(ending)) return isCjk(ending.slice(-1)) && isCjk(after[0] ?? '') ? '' : ' '
  const start = /([\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*)-$/u.exec(ending)?.[1]
  const end = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after)?.[0]
  if (start === undefined) return /[\p{L}\p{N}].$/u.test(ending) ? '' : ' '
  if (end === undefined) return ''
  const [whole, parted] = [`${start}${end}`.toLowerCase(), `${start}-${end}`.toLowerCase()]
  const isReal =
    vocabulary.has(parted) || (!vocabulary.has(whole) && (start.includes('-') || REAL_HYPHEN.test(start)))
  return isReal ? '' : WITHOUT_HYPHEN
}

/** Quotation marks of typewriters and of TeX. */
const TWO_QUOTES = /''|``|‘‘|’’/g

/** First parts of compounds that are hardly ever written in one word. */
const REAL_HYPHEN =
  /(?:^|-)(?:self|well|half|quasi|non|ex|all|cross|so|two|three|four|five|one|long|short|high|low|e)$/i

function spansHtml(spans: readonly Span[]): string {
  let html = ''
  for (let index = 0; index < spans.length;) {
    const { link } = spans[index]!
    let end = index
    let inside = ''
    while (end < spans.length && spans[end]!.link === link) inside += spanHtml(spans[end++]!)
    html += link === undefined ? inside : linked(inside, link)
    index = end
  }
  return html.trim()
}

function linked(inside: string, link: string): string {
  const blank = inside.startsWith(' ') ? ' ' : ''
  return `${blank}<a href="${escapeAttribute(link)}">${inside.trim()}</a>`
}

function spanHtml({ text, shift, isMono, note }: Span): string {
  if (note !== undefined)
    return `<sup><a href="#${note}" role="doc-noteref">${escapeText(text.trim())}</a></sup>`
  const html = escapeText(isMono ? text : text.replace(TWO_QUOTES, '"'))
  if (shift === 'none' || text.trim() === '') return html
  const blank = text.startsWith(' ') ? ' ' : ''
  const tag = shift === 'up' ? 'sup' : 'sub'
  return `${blank}<${tag}>${html.trim()}</${tag}>`
}
