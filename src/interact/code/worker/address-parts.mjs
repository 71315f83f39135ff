const PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
]

/** The parts of an address as JSON, after one of them was set if so asked; an empty text when it is none. */
export function addressParts(address, base, part, value) {
  const url = base === '' ? URL.parse(address) : URL.parse(address, base)
  if (!url) return ''
  if (part !== 'origin' && PARTS.includes(part)) {
    try {
      url[part] = value
    } catch {
      return ''
    }
  }
  return JSON.stringify(Object.fromEntries(PARTS.map((name) => [name, url[name]])))
}
