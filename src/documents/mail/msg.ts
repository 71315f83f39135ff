import library from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader'
import { CompoundFile, decodeCodePage } from '../compound-file/compound-file.ts'
import { damaged } from '../converted.ts'
import type { ConversionOptions, Converter } from '../converted.ts'
import MEDIA_TYPES from '../media-types.json' with { type: 'json' }
import { convertedMessage, MAX_DEPTH, MAX_PARTS } from './message.ts'
import type { Attachment, Message } from './message.ts'
import RTF_SIGNS from './rtf-signs.json' with { type: 'json' }

const MsgReader = library.default
type MsgReader = InstanceType<typeof MsgReader>

/** Makes what reads the messages of Outlook; `convertRtf` reads texts that only exist as RTF. */
export function msgConverter(convertRtf: Converter): Converter {
  return async ({ bytes }, options) => {
    // The library follows whatever the file says.
    new CompoundFile(bytes).refuseUnsound()
    const reader = new Reader(bytes, options, convertRtf)
    const message = await reader.message()
    return convertedMessage(message, options, reader.leftParts < 0)
  }
}

class Reader {
  leftParts = MAX_PARTS
  private readonly msg: MsgReader
  private readonly fields: FieldsData
  private readonly options: ConversionOptions
  private readonly convertRtf: Converter

  constructor(bytes: Uint8Array, options: ConversionOptions, convertRtf: Converter) {
    this.msg = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))
    this.fields = fieldsOf(this.msg)
    this.options = options
    this.convertRtf = convertRtf
  }

  message(): Promise<Message> {
    return this.messageOf(this.fields, 1)
  }

  private async messageOf(read: FieldsData, depth: number): Promise<Message> {
    const fields = validFields(read)
    const attachments: Attachment[] = []
    const messages: Message[] = []
    for (const attached of fields.attachments ?? []) {
      if (--this.leftParts < 0) break
      const part = validFields(attached)
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
    const { content } = await this.convertRtf(source, this.options, () => {})
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

const TEXTS = (
  'subject senderName senderSmtpAddress creatorSMTPAddress senderEmail clientSubmitTime messageDeliveryTime creationTime ' +
  'bodyHtml body fileName fileNameShort name attachMimeTag pidContentId extension recipType smtpAddress email'
).split(' ') as (keyof FieldsData)[]
const NUMBERS = ['internetCodepage', 'messageCodepage', 'contentLength'] as (keyof FieldsData)[]
const BYTES = ['html', 'compressedRtf'] as (keyof FieldsData)[]

/** A file says itself of what type each field is; one that says something else than it should is not used. */
function validFields(fields: FieldsData): FieldsData {
  const kept = { ...fields }
  for (const name of TEXTS) if (typeof kept[name] !== 'string') delete kept[name]
  for (const name of NUMBERS) if (typeof kept[name] !== 'number') delete kept[name]
  for (const name of BYTES) if (!(kept[name] instanceof Uint8Array)) delete kept[name]
  return kept
}

/** Texts that are not Unicode are in the code page of the message, which is known only after the first reading. */
function fieldsOf(msg: MsgReader): FieldsData {
  const fields = read(msg)
  const codePage = validFields(fields).messageCodepage ?? 0
  if (codePage < 100 || codePage === 1200 || codePage === 65_001) return fields
  msg.parserConfig = { ansiEncoding: String(codePage) }
  try {
    return read(msg)
  } catch {
    return fields
  }
}

function read(msg: MsgReader): FieldsData {
  let fields: FieldsData
  try {
    fields = msg.getFileData()
  } catch (cause) {
    throw damaged('The message is damaged: its parts cannot be read.', cause)
  }
  if (fields.error !== undefined || fields.dataType !== 'msg')
    throw damaged('The file is not a message of Outlook, or is damaged.')
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
  } catch {}
  return decodeCodePage(bytes, codePage ?? 65_001)
}

function recipientsText({ recipients = [] }: FieldsData, type: string): string {
  return recipients
    .map(validFields)
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

/** What every text is told to begin with, so that it can be referred to (MS-OXRTFCP 2.1.2.1). */
const BEGINNING =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const WINDOW = 4096
const HEADER_BYTES = 16
const COMPRESSED = 0x75_46_5a_4c
const UNCOMPRESSED = 0x41_4c_45_4d
const MAX_BYTES = 64 * 1024 * 1024

/** Unpacks the RTF that Outlook keeps the text of a message in. */
export function decompressRtf(packed: Uint8Array): Uint8Array {
  if (packed.length < HEADER_BYTES) throw damaged('The text of the message is damaged.')
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const sizeBytes = view.getUint32(4, true)
  const kind = view.getUint32(8, true)
  const content = packed.subarray(HEADER_BYTES)
  if (kind === UNCOMPRESSED) return content.subarray(0, sizeBytes)
  if (kind !== COMPRESSED || sizeBytes > MAX_BYTES) throw damaged('The text of the message is damaged.')
  return unpack(content, sizeBytes)
}

function unpack(content: Uint8Array, sizeBytes: number): Uint8Array {
  const written = new Uint8Array(BEGINNING.length + sizeBytes)
  written.set(Buffer.from(BEGINNING, 'latin1'))
  let end = BEGINNING.length
  let at = 0
  while (at < content.length && end < written.length) {
    // Each bit says of what follows whether it is a byte or refers to bytes before.
    const flags = content[at++]!
    for (let bit = 0; bit < 8 && at < content.length && end < written.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        written[end++] = content[at++]!
        continue
      }
      const reference = (content[at]! << 8) | (content[at + 1] ?? 0)
      at += 2
      // A reference into a ring buffer; a distance of 0 marks the end.
      const distance = (WINDOW + (end % WINDOW) - (reference >> 4)) % WINDOW
      if (distance === 0) return written.subarray(BEGINNING.length, end)
      const repeated = Math.min(end + (reference & 15) + 2, written.length)
      for (; end < repeated; end++) written[end] = written[end - distance] ?? 0
    }
  }
  return written.subarray(BEGINNING.length, end)
}

/** The HTML that RTF carries along in groups of tags (MS-OXRTFEX); undefined when it was not made from HTML. */
function htmlInRtf(rtf: Uint8Array): string | undefined {
  const source = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.length).toString('latin1')
  if (!/\\fromhtml1\b/.test(source.slice(0, 1024))) return undefined
  const codePage = Number(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1024))?.[1] ?? 1252)
  const written: string[] = []
  let bytes: number[] = []
  const flush = () => {
    if (bytes.length > 0) written.push(decodeCodePage(Uint8Array.from(bytes), codePage))
    bytes = []
  }
  let group: Group = { isShown: true, isTag: false, isRtfOnly: false, skipAfterUnicode: 1 }
  const groups: Group[] = []
  let toSkip = 0
  for (const [token, word, value = '', hex, sign] of source.matchAll(TOKEN)) {
    if (token === '{') groups.push({ ...group })
    else if (token === '}') group = groups.pop() ?? group
    else if (sign === '*') group = { ...group, isShown: false }
    else if (word !== undefined) {
      if (word === 'u') {
        flush()
        if (isVisible(group)) written.push(String.fromCharCode(Number(value) & 0xffff))
        toSkip = group.skipAfterUnicode
      } else group = afterWord(group, word, value, (text) => (flush(), written.push(text)))
    } else if (toSkip > 0) toSkip--
    else if (!isVisible(group)) continue
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else if (sign !== undefined) bytes.push(...Buffer.from(ESCAPED.get(sign) ?? ''))
    else if (token !== '\r' && token !== '\n') bytes.push(token.charCodeAt(0))
  }
  flush()
  return written.join('')
}

const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|[^\\]/g

const ESCAPED: ReadonlyMap<string, string> = new Map(Object.entries(RTF_SIGNS.escaped))

interface Group {
  isShown: boolean
  isTag: boolean
  isRtfOnly: boolean
  skipAfterUnicode: number
}

function isVisible({ isShown, isTag, isRtfOnly }: Group): boolean {
  return isShown && (isTag || !isRtfOnly)
}

const HIDDEN = new Set(['fonttbl', 'colortbl', 'stylesheet', 'info', 'pntext'])
const SIGNS: ReadonlyMap<string, string> = new Map(Object.entries(RTF_SIGNS.signs))

function afterWord(group: Group, word: string, value: string, write: (text: string) => void): Group {
  // All other groups that begin with a star are for programs that know them.
  if (word === 'htmltag') return { ...group, isTag: true, isShown: true }
  if (word === 'htmlrtf') return { ...group, isRtfOnly: value !== '0' }
  if (word === 'uc') return { ...group, skipAfterUnicode: Number(value) }
  if (HIDDEN.has(word)) return { ...group, isShown: false }
  const sign = SIGNS.get(word)
  if (sign !== undefined && isVisible(group)) write(sign)
  return group
}
