import PostalMime from 'postal-mime'
import type { Address, Email, Attachment as MimeAttachment } from 'postal-mime'
import { damaged, tooLarge } from '../converted.ts'
import type { Converter } from '../converted.ts'
import { convertedMessage, MAX_DEPTH, MAX_PARTS } from './message.ts'
import type { Attachment, Message } from './message.ts'

/** Reads messages as they travel (RFC 5322 with MIME). */
export const convertEml: Converter = async ({ bytes }, options) => {
  const budget = { parts: MAX_PARTS }
  const message = await readMessage(bytes, { depth: 1, budget })
  if (message.from === '' && message.to === '' && message.subject === '' && isEmpty(message))
    throw damaged('The file is not a message: it has no headers and no text.')
  return convertedMessage(message, options, budget.parts < 0)
}

async function readMessage(
  bytes: Uint8Array,
  place: { depth: number; budget: { parts: number } },
): Promise<Message> {
  const email = await parse(bytes)
  const attachments: Attachment[] = []
  const messages: Message[] = []
  for (const part of email.attachments) {
    if (--place.budget.parts < 0) break
    const attachment = toAttachment(part)
    if (part.mimeType === 'message/rfc822' && place.depth < MAX_DEPTH) {
      messages.push(await readMessage(attachment.bytes, { ...place, depth: place.depth + 1 }))
    } else attachments.push(attachment)
  }
  return {
    subject: email.subject?.trim() ?? '',
    from: email.from ? addressText(email.from) : '',
    to: addressesText(email.to),
    cc: addressesText(email.cc),
    date: email.headers.find(({ key }) => key === 'date')?.value.trim() ?? '',
    body: bodyOf(email),
    attachments,
    messages,
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 })
  } catch (cause) {
    throw tooLarge(
      'The message cannot be read: its parts nest too deeply, or its headers are too long.',
      cause,
    )
  }
}

/** The text is preferred when the markup has none of its words, as in messages that only carry a picture. */
function bodyOf({ html = '', text = '' }: Email): Message['body'] {
  return html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === '' && !/<img\b/i.test(html) ? { text } : { html }
}

function toAttachment(part: MimeAttachment): Attachment {
  const bytes = typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content)
  return {
    name: part.filename?.trim() ?? '',
    mimeType: part.mimeType,
    sizeBytes: bytes.length,
    contentId: part.contentId?.trim().replace(/^<|>$/g, ''),
    bytes,
  }
}

function addressesText(addresses: readonly Address[] = []): string {
  return addresses.map(addressText).join(', ')
}

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${addressesText(group)};`
  if (!name || name === address) return address ?? ''
  return address ? `${name} <${address}>` : name
}

function isEmpty({ body, attachments, messages }: Message): boolean {
  const written = 'html' in body ? body.html : 'text' in body ? body.text : body.ready
  return written.trim() === '' && attachments.length === 0 && messages.length === 0
}
