import { documentMetadata } from '../converted.ts'
import type { ConversionWish, Converted } from '../converted.ts'
import { decodedAddress, escapeText } from '../markup.ts'
import { Pictures } from '../pictures.ts'
import { bodyHtml, textHtml } from './body-html.ts'

/** A message as both of its file formats tell it. */
export interface Message {
  subject: string
  /** The names and addresses of its head, such as `Ann <ann@example.com>`. */
  from: string
  to: string
  cc: string
  /** As it is written in the message. */
  date: string
  body: { html: string } | { text: string } | { ready: string }
  attachments: Attachment[]
  /** Messages that are attached to it. */
  messages: Message[]
}

export interface Attachment {
  name: string
  mimeType: string
  sizeBytes: number
  /** By which the body shows it, without angle brackets. */
  contentId: string | undefined
  bytes: Uint8Array
}

/** Messages within messages are read so deep; deeper ones are only listed. */
export const MAX_DEPTH = 5
/** Attachments and messages of one message that are listed. */
export const MAX_PARTS = 1000

/** A message with those attached to it as one document. `isCut` says that it has more attachments than are listed. */
export function convertedMessage(message: Message, wish: ConversionWish, isCut: boolean): Converted {
  const pictures = new Pictures(wish.keepImages)
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
    if (/^data:image\//i.test(address)) return pictures.dataAddress(address)
    const cid = /^cid:(.+)$/i.exec(address)?.[1]
    const attachment = cid === undefined ? undefined : byContentId.get(decodedAddress(cid))
    if (!attachment || !attachment.mimeType.startsWith('image/'))
      return cid === undefined ? address : undefined
    shown.add(attachment)
    return pictures.addressOf(attachment.mimeType, attachment.bytes)
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

function writtenBody({ body }: Message, addressOf: (address: string) => string | undefined): string {
  if ('ready' in body) return body.ready
  return 'html' in body ? bodyHtml(body.html, addressOf) : textHtml(body.text)
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
