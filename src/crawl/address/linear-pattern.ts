/** A pattern in the language of RE2, for texts that `surrogateFree` wrote, and how many states it takes, about. */
export interface LinearPattern {
  source: string
  size: number
}

/** From and to, both included, in the units that JavaScript's patterns match. */
type Ranges = readonly (readonly [from: number, to: number])[]

const LAST_UNIT = 0xffff
const DIGITS: Ranges = [[0x30, 0x39]]
const WORD: Ranges = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
const LINE_ENDS: Ranges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const SPACES: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const SETS: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACES,
  S: complement(SPACES),
}
const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d }

/**
 * Finds a match exactly where JavaScript does. Undefined for what RE2 cannot do, what is rare, and above `maxSize`
 * states.
 */
export function linearPattern(pattern: string, maxSize: number): LinearPattern | undefined {
  return new Translation(pattern, maxSize).whole()
}

class Translation {
  readonly #pattern: string
  readonly #maxSize: number
  #at = 0

  constructor(pattern: string, maxSize: number) {
    this.#pattern = pattern
    this.#maxSize = maxSize
  }

  whole(): LinearPattern | undefined {
    const all = this.#alternatives()
    return this.#at === this.#pattern.length ? all : undefined
  }

  #take(expected: RegExp): string | undefined {
    expected.lastIndex = this.#at
    const found = expected.exec(this.#pattern)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #alternatives(): LinearPattern | undefined {
    const found: LinearPattern[] = []
    do {
      const one = this.#sequence()
      if (one === undefined) return undefined
      found.push(one)
    } while (this.#take(/\|/y) !== undefined)
    return this.#bounded(found.map(({ source }) => source).join('|'), sumOf(found) + found.length - 1)
  }

  #sequence(): LinearPattern | undefined {
    const found: LinearPattern[] = []
    while (
      this.#at < this.#pattern.length &&
      this.#pattern[this.#at] !== '|' &&
      this.#pattern[this.#at] !== ')'
    ) {
      const one = this.#repeated(this.#atom())
      if (one === undefined) return undefined
      found.push(one)
    }
    return this.#bounded(found.map(({ source }) => source).join(''), sumOf(found))
  }

  #repeated(one: LinearPattern | undefined): LinearPattern | undefined {
    const times = one && this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})/y)
    if (one === undefined || times === undefined) return one
    this.#take(/\?/y)
    const [least, most] = times.startsWith('{') ? times.slice(1, -1).split(',') : []
    const copies = Math.max(Number(least ?? 1), Number(most || 1), 1)
    const isExact = least !== undefined && most === undefined
    return this.#bounded(`(?:${one.source})${times}`, (one.size + (isExact ? 0 : 1)) * copies)
  }

  #atom(): LinearPattern | undefined {
    const sign = this.#pattern[this.#at++]!
    if (sign === '(') return this.#group()
    if (sign === '^' || sign === '$') return { source: sign, size: 1 }
    if (sign === '.') return oneOf(complement(LINE_ENDS))
    const boundary = sign === '\\' ? this.#take(/b/iy) : undefined
    if (boundary !== undefined) return { source: `\\${boundary}`, size: 1 }
    const units = sign === '[' ? this.#members() : sign === '\\' ? this.#escaped() : only(sign.charCodeAt(0))
    return units && oneOf(units)
  }

  #group(): LinearPattern | undefined {
    this.#take(/\?(?::|<(?![=!])[^>]*>)/y)
    // Whatever else begins so looks around or changes how the pattern is read.
    if (this.#pattern[this.#at] === '?') return undefined
    const inside = this.#alternatives()
    if (inside === undefined || this.#take(/\)/y) === undefined) return undefined
    return { source: `(?:${inside.source})`, size: Math.max(inside.size, 1) }
  }

  #members(): Ranges | undefined {
    const isInverse = this.#take(/\^/y) !== undefined
    const units: (readonly [number, number])[] = []
    while (this.#take(/\]/y) === undefined) {
      const from = this.#member()
      const isRange = this.#take(/-(?!\])/y) !== undefined
      const to = isRange ? this.#member() : from
      if (from === undefined || to === undefined) return undefined
      const [first, last] = [from[0], to[0]]
      if (isRange && isOne(from) && isOne(to)) units.push([first![0], last![0]])
      // Beside a set, as in `[\w-.]`, a hyphen is itself.
      else units.push(...from, ...to, ...(isRange ? only(0x2d) : []))
    }
    return isInverse ? complement(units) : units
  }

  #member(): Ranges | undefined {
    if (this.#at >= this.#pattern.length) return undefined
    const sign = this.#pattern[this.#at++]!
    if (sign !== '\\') return only(sign.charCodeAt(0))
    return this.#take(/b/y) === undefined ? this.#escaped() : only(0x08)
  }

  #escaped(): Ranges | undefined {
    const code = this.#take(/x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}/y)
    if (code !== undefined) return only(Number.parseInt(code.slice(1), 16))
    if (this.#take(/0(?!\d)/y) !== undefined) return only(0)
    const sign = this.#pattern[this.#at++] ?? ''
    if (Object.hasOwn(SETS, sign)) return SETS[sign]
    if (Object.hasOwn(CONTROLS, sign)) return only(CONTROLS[sign]!)
    return /^[^a-z0-9]$/i.test(sign) ? only(sign.charCodeAt(0)) : undefined
  }

  #bounded(source: string, size: number): LinearPattern | undefined {
    return size > this.#maxSize ? undefined : { source, size }
  }
}

function sumOf(patterns: readonly LinearPattern[]): number {
  return patterns.reduce((sum, { size }) => sum + size, 0)
}

function only(unit: number): Ranges {
  return [[unit, unit]]
}

function isOne(ranges: Ranges): boolean {
  return ranges.length === 1 && ranges[0]![0] === ranges[0]![1]
}

function oneOf(ranges: Ranges): LinearPattern {
  // RE2 has no set without members.
  if (ranges.length === 0) return { source: '[^\\x00-\\x{10FFFF}]', size: 1 }
  const source = `[${ranges.flatMap(withoutSurrogates).map(printed).join('')}]`
  return { source, size: 1 + Math.floor(ranges.length / 8) }
}

function printed([from, to]: readonly [number, number]): string {
  return `\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`
}

const FIRST_SURROGATE = 0xd800
const LAST_SURROGATE = 0xdfff

function withoutSurrogates([from, to]: readonly [number, number]): [number, number][] {
  const parts: [number, number][] = [
    [from, Math.min(to, FIRST_SURROGATE - 1)],
    [Math.max(from, LAST_SURROGATE + 1), to],
  ]
  const [first, last] = [Math.max(from, FIRST_SURROGATE), Math.min(to, LAST_SURROGATE)]
  if (first <= last) parts.push([codeOfSurrogate(first), codeOfSurrogate(last)])
  return parts.filter(([start, end]) => start <= end)
}

function complement(ranges: Ranges): Ranges {
  const gaps: [number, number][] = []
  let next = 0
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (from > next) gaps.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= LAST_UNIT) gaps.push([next, LAST_UNIT])
  return gaps
}

const SURROGATE = /[\ud800-\udfff]/g
/** Where nothing else can be, since every text goes through here. */
const PLACE = 0xf0000

/** JavaScript matches halves of surrogate pairs, RE2 whole letters: with a letter for each half, both read alike. */
export function surrogateFree(text: string): string {
  return text.replace(SURROGATE, (half) => String.fromCodePoint(codeOfSurrogate(half.charCodeAt(0))))
}

function codeOfSurrogate(unit: number): number {
  return PLACE + unit
}
