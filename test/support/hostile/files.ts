import { Readable } from 'node:stream'
import type { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, createDeflateRaw, deflateSync } from 'node:zlib'
import type { ZipEntry } from '../zip-file.ts'

export { zipOfEntries as hostileZip } from '../zip-file.ts'

/** The given mebibytes of one letter, compressed with the best ratio, without holding them in memory. */
export async function denseEntry(name: string, mebibytes: number): Promise<ZipEntry> {
  const piece = Buffer.alloc(MIB, 'a')
  let crc = 0
  const pieces = function* () {
    for (let count = 0; count < mebibytes; count++) {
      crc = crc32(piece, crc)
      yield piece
    }
  }
  const data = await compressed(createDeflateRaw({ level: 9 }), pieces())
  return { name, data, inflatedSize: mebibytes * MIB, crc }
}

const MIB = 1024 * 1024

/** In another thread, because the service runs on this one. */
async function compressed(deflate: Transform, pieces: Iterable<Uint8Array>): Promise<Buffer> {
  return await buffer(Readable.from(pieces, { objectMode: false }).pipe(deflate))
}

export const CONTENT_TYPES = { name: '[Content_Types].xml', data: Buffer.from('<Types/>') }

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

export function wordXml(body: string, before = ''): Buffer {
  return Buffer.from(`<?xml version="1.0"?>${before}<w:document ${W}><w:body>${body}</w:body></w:document>`)
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** A PDF of the given objects; the first is the catalogue. */
export function hostilePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]!.length
  const offsets = objects.map((object, at) => {
    const offset = length
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    length += part.length
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** The objects of a page with this content, with additional catalogue entries and objects. */
export function pdfWith({ catalogue = '', page = '', content = '', further = [] }: PdfParts): Buffer {
  const stream = Buffer.from(content)
  return hostilePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${stream.length} >>\nstream\n${content}\nendstream`,
    ...further,
  ])
}

export interface PdfParts {
  catalogue?: string
  page?: string
  content?: string
  further?: (string | Buffer)[]
}

export function pdfText(text: string): string {
  return `BT /F 12 Tf 72 700 Td (${text}) Tj ET`
}

/** A content stream that expands to the given mebibytes. */
export async function flateBomb(mebibytes: number): Promise<Buffer> {
  const piece = Buffer.alloc(MIB, ' ')
  const data = await compressed(createDeflate({ level: 9 }), Array<Buffer>(mebibytes).fill(piece))
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** An image whose header declares a huge size. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const part = Buffer.alloc(4 + body.length + 4)
    part.writeUInt32BE(data.length, 0)
    body.copy(part, 4)
    part.writeUInt32BE(crc32(body), 4 + body.length)
    return part
  }
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, MIB)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
