import { randomUUID } from 'node:crypto'
import type { Document } from '../contract/document.ts'
import type { ParseOptions } from '../contract/parse.ts'
import { Fault } from '../fault.ts'
import { priceOfParse } from './price.ts'
import { refuseUnbuilt } from './refuse-unbuilt.ts'
import type { Understand, Understood } from './understand.ts'

export interface Upload {
  fileName: string
  contentType: string
  bytes: Uint8Array
}

/** The line entered behind the fetch: an uploaded file gives a document as a page does. */
export type ParseUpload = (upload: Upload, options: ParseOptions, signal: AbortSignal) => Promise<Document>

export function createParseUpload({ understand }: { understand: Understand }): ParseUpload {
  return async (upload, options, signal) => {
    refuseUnbuilt(options)
    refuseUnreadKind(upload)
    const contentType = `text/html${charsetOf(upload)}`
    const understood = await understand({ bytes: upload.bytes, contentType, url: undefined }, options, signal)
    return toDocument(understood, upload, options)
  }
}

function toDocument(understood: Understood, upload: Upload, options: ParseOptions): Document {
  if (understood.state === 'unsupported') {
    const message = `The file is named like a page, but is something else: ${understood.name}.`
    throw new Fault('UNSUPPORTED_FILE_TYPE', message)
  }
  const metadata = {
    ...understood.metadata,
    sourceFile: plainFileName(upload.fileName),
    contentType: 'text/html',
    statusCode: 200,
    scrapeId: randomUUID(),
    creditsUsed: priceOfParse(options).credits,
  }
  return { ...understood.fields, metadata }
}

interface Kind {
  name: string
  extensions: string[]
  contentTypes: RegExp
  isBuilt: boolean
}

/** The kinds of files the service is for. */
const KINDS: Kind[] = [
  { name: 'HTML', extensions: ['html', 'htm', 'xhtml'], contentTypes: /html/, isBuilt: true },
  { name: 'PDF', extensions: ['pdf'], contentTypes: /\/pdf$/, isBuilt: false },
  {
    name: 'Word',
    extensions: ['docx', 'doc', 'docm'],
    contentTypes: /ms-?word|wordprocessingml/,
    isBuilt: false,
  },
  { name: 'OpenDocument', extensions: ['odt', 'ods', 'odp'], contentTypes: /opendocument/, isBuilt: false },
  { name: 'RTF', extensions: ['rtf'], contentTypes: /\/rtf$/, isBuilt: false },
  {
    name: 'Excel',
    extensions: ['xlsx', 'xls', 'xlsm', 'xlsb'],
    contentTypes: /ms-excel|spreadsheetml/,
    isBuilt: false,
  },
  {
    name: 'PowerPoint',
    extensions: ['pptx', 'ppt', 'pptm'],
    contentTypes: /powerpoint|presentationml/,
    isBuilt: false,
  },
  { name: 'EPUB', extensions: ['epub'], contentTypes: /epub/, isBuilt: false },
  { name: 'CSV', extensions: ['csv'], contentTypes: /\/csv$/, isBuilt: false },
]

/** The extension decides; the content type only when the name has none. */
function refuseUnreadKind({ fileName, contentType }: Upload): void {
  const extension = /\.([a-z0-9]+)\s*$/i.exec(fileName)?.[1]?.toLowerCase()
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  const kind = KINDS.find(({ extensions, contentTypes }) =>
    extension === undefined ? contentTypes.test(type) : extensions.includes(extension),
  )
  if (kind === undefined) {
    const known = KINDS.flatMap(({ extensions }) => extensions).join(', ')
    throw new Fault('UNSUPPORTED_FILE_TYPE', `Files of this type are not supported. Supported are: ${known}.`)
  }
  if (!kind.isBuilt) throw new Fault('NOT_IMPLEMENTED', `Parsing ${kind.name} files is not built yet.`)
}

/** A name as a person would read it: no folders, nothing invisible, not endless. */
function plainFileName(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? ''
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 255)
}

function charsetOf({ contentType }: Upload): string {
  return /;\s*charset\s*=\s*[^;]+/i.exec(contentType)?.[0] ?? ''
}
