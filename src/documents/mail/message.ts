import TAGS from '../tags.json' with { type: 'json' }
import { Parser } from 'htmlparser2'
import { documentMetadata, tooLarge } from '../converted.ts'
import type { ConversionOptions, Converted } from '../converted.ts'
import { decodeUrl, escapeAttribute, escapeText, Pictures } from '../markup.ts'

export interface Message {
  subject: string
  /** The names and addresses of its head, such as `Ann <ann@example.com>`. */
  from: string
  to: string
  cc: string
  date: string
  body: { html: string } | { text: string } | { ready: string }
  attachments: Attachment[]
  messages: Message[]
}

export interface Attachment {
  name: string
  mimeType: string
  sizeBytes: number
  contentId: string | undefined
  bytes: Uint8Array
}

/** Messages within messages are read so deep; deeper ones are only listed. */
export const MAX_DEPTH = 5
export const MAX_PARTS = 1000

/** A message with those attached to it as one document. `isCut` says that it has more attachments than are listed. */
export function convertedMessage(message: Message, options: ConversionOptions, isCut: boolean): Converted {
  const pictures = new Pictures(options.keepImages)
  return {
    content: { html: messageHtml(message, pictures, 1) },
    metadata: documentMetadata({ title: message.subject, author: message.from, createdTime: message.date }),
    warnings: isCut ? [`The message has more than ${MAX_PARTS} attachments; the rest is not listed.`] : [],
  }
}

function messageHtml(message: Message, pictures: Pictures, level: number): string {
  const byContentId = new Map(message.attachments.map((one) => [one.contentId, one]))
  const shown = new Set<Attachment>()
  const body = writtenBody(message, (address) => {
    if (/^data:image\//i.test(address)) return pictures.boundedDataUrl(address)
    const cid = /^cid:(.+)$/i.exec(address)?.[1]
    const attachment = cid === undefined ? undefined : byContentId.get(decodeUrl(cid))
    if (!attachment || !attachment.mimeType.startsWith('image/'))
      return cid === undefined ? address : undefined
    shown.add(attachment)
    return pictures.dataUrlOf(attachment.mimeType, attachment.bytes)
  })
  const heading = `h${Math.min(level, 6)}`
  return [
    message.subject && `<${heading}>${escapeText(message.subject)}</${heading}>`,
    headHtml(message),
    body,
    attachmentsHtml(message.attachments.filter((one) => !shown.has(one))),
    ...message.messages.map((inner) => messageHtml(inner, pictures, level + 1)),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function writtenBody({ body }: Message, imageUrlOf: (address: string) => string | undefined): string {
  if ('ready' in body) return body.ready
  return 'html' in body ? bodyHtml(body.html, imageUrlOf) : textHtml(body.text)
}

function headHtml({ from, to, cc, date }: Message): string {
  const rows = [
    ['From', from],
    ['To', to],
    ['Cc', cc],
    ['Date', date],
  ].filter(([, value]) => value !== '')
  if (rows.length === 0) return ''
  return `<ul>${rows.map(([name, value]) => `<li><strong>${name}:</strong> ${escapeText(value!)}</li>`).join('')}</ul>`
}

function attachmentsHtml(attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return ''
  const items = attachments.map(
    ({ name, mimeType, sizeBytes }) =>
      `<li>${escapeText([name || 'unnamed', `(${mimeType}, ${sizeText(sizeBytes)})`].join(' '))}</li>`,
  )
  return `<p><strong>Attachments:</strong></p>\n<ul>${items.join('')}</ul>`
}

function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} bytes`
  if (sizeBytes < 1024 * 1024) return `${Math.round(sizeBytes / 1024)} KB`
  return `${(sizeBytes / 1024 / 1024).toFixed(1)} MB`
}

/** The body of a message without scripts, hidden lines and tracking pictures. `addressOf` says where a picture is. */
export function bodyHtml(html: string, imageUrlOf: (address: string) => string | undefined): string {
  const written: string[] = []
  // Of each open element the end tag that it gets; none when the element is left out but not what is in it.
  const open: string[] = []
  let hiddenSince: number | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (VOID.has(name)) {
        if (hiddenSince === undefined) written.push(voidHtml(name, attributes, imageUrlOf))
        return
      }
      // The parser slows down with each level, so there is an end to them.
      if (open.length >= MAX_OPEN) throw tooLarge('The text of the message nests too deeply to be read.')
      const isKept = KEPT.has(name) && open.length < MAX_KEPT_DEPTH
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
const MAX_KEPT_DEPTH = 200
const MAX_OPEN = 2000

const VOID = new Set(TAGS.mail.void.split(' '))
const KEPT = new Set(TAGS.mail.kept.split(' '))
const DROPPED = new Set(TAGS.mail.dropped.split(' '))
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
  imageUrlOf: (address: string) => string | undefined,
): string {
  if (name === 'br' || name === 'hr' || name === 'wbr') return `<${name}>`
  if (name !== 'img' || isHidden(attributes) || isPixel(attributes)) return ''
  const address = imageUrlOf((attributes['src'] ?? '').trim())
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

function withLinks(line: string): string {
  return line
    .split(/(\bhttps?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      if (index % 2 === 0) return escapeText(part)
      const address = withoutPunctuation(part)
      return `<a href="${escapeAttribute(address)}">${escapeText(address)}</a>${escapeText(part.slice(address.length))}`
    })
    .join('')
}

function withoutPunctuation(address: string): string {
  let length = address.length
  while (".,;:!?)]}'*".includes(address[length - 1]!)) length--
  return address.slice(0, length)
}
