/**
 * Encodes bytes as text. All encodings except base64 are JSON, because texts end at a NUL at the
 * interpreter's boundary.
 */
export function encode(bytes, encoding) {
  const text = Buffer.from(bytes).toString(encoding)
  return encoding.startsWith('base64') ? text : JSON.stringify(text)
}

export function decode(text, encoding) {
  const bytes = Buffer.from(encoding.startsWith('base64') ? text : JSON.parse(text), encoding)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
}

/** The parts of a URL as JSON, after setting one of them if given; an empty text if the URL is invalid. */
export function parseUrl(address, base, part, value) {
  const url = base === '' ? URL.parse(address) : URL.parse(address, base)
  if (!url) return ''
  if (part !== '') url[part] = value
  const parts = Object.keys(URL.prototype).filter((name) => typeof url[name] === 'string')
  return JSON.stringify(Object.fromEntries(parts.map((name) => [name, url[name]])))
}

export function useQuery(query, method, args) {
  const params = new URLSearchParams(query)
  const given = params[method](...JSON.parse(args))
  const value = typeof given?.next === 'function' ? [...given] : given
  return JSON.stringify({ value, query: String(params) })
}
