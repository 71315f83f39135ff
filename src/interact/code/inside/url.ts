import { host } from './bytes.ts'

type Parts = Record<(typeof PARTS)[number] | 'origin', string>

const PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const

function parse(address: unknown, base?: unknown, part = '', value = ''): Parts | undefined {
  const parts = host.parseUrl(String(address), base === undefined ? '' : String(base), part, value)
  return parts === '' ? undefined : (JSON.parse(parts) as Parts)
}

/** `URL` as the web has it; the parsing itself is done outside. */
export class OwnUrl {
  #parts: Parts
  readonly searchParams: SearchParams

  static {
    for (const part of PARTS) {
      Object.defineProperty(this.prototype, part, {
        get(this: OwnUrl) {
          return this.#parts[part]
        },
        set(this: OwnUrl, value: unknown) {
          this.#set(part, String(value))
          this.searchParams.replace(this.#parts.search)
        },
        enumerable: true,
        configurable: true,
      })
    }
  }

  constructor(address: unknown, base?: unknown) {
    const parts = parse(address, base)
    if (!parts) throw new TypeError(`Invalid URL: ${String(address).slice(0, 200)}`)
    this.#parts = parts
    this.searchParams = new SearchParams(parts.search, (search) => this.#set('search', search))
  }

  static canParse(address: unknown, base?: unknown): boolean {
    return parse(address, base) !== undefined
  }

  static parse(address: unknown, base?: unknown): OwnUrl | null {
    return OwnUrl.canParse(address, base) ? new OwnUrl(address, base) : null
  }

  #set(part: keyof Parts, value: string): void {
    this.#parts = parse(this.#parts.href, undefined, part, value) ?? this.#parts
  }

  get origin(): string {
    return this.#parts.origin
  }

  toString(): string {
    return this.#parts.href
  }

  toJSON(): string {
    return this.#parts.href
  }
}

type Init = string | Iterable<[string, string]> | Record<string, string>

export class SearchParams {
  #entries: [string, string][]
  #changed: (search: string) => void

  constructor(init: Init = '', changed: (search: string) => void = () => {}) {
    this.#entries = entriesOf(init)
    this.#changed = changed
  }

  replace(search: string): void {
    this.#entries = entriesOf(search)
  }

  get size(): number {
    return this.#entries.length
  }

  get(name: string): string | null {
    return this.#entries.find(([key]) => key === name)?.[1] ?? null
  }

  getAll(name: string): string[] {
    return this.#entries.filter(([key]) => key === name).map(([, value]) => value)
  }

  has(name: string): boolean {
    return this.#entries.some(([key]) => key === name)
  }

  append(name: string, value: unknown): void {
    this.#change([...this.#entries, [String(name), String(value)]])
  }

  delete(name: string): void {
    this.#change(this.#entries.filter(([key]) => key !== name))
  }

  set(name: string, value: unknown): void {
    const first = this.#entries.findIndex(([key]) => key === name)
    if (first < 0) return this.append(name, value)
    this.#change(
      this.#entries
        .filter(([key], at) => key !== name || at === first)
        .map(([key, old]) => [key, key === name ? String(value) : old]),
    )
  }

  sort(): void {
    this.#change(this.#entries.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
  }

  forEach(visit: (value: string, key: string, all: this) => void): void {
    for (const [key, value] of this.#entries) visit(value, key, this)
  }

  keys(): Iterator<string> {
    return this.#entries.map(([key]) => key).values()
  }

  values(): Iterator<string> {
    return this.#entries.map(([, value]) => value).values()
  }

  entries(): Iterator<[string, string]> {
    return this.#entries.values()
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.entries()
  }

  toString(): string {
    return host.writeQuery(JSON.stringify(this.#entries))
  }

  #change(entries: [string, string][]): void {
    this.#entries = entries
    this.#changed(this.toString())
  }
}

function entriesOf(init: Init): [string, string][] {
  if (typeof init === 'string') return JSON.parse(host.readQuery(init)) as [string, string][]
  const entries = Symbol.iterator in init ? [...(init as Iterable<[string, string]>)] : Object.entries(init)
  return entries.map(([key, value]) => [String(key), String(value)])
}
