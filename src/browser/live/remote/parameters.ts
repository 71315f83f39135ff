import { isAllowedUrl } from '../../page/tab/allowed-url.ts'
import { RemoteError } from './remote.ts'
import { decodeScript, decodeValue } from './values.ts'
import type { References } from './values.ts'

export interface ParameterContext {
  references: References
  timeout(timeoutMs: unknown): number
}

export type Parameter = (value: unknown, context: ParameterContext) => unknown

/** Data, elements and locators that are passed to the page, and cookies: their `path` is not a file path. */
export const anything: Parameter = (value, { references }) => decoded(value, references)

/** Options of a method. They may not name local files. */
export const options: Parameter = (value, { references }) => withoutFiles(decoded(value, references))

/** Options of a method with a timeout; the default is the remaining time of the program. */
export const timed: Parameter = (value, context) => {
  const decodedOptions = options(value, context) ?? {}
  if (typeof decodedOptions !== 'object') throw expected('options')
  return { ...decodedOptions, timeout: context.timeout((decodedOptions as { timeout?: unknown }).timeout) }
}

export const text: Parameter = (value) => {
  if (typeof value !== 'string') throw expected('a string')
  return value
}

export const maybeText: Parameter = (value, context) =>
  (value as { $?: unknown } | null | undefined)?.$ === 'undefined' || value === undefined
    ? undefined
    : text(value, context)

export const number: Parameter = (value) => {
  if (typeof value !== 'number') throw expected('a number')
  return value
}

export const pattern: Parameter = (value, { references }) => {
  const read = decoded(value, references)
  if (typeof read !== 'string' && !(read instanceof RegExp)) {
    throw expected('a string or a regular expression')
  }
  return read
}

export const script: Parameter = (value) => decodeScript(value)

export const address: Parameter = (value) => openableUrl(value)

/** Files as bytes. Playwright would also accept paths, which are not allowed. */
export const files: Parameter = (value, { references }) => {
  const read = decoded(value, references)
  return Array.isArray(read) ? read.map(fileOf) : fileOf(read)
}

export const tag: Parameter = (value, context) => {
  const read = options(value, context) as { url?: unknown } | undefined
  return read?.url === undefined ? read : { ...read, url: openableUrl(read.url) }
}

export const overrides: Parameter = (value, context) => {
  const read = tag(value, context) as { response?: unknown; url?: unknown } | undefined
  if (read?.response !== undefined) throw new RemoteError('`response` is not available; use `body`.')
  // Handlers that check URLs have seen only the original one.
  if (read?.url !== undefined) {
    throw new RemoteError('`url` is not available; fulfill the request with a redirect to the other URL.')
  }
  return read
}

function decoded(value: unknown, references: References): unknown {
  return value === undefined ? undefined : decodeValue(value, references)
}

const FILE_OPTIONS = ['path', 'paths', 'localPaths', 'localDirectory', 'streams']

function withoutFiles(read: unknown): unknown {
  if (read === null || typeof read !== 'object') return read
  const named = FILE_OPTIONS.find((key) => Object.hasOwn(read, key))
  if (named === undefined) return read
  throw new RemoteError(
    `Programs have no file access, so \`${named}\` cannot be used. Pass bytes and texts as values.`,
  )
}

function openableUrl(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url) throw new RemoteError('The URL must be absolute, such as https://example.com/.')
  if (!isAllowedUrl(url.href)) {
    throw new RemoteError(`URLs with ${url.protocol} cannot be opened; use http: or https:.`)
  }
  return url.href
}

function fileOf(value: unknown): { name: string; mimeType: string; buffer: Buffer } {
  const { name, mimeType, buffer } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || !(buffer instanceof Uint8Array)) {
    throw new RemoteError(
      'Programs have no file access. Pass a file as { name, mimeType, buffer } with its bytes in `buffer`.',
    )
  }
  const bytes = Buffer.from(buffer)
  return {
    name,
    mimeType: typeof mimeType === 'string' ? mimeType : 'application/octet-stream',
    buffer: bytes,
  }
}

function expected(what: string): RemoteError {
  return new RemoteError(`The argument must be ${what}.`, 'TypeError')
}
