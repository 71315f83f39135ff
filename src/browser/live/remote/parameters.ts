import { isAllowedUrl } from '../../page/tab/allowed-url.ts'
import { RemoteError } from './remote.ts'
import { decodeScript, decodeValue } from './values.ts'
import type { References } from './values.ts'

export interface ParameterContext {
  references: References
  timeout(said: unknown): number
}

export type Parameter = (value: unknown, context: ParameterContext) => unknown

/** Data, elements of the page and locators; the page gets them. Cookies too: their path is none of a file. */
export const anything: Parameter = (value, { references }) => decoded(value, references)

/** An argument that says how something is to be done. No file of this machine may be named. */
export const options: Parameter = (value, { references }) => withoutFiles(decoded(value, references))

/** The same for what takes time: without saying so, nothing waits longer than the program has. */
export const timed: Parameter = (value, context) => {
  const said = options(value, context) ?? {}
  if (typeof said !== 'object') throw expected('options')
  return { ...said, timeout: context.timeout((said as { timeout?: unknown }).timeout) }
}

export const text: Parameter = (value) => {
  if (typeof value !== 'string') throw expected('a text')
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
    throw expected('a text or a regular expression')
  }
  return read
}

export const script: Parameter = (value) => decodeScript(value)

export const address: Parameter = (value) => openableUrl(value)

/** Files as they are in memory. Playwright takes names of files of this machine as well, which nobody may name. */
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
  if (read?.response !== undefined) throw new RemoteError('`response` is not available; give `body`.')
  // Whoever decides about addresses has seen the one that the request came with.
  if (read?.url !== undefined) {
    throw new RemoteError('`url` is not available; fulfill the request with a redirect to the other address.')
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
    `There are no files here, so \`${named}\` cannot be used. Bytes and texts are given and taken as values.`,
  )
}

function openableUrl(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url) throw new RemoteError('An address must be complete, such as https://example.com/.')
  if (!isAllowedUrl(url.href)) {
    throw new RemoteError(`Addresses with ${url.protocol} cannot be opened; http: and https: can.`)
  }
  return url.href
}

function fileOf(value: unknown): { name: string; mimeType: string; buffer: Buffer } {
  const { name, mimeType, buffer } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || !(buffer instanceof Uint8Array)) {
    throw new RemoteError(
      'There are no files here. A file is given as { name, mimeType, buffer }, with its bytes in `buffer`.',
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
  return new RemoteError(`An argument must be ${what}.`, 'TypeError')
}
