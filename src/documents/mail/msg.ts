import library from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader'
import { decodeCodePage } from '../compound-file/code-page.ts'
import { CompoundFile } from '../compound-file/compound-file.ts'
import { UnreadableDocument } from '../converted.ts'
import type { ConversionWish, Converter } from '../converted.ts'
import MEDIA_TYPES from '../media-types.json' with { type: 'json' }
import { convertedMessage, MAX_DEPTH, MAX_PARTS } from './message.ts'
import type { Attachment, Message } from './message.ts'
import { decompressRtf, htmlInRtf } from './outlook-rtf.ts'

const MsgReader = library.default
type MsgReader = InstanceType<typeof MsgReader>

/** Makes what reads the messages of Outlook; `convertRtf` reads texts that only exist as RTF. */
export function msgConverter(convertRtf: Converter): Converter {
  return async ({ bytes }, wish) => {
    // The library follows whatever the file says.
    new CompoundFile(bytes).refuseUnsound()
    const reader = new Reader(bytes, wish, convertRtf)
    const message = await reader.message()
    return convertedMessage(message, wish, reader.leftParts < 0)
  }
}

class Reader {
  leftParts = MAX_PARTS
  private readonly msg: MsgReader
  private readonly fields: FieldsData
  private readonly wish: ConversionWish
  private readonly convertRtf: Converter

  constructor(bytes: Uint8Array, wish: ConversionWish, convertRtf: Converter) {
    this.msg = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))
    this.fields = fieldsOf(this.msg)
    this.wish = wish
    this.convertRtf = convertRtf
  }

  message(): Promise<Message> {
    return this.messageOf(this.fields, 1)
  }

  private async messageOf(read: FieldsData, depth: number): Promise<Message> {
    const fields = sound(read)
    const attachments: Attachment[] = []
    const messages: Message[] = []
    for (const attached of fields.attachments ?? []) {
      if (--this.leftParts < 0) break
      const part = sound(attached)
      const inner = part.innerMsgContentFields
      if (inner && depth < MAX_DEPTH) messages.push(await this.messageOf(inner, depth + 1))
      else attachments.push(this.attachmentOf(part))
    }
    return {
      subject: fields.subject?.trim() ?? '',
      from: personText(
        fields.senderName,
        fields.senderSmtpAddress ?? fields.creatorSMTPAddress ?? fields.senderEmail,
      ),
      to: recipientsText(fields, 'to'),
      cc: recipientsText(fields, 'cc'),
      date: fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime ?? '',
      body: await this.bodyOf(fields),
      attachments,
      messages,
    }
  }

  private async bodyOf(fields: FieldsData): Promise<Message['body']> {
    if (fields.html) return { html: decodeHtml(fields.html, fields.internetCodepage) }
    if (fields.bodyHtml) return { html: fields.bodyHtml }
    const rtf = fields.compressedRtf && rtfOf(fields.compressedRtf)
    const html = rtf && htmlInRtf(rtf)
    if (html !== undefined) return { html }
    if (fields.body !== undefined && fields.body.trim() !== '') return { text: fields.body }
    return rtf ? { ready: await this.readRtf(rtf) } : { text: '' }
  }

  private async readRtf(bytes: Uint8Array): Promise<string> {
    const source = { bytes, fileName: '', contentType: 'application/rtf' }
    const { content } = await this.convertRtf(source, this.wish, () => {})
    return 'html' in content ? content.html : ''
  }

  private attachmentOf(part: FieldsData): Attachment {
    const bytes = part.innerMsgContent ? new Uint8Array() : contentOf(this.msg, part)
    return {
      name: part.fileName ?? part.fileNameShort ?? part.name ?? '',
      mimeType:
        part.attachMimeTag ??
        (part.innerMsgContent
          ? 'application/vnd.ms-outlook'
          : TYPES.get(part.extension?.toLowerCase() ?? '')) ??
        'application/octet-stream',
      sizeBytes: bytes.length || (part.contentLength ?? 0),
      contentId: part.pidContentId?.replace(/^<|>$/g, ''),
      bytes,
    }
  }
}

/** The fields that are used here, by what they hold. */
const TEXTS = (
  'subject senderName senderSmtpAddress creatorSMTPAddress senderEmail clientSubmitTime messageDeliveryTime creationTime ' +
  'bodyHtml body fileName fileNameShort name attachMimeTag pidContentId extension recipType smtpAddress email'
).split(' ') as (keyof FieldsData)[]
const NUMBERS = ['internetCodepage', 'messageCodepage', 'contentLength'] as (keyof FieldsData)[]
const BYTES = ['html', 'compressedRtf'] as (keyof FieldsData)[]

/** A file says itself of what type each field is; one that says something else than it should is not used. */
function sound(fields: FieldsData): FieldsData {
  const kept = { ...fields }
  for (const name of TEXTS) if (typeof kept[name] !== 'string') delete kept[name]
  for (const name of NUMBERS) if (typeof kept[name] !== 'number') delete kept[name]
  for (const name of BYTES) if (!(kept[name] instanceof Uint8Array)) delete kept[name]
  return kept
}

/** Texts that are not Unicode are in the code page of the message, which is known only after the first reading. */
function fieldsOf(msg: MsgReader): FieldsData {
  const fields = read(msg)
  const codePage = sound(fields).messageCodepage ?? 0
  if (codePage < 100 || codePage === 1200 || codePage === 65_001) return fields
  msg.parserConfig = { ansiEncoding: String(codePage) }
  try {
    return read(msg)
  } catch {
    // A code page that the library does not know.
    return fields
  }
}

function read(msg: MsgReader): FieldsData {
  let fields: FieldsData
  try {
    fields = msg.getFileData()
  } catch (cause) {
    throw new UnreadableDocument('damaged', 'The message is damaged: its parts cannot be read.', { cause })
  }
  if (fields.error !== undefined || fields.dataType !== 'msg') {
    throw new UnreadableDocument('damaged', 'The file is not a message of Outlook, or is damaged.')
  }
  return fields
}

function contentOf(msg: MsgReader, part: FieldsData): Uint8Array {
  try {
    return msg.getAttachment(part).content
  } catch {
    return new Uint8Array()
  }
}

/** A message whose RTF is damaged may still have its text. */
function rtfOf(packed: Uint8Array): Uint8Array | undefined {
  try {
    return decompressRtf(packed)
  } catch {
    return undefined
  }
}

function decodeHtml(bytes: Uint8Array, codePage: number | undefined): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1')
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  try {
    if (codePage === undefined) return new TextDecoder(declared ?? 'utf-8').decode(bytes)
  } catch {
    // A name of a charset that nobody knows.
  }
  return decodeCodePage(bytes, codePage ?? 65_001)
}

function recipientsText({ recipients = [] }: FieldsData, type: string): string {
  return recipients
    .map(sound)
    .filter(({ recipType = 'to' }) => recipType === type)
    .map(({ name, smtpAddress, email }) => personText(name, smtpAddress ?? email))
    .join(', ')
}

/** Addresses within an organization, which begin with `/o=`, mean nothing outside of it. */
function personText(name = '', address = ''): string {
  const isMeaningful = address !== '' && !/^\/o/i.test(address)
  if (!isMeaningful) return name
  return name === '' || name === address ? address : `${name} <${address}>`
}

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(MEDIA_TYPES.attachments))
