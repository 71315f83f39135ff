import { randomUUID } from 'node:crypto'
import type { Document } from '../../contract/document.ts'
import type { ParseOptions } from '../../contract/parse.ts'
import {
  declaredFamily,
  DOCUMENT_ENDINGS,
  endingOf,
  readStored,
  UnreadableDocument,
} from '../../documents/documents.ts'
import type { SpooledFile } from '../../documents/documents.ts'
import { Fault } from '../../fault.ts'
import type { AskModel } from '../answer/ask-model.ts'
import type { DerivedPage } from '../understand/derived-page.ts'
import { priceOfParse } from '../admit/price.ts'
import type { UnderstandDocument } from '../understand/documents.ts'
import { rejectUnsupported } from '../admit/admit.ts'
import type { UnderstandSource, Understood, Wanted } from '../understand/understand-source.ts'

export { createUploadRefs } from './uploads.ts'

export interface Upload {
  fileName: string
  contentType: string
  file: Pick<SpooledFile, 'size' | 'head' | 'stored'>
}

/** The line entered behind the fetch: an uploaded file gives a document as a page does. */
export type ParseUpload = (
  upload: Upload,
  options: ParseOptions & Pick<Wanted, 'teamId'>,
  signal: AbortSignal,
) => Promise<Document>

interface Needs {
  understand: UnderstandSource
  understandDocument: UnderstandDocument
  askModel: AskModel
}

export function createParseUpload(needs: Needs): ParseUpload {
  return async (upload, options, signal) => {
    rejectUnsupported(options)
    if (upload.file.size === 0)
      throw new Fault('BAD_REQUEST', 'The file is empty: it has no bytes.', { details: { reason: 'empty' } })
    try {
      const page = requireReadable(await understandUpload(upload, options, signal, needs))
      return toDocument(
        await needs.askModel(page, { formats: options.formats, timeMs: options.timeout }, signal),
        upload,
        options,
      )
    } catch (failure) {
      throw failure instanceof UnreadableDocument ? toFault(failure) : failure
    }
  }
}

async function understandUpload(
  { file, fileName, contentType }: Upload,
  options: ParseOptions,
  signal: AbortSignal,
  { understand, understandDocument }: Needs,
): Promise<Understood> {
  const { stored, head } = file
  const document = { stored, head, fileName, contentType, url: undefined }
  const understood = await understandDocument(document, options, signal)
  if (understood) return understood
  const type = textType(fileName, contentType)
  if (type === undefined) throw unsupportedFile()
  return await understand(
    { bytes: await readStored(stored), contentType: type, url: undefined },
    options,
    signal,
  )
}

function toFault(unreadable: UnreadableDocument): Fault {
  const code = unreadable.reason === 'unsupported' ? 'UNSUPPORTED_FILE_TYPE' : 'BAD_REQUEST'
  return new Fault(code, unreadable.message, { cause: unreadable, details: { reason: unreadable.reason } })
}

function requireReadable(understood: Understood): DerivedPage {
  if (understood.state === 'unsupported') {
    const message = `The file is named like a page or a text, but is something else: ${understood.name}.`
    throw new Fault('UNSUPPORTED_FILE_TYPE', message)
  }
  const { refusal } = understood
  if (refusal) throw new Fault(refusal.code, refusal.message)
  return understood
}

function toDocument(page: DerivedPage, upload: Upload, options: ParseOptions): Document {
  const { fields, metadata, pricedPages } = page
  const warning = [...withoutEffect(options), ...(fields.warning ? [fields.warning] : [])].join(' ')
  return {
    ...fields,
    ...(warning !== '' && { warning }),
    metadata: {
      ...metadata,
      sourceURL: plainFileName(upload.fileName),
      sourceFile: plainFileName(upload.fileName),
      contentType: metadata.contentType ?? declaredType(upload),
      statusCode: 200,
      scrapeId: randomUUID(),
      creditsUsed: priceOfParse(options, pricedPages).credits,
    },
  }
}

function declaredType({ fileName, contentType }: Upload): string {
  const type = textType(fileName, contentType) ?? contentType
  return type.split(';')[0]!.trim() || 'application/octet-stream'
}

function withoutEffect({ headers, blockAds, skipTlsVerification }: ParseOptions): string[] {
  const set = [
    ...(Object.keys(headers).length > 0 ? ['headers'] : []),
    ...(blockAds ? [] : ['blockAds']),
    ...(skipTlsVerification ? [] : ['skipTlsVerification']),
  ]
  if (set.length === 0) return []
  return [`Nothing is fetched for an uploaded file, so ${set.join(' and ')} had no effect.`]
}

/** Endings of files that are read as they are, and the types that they have on the web. */
const TEXT_TYPES = new Map([
  ...['html', 'htm', 'shtml'].map((ending) => [ending, 'text/html'] as const),
  ['xhtml', 'application/xhtml+xml'],
  ...['txt', 'text', 'log'].map((ending) => [ending, 'text/plain'] as const),
  ...['md', 'markdown'].map((ending) => [ending, 'text/markdown'] as const),
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ...['yaml', 'yml'].map((ending) => [ending, 'application/yaml'] as const),
])

/** The type of what is no document: as its name says, or else as its sender says. */
function textType(fileName: string, contentType: string): string | undefined {
  const ending = endingOf(fileName)
  const charset = /;\s*charset\s*=\s*[^;]+/i.exec(contentType)?.[0] ?? ''
  const byEnding = ending === undefined ? undefined : TEXT_TYPES.get(ending)
  if (byEnding !== undefined) return byEnding + charset
  if (ending !== undefined && !DOCUMENT_ENDINGS.includes(ending)) return undefined
  return /^\s*(?:text\/|application\/(?:xhtml\+xml|xml|json))/i.test(contentType) ? contentType : undefined
}

/** Whether a file of this name and type may be one that is read; its content decides in the end. */
export function isSupportedFile(fileName: string, contentType: string): boolean {
  const ending = endingOf(fileName)
  if (ending === undefined || TEXT_TYPES.has(ending)) return true
  return declaredFamily({ fileName, contentType }) !== undefined
}

export function unsupportedFile(): Fault {
  const known = [...TEXT_TYPES.keys(), ...DOCUMENT_ENDINGS].join(', ')
  return new Fault(
    'UNSUPPORTED_FILE_TYPE',
    `The file is of a type that is not supported, or not what its name says. Supported are: ${known}.`,
  )
}

/** A name as a person would read it: no folders, nothing invisible, not endless. */
function plainFileName(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? ''
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 255)
}
