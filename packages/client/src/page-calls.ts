import { Calls, path } from './calls.ts'
import { withWarning } from './crawl-job.ts'
import { toBlob, openFile } from './file.ts'
import type { Bytes, FileLike } from './file.ts'
import { WinnowError } from './failure.ts'
import { deadlineAfter, anySignal, abortError } from './pause.ts'
import { librarySchemaOf, validateData, withJsonSchemas } from './schema.ts'
import type { TypedFormat, JsonOf, TypedScrapeOptions, WithFormats } from './schema.ts'
import { callSignal } from './transport.ts'
import type { CallOptions } from './transport.ts'
import type {
  Document,
  InteractAnswer,
  InteractRequest,
  InteractStopAnswer,
  MapAnswer,
  MapRequest,
  ParseOptions,
  ScrapeAnswer,
  SearchAnswer,
  SearchRequest,
  UploadUrlAnswer,
  UploadUrlRequest,
} from './wire.ts'

/** A document whose `json` has the type of the schema that it was asked for with. */
export type DocumentOf<Formats extends readonly TypedFormat[]> = [JsonOf<Formats>] extends [never]
  ? Document
  : Document & { json: JsonOf<Formats> }

/** A place to upload a file to. */
export type UploadPlace = UploadUrlAnswer['data']

/** Calls that answer with what one page, file, site or search gives. */
export class PageCalls extends Calls {
  /** One page in the formats asked for; markdown when none are. */
  async scrape<const Formats extends readonly TypedFormat[] = readonly []>(
    url: string,
    options: WithFormats<Formats, TypedScrapeOptions> & { zeroDataRetention?: boolean | undefined } = {},
    call?: CallOptions,
  ): Promise<DocumentOf<Formats>> {
    const answer = await this.post<ScrapeAnswer>('/v2/scrape', { url, ...withJsonSchemas(options) }, call)
    return await toDocument<Formats>(answer, options.formats)
  }

  /** The result of an earlier scrape, while the service keeps it. */
  async getScrape(id: string, call?: CallOptions): Promise<Document> {
    return await toDocument(await this.get<ScrapeAnswer>(path`/v2/scrape/${id}`, call))
  }

  /** Runs code or a task in words in the live page of a scrape. A script that fails is an answer, not an error. */
  interact(scrapeId: string, task: InteractRequest, call?: CallOptions): Promise<InteractAnswer> {
    return this.post(path`/v2/scrape/${scrapeId}/interact`, task, call, { mayFail: true })
  }

  /** Closes the live page of a scrape. */
  stopInteraction(scrapeId: string, call?: CallOptions): Promise<InteractStopAnswer> {
    return this.delete(path`/v2/scrape/${scrapeId}/interact`, call)
  }

  /** A document in the formats asked for: a path, a `File`, bytes or a stream with a name, or an earlier upload. */
  async parse<const Formats extends readonly TypedFormat[] = readonly []>(
    file: FileLike,
    options: WithFormats<Formats, ParseOptions> = {},
    call: CallOptions = {},
  ): Promise<DocumentOf<Formats>> {
    const plain = withJsonSchemas(options)
    const signal = callSignal(call)
    const answer =
      typeof file === 'object' && 'uploadRef' in file
        ? await this.post<ScrapeAnswer>('/v2/parse', { uploadRef: file.uploadRef, ...plain }, { signal })
        : await this.send<ScrapeAnswer>(
            { method: 'POST', path: '/v2/parse', form: await this.#form(file, plain, signal) },
            { signal },
          )
    return await toDocument<Formats>(answer, options.formats)
  }

  async #form(
    file: Exclude<FileLike, { uploadRef: string }>,
    options: object,
    signal: AbortSignal | undefined,
  ): Promise<FormData> {
    const { blob, filename } = await openFile(file, signal)
    const form = new FormData()
    form.append('options', JSON.stringify({ origin: this.connection.origin, ...options }))
    form.append('file', blob, filename)
    return form
  }

  /** A place to upload a file of at most 50 MB to, for `parse({ uploadRef })`. */
  async createUpload(file: UploadUrlRequest, call?: CallOptions): Promise<UploadPlace> {
    return (await this.post<UploadUrlAnswer>('/v2/parse/upload-url', file, call)).data
  }

  /** Sends the bytes of a file to such a place. The place is the credential: the key does not go along. */
  async upload(place: UploadPlace, data: Bytes, call: CallOptions = {}): Promise<void> {
    const signal = anySignal(callSignal(call), deadlineAfter(this.connection.timeoutMs))
    const blob = await toBlob(data, signal)
    try {
      const response = await this.connection.send(place.uploadUrl, {
        method: place.method ?? 'PUT',
        headers: place.headers ?? {},
        body: place.method === 'POST' ? formOf(place, blob) : blob,
        redirect: 'error',
        ...(signal && { signal }),
      })
      if (response.ok) return
      throw new WinnowError('UPLOAD_FAILED', `The upload was refused with HTTP ${response.status}.`, {
        status: response.status,
        details: await response.text(),
      })
    } catch (cause) {
      if (cause instanceof WinnowError) throw cause
      if (signal?.aborted) throw abortError(signal)
      throw new WinnowError('NETWORK', 'The place to upload to cannot be reached.', { cause })
    }
  }

  /** The addresses of a site. */
  map(url: string, options: Omit<MapRequest, 'url'> = {}, call?: CallOptions): Promise<MapAnswer> {
    return this.post('/v2/map', { url, ...options }, call)
  }

  /** Results of a search, scraped when `scrapeOptions` has formats. */
  search(
    query: string,
    options: Omit<SearchRequest, 'query' | 'scrapeOptions'> & {
      scrapeOptions?: TypedScrapeOptions | undefined
    } = {},
    call?: CallOptions,
  ): Promise<SearchAnswer> {
    return this.post('/v2/search', { query, ...withJsonSchemas(options) }, call)
  }
}

/** The document of an answer, with the warning that stands beside it, its `json` checked by the schema of the caller. */
async function toDocument<const Formats extends readonly TypedFormat[]>(
  answer: ScrapeAnswer,
  formats?: Formats,
): Promise<DocumentOf<Formats>> {
  const document = withWarning(answer.data, answer.warning)
  const schema = librarySchemaOf(formats)
  const read = schema ? { ...document, json: await validateData(schema, document.json, document) } : document
  return read as DocumentOf<Formats>
}

function formOf({ fields = {} }: UploadPlace, blob: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', blob)
  return form
}
