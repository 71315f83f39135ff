import { Parser } from 'htmlparser2'
import { UnreadableDocument } from '../converted.ts'
import { escapeAttribute, escapeText } from '../markup.ts'

/**
 * The body of a message without what is not meant for reading: scripts, styles, hidden lines and the pictures that only
 * tell the sender that it was opened. `addressOf` says where a picture is; undefined when it came without.
 */
export function bodyHtml(html: string, addressOf: (address: string) => string | undefined): string {
  const written: string[] = []
  // Of each open element the end tag that it gets; none when the element is left out but not what is in it.
  const open: string[] = []
  let hiddenSince: number | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (VOID.has(name)) {
        if (hiddenSince === undefined) written.push(voidHtml(name, attributes, addressOf))
        return
      }
      // The parser slows down with each level, so there is an end to them.
      if (open.length >= MAX_OPEN) {
        throw new UnreadableDocument('too large', 'The text of the message nests too deeply to be read.')
      }
      const isKept = KEPT.has(name) && open.length < MAX_DEPTH
      open.push(isKept ? `</${name}>` : '')
      if (hiddenSince === undefined && (DROPPED.has(name) || isHidden(attributes))) hiddenSince = open.length
      if (hiddenSince === undefined && isKept) written.push(startTag(name, attributes))
    },
    ontext(text) {
      if (hiddenSince === undefined) written.push(escapeText(text))
    },
    onclosetag(name) {
      if (VOID.has(name)) return
      if (hiddenSince === undefined) written.push(open.at(-1) ?? '')
      if (hiddenSince === open.length) hiddenSince = undefined
      open.pop()
    },
  })
  parser.end(html)
  return written.join('').trim()
}

/** Deeper ones are left out, but not what is in them. */
const MAX_DEPTH = 200
const MAX_OPEN = 2000

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(
    ' ',
  ),
)
const KEPT = new Set(
  (
    'a abbr address article aside b big blockquote caption center cite code dd del details dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header i ins kbd li main mark nav ol p pre q s samp section ' +
    'small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var'
  ).split(' '),
)
/** What is in these is not read. */
const DROPPED = new Set(
  'audio canvas datalist head iframe map math noframes noscript object script select style svg template textarea title video xml'.split(
    ' ',
  ),
)
const KEPT_ATTRIBUTES = new Map([
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
  ['ol', ['start']],
])

function startTag(name: string, attributes: Record<string, string>): string {
  const kept = (KEPT_ATTRIBUTES.get(name) ?? [])
    .filter((key) => /^\d{1,4}$/.test(attributes[key] ?? ''))
    .map((key) => ` ${key}="${attributes[key]}"`)
  const href = name === 'a' ? attributes['href']?.trim() : undefined
  if (href !== undefined && /^(?:https?|mailto|tel|ftp):/i.test(href)) {
    kept.push(` href="${escapeAttribute(href)}"`)
  }
  return `<${name}${kept.join('')}>`
}

function voidHtml(
  name: string,
  attributes: Record<string, string>,
  addressOf: (address: string) => string | undefined,
): string {
  if (name === 'br' || name === 'hr' || name === 'wbr') return `<${name}>`
  if (name !== 'img' || isHidden(attributes) || isPixel(attributes)) return ''
  const address = addressOf((attributes['src'] ?? '').trim())
  const alt = attributes['alt'] ?? ''
  if (address !== undefined && /^(?:https?|data):/i.test(address)) {
    return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">`
  }
  return escapeText(alt)
}

/** Lines for the preview of a mailbox stand hidden at the top of many messages. */
function isHidden({ style = '', hidden }: Record<string, string>): boolean {
  return hidden !== undefined || HIDDEN_STYLE.test(style)
}

const HIDDEN_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:max-height|font-size)\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)/i

function isPixel({ width = '', height = '', style = '' }: Record<string, string>): boolean {
  const isTiny = (value: string) => /^\s*[01](?:px)?\s*$/i.test(value)
  return (
    (isTiny(width) && isTiny(height)) ||
    /(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/i.test(style)
  )
}

/** Plain text as paragraphs and lists, with what is quoted by `>` as quotes. */
export function textHtml(text: string): string {
  const written: string[] = []
  let depth = 0
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) written.push(paragraphHtml(paragraph))
    paragraph = []
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const quote = /^(?:>\s?){1,20}/.exec(line)?.[0] ?? ''
    const level = Math.min(quote.replaceAll(/\s/g, '').length, MAX_QUOTES)
    const rest = line.slice(quote.length).trimEnd()
    if (level !== depth) {
      endParagraph()
      written.push((level > depth ? '<blockquote>' : '</blockquote>').repeat(Math.abs(level - depth)))
      depth = level
    }
    if (rest.trim() === '') endParagraph()
    else paragraph.push(rest)
  }
  endParagraph()
  written.push('</blockquote>'.repeat(depth))
  return written.filter((part) => part !== '').join('\n')
}

const MAX_QUOTES = 10
const BULLET = /^\s*[-*•]\s+(?=\S)/

function paragraphHtml(lines: readonly string[]): string {
  if (lines.length > 1 && lines.every((line) => BULLET.test(line))) {
    return `<ul>${lines.map((line) => `<li>${withLinks(line.replace(BULLET, ''))}</li>`).join('')}</ul>`
  }
  const between = isWrapped(lines) ? ' ' : '<br>'
  return `<p>${lines.map((line) => withLinks(line.trim())).join(between)}</p>`
}

/** Whether the lines are one text that was broken where a line was full, rather than lines that end where they should. */
function isWrapped(lines: readonly string[]): boolean {
  const [last = '', ...before] = lines.toReversed()
  if (before.length === 0) return false
  const longest = before.reduce((most, line) => Math.max(most, line.length), last.length)
  return longest <= 100 && before.every((line) => line.length >= Math.max(50, longest * 0.7))
}

/** Addresses in the text lead to where they say. */
function withLinks(line: string): string {
  return line
    .split(/(\bhttps?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      if (index % 2 === 0) return escapeText(part)
      const address = withoutEnd(part)
      return `<a href="${escapeAttribute(address)}">${escapeText(address)}</a>${escapeText(part.slice(address.length))}`
    })
    .join('')
}

/** An address without the signs that end the sentence it stands in. */
function withoutEnd(address: string): string {
  let length = address.length
  while (".,;:!?)]}'*".includes(address[length - 1]!)) length--
  return address.slice(0, length)
}
