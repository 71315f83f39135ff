const MAX_DEPTH = 4
const MAX_ITEMS = 100
const WIDTH = 100

export function inspect(value: unknown): string {
  return typeof value === 'string' ? value : show(value, [])
}

export function formatted(values: unknown[]): string {
  const [first, ...rest] = values
  if (typeof first !== 'string' || !/%[sdifjoO%]/.test(first)) return values.map(inspect).join(' ')
  const filled = first.replaceAll(/%([sdifjoO%])/g, (whole, kind: string) => {
    if (kind === '%') return '%'
    if (rest.length === 0) return whole
    const value = rest.shift()
    if (kind === 's') return inspect(value)
    if (kind === 'd' || kind === 'f') return String(Number(value))
    if (kind === 'i') return String(Math.trunc(Number(value)))
    return kind === 'j' ? String(JSON.stringify(value)) : show(value, [])
  })
  return [filled, ...rest.map(inspect)].join(' ')
}

function show(value: unknown, above: object[]): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (typeof value === 'bigint') return `${value}n`
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`
  if (value === null || typeof value !== 'object') return String(value)
  if (above.includes(value)) return '[Circular]'
  return showObject(value, [...above, value])
}

function showObject(value: object, above: object[]): string {
  const known = showKnown(value)
  if (known !== undefined) return known
  const name = nameOf(value)
  if (above.length > MAX_DEPTH) return Array.isArray(value) ? '[Array]' : `[${name || 'Object'}]`
  if (Array.isArray(value)) return list('[', value, ']', (item) => show(item, above))
  if (value instanceof Set)
    return `Set(${value.size}) ${list('{', [...value], '}', (item) => show(item, above))}`
  if (value instanceof Map) {
    const pair = ([key, item]: [unknown, unknown]) => `${show(key, above)} => ${show(item, above)}`
    return `Map(${value.size}) ${list('{', [...value], '}', pair)}`
  }
  const parts = list('{', Object.entries(value), '}', ([key, item]) => {
    const label = /^[A-Za-z_$][\w$]*$/.test(key) ? key : show(key, [])
    return `${label}: ${show(item, above)}`
  })
  return name && name !== 'Object' ? `${name} ${parts}` : parts
}

function showKnown(value: object): string | undefined {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (value instanceof Promise) return 'Promise { … }'
  if (ArrayBuffer.isView(value)) return `<${nameOf(value)} ${value.byteLength} bytes>`
  // Objects of the page and addresses say themselves what they are.
  const { toJSON } = value as { toJSON?: unknown }
  return typeof toJSON === 'function' ? String((toJSON as () => unknown).call(value)) : undefined
}

function nameOf(value: object): string {
  const { constructor } = value as { constructor?: unknown }
  return typeof constructor === 'function' ? constructor.name : ''
}

function list<Item>(open: string, items: Item[], close: string, text: (item: Item) => string): string {
  if (items.length === 0) return open + close
  const shown = items.slice(0, MAX_ITEMS).map(text)
  if (items.length > MAX_ITEMS) shown.push(`… ${items.length - MAX_ITEMS} more`)
  const line = shown.join(', ')
  if (line.length <= WIDTH && !line.includes('\n')) return open === '[' ? `[ ${line} ]` : `{ ${line} }`
  return `${open}\n${shown.map((item) => `  ${item.replaceAll('\n', '\n  ')}`).join(',\n')}\n${close}`
}
