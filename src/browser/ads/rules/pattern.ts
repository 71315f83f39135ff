import { boundedRegex } from './bounded-regex.ts'
import type { BoundedRegex } from './bounded-regex.ts'

export interface Address {
  /** As requested, without a fragment, cut to the length that is looked at. */
  readonly text: string
  readonly lower: string
  readonly host: string
  readonly hostStart: number
  readonly hostEnd: number
}

export type Pattern =
  | {
      readonly kind: 'parts'
      /** What stands between the `*`, in this order. */
      readonly parts: readonly string[]
      readonly start: 'anywhere' | 'address' | 'host'
      readonly toEnd: boolean
      readonly matchCase: boolean
    }
  | { readonly kind: 'regex'; readonly regex: BoundedRegex }
  /** Every address: the index or another condition of the rule has said enough. */
  | { readonly kind: 'all' }

const LONGEST = 2048

export function parseAddress(url: string): Address | undefined {
  const fragment = url.indexOf('#')
  const text = url.slice(0, fragment === -1 ? LONGEST : Math.min(fragment, LONGEST))
  const lower = text.toLowerCase()
  const scheme = /^(?:https?|wss?):\/\//.exec(lower)?.[0]
  if (scheme === undefined) return undefined
  const path = lower.slice(scheme.length).search(/[/?]/)
  const authorityEnd = path === -1 ? lower.length : scheme.length + path
  const authority = lower.slice(scheme.length, authorityEnd)
  const hostStart = scheme.length + authority.lastIndexOf('@') + 1
  const host = lower.slice(hostStart, authorityEnd).replace(/:\d*$/, '')
  return { text, lower, host: host.replace(/\.$/, ''), hostStart, hostEnd: hostStart + host.length }
}

export function parsePattern(text: string, matchCase: boolean): Pattern | undefined {
  if (text.length > 2 && text.startsWith('/') && text.endsWith('/')) {
    const regex = boundedRegex(text.slice(1, -1), matchCase)
    return regex && { kind: 'regex', regex }
  }
  const [start, afterStart] = text.startsWith('||')
    ? (['host', 2] as const)
    : text.startsWith('|')
      ? (['address', 1] as const)
      : (['anywhere', 0] as const)
  const toEnd = text.length > afterStart && text.endsWith('|')
  const middle = text.slice(afterStart, toEnd ? -1 : undefined)
  // Addresses have no spaces and no other pipes; such a line is not a rule.
  if (/[\s|]/.test(middle)) return undefined
  const parts = (matchCase ? middle : middle.toLowerCase()).split(/\*+/)
  if (parts.every((part) => part === '')) return { kind: 'all' }
  return { kind: 'parts', parts, start, toEnd, matchCase }
}

export function matches(pattern: Pattern, address: Address): boolean {
  if (pattern.kind === 'all') return true
  if (pattern.kind === 'regex') return pattern.regex.test(address.text)
  const { parts, toEnd, matchCase } = pattern
  const text = matchCase ? address.text : address.lower
  const last = parts.length - 1
  let at = endOfFirst(pattern, text, address)
  if (at === -1 || last === 0) return at !== -1
  for (let index = 1; index < last; index += 1) {
    at = endOf(parts[index]!, text, at)
    if (at === -1) return false
  }
  return (toEnd ? endAtEnd(parts[last]!, text, at) : endOf(parts[last]!, text, at)) !== -1
}

function endOfFirst(
  { parts, start, toEnd }: Extract<Pattern, { kind: 'parts' }>,
  text: string,
  address: Address,
): number {
  const part = parts[0]!
  const fits = toEnd && parts.length === 1 ? endsThere : startsThere
  if (start === 'address') return fits(part, text, 0)
  if (start === 'anywhere') return fits === endsThere ? endAtEnd(part, text, 0) : endOf(part, text, 0)
  for (let at = address.hostStart; at < address.hostEnd;) {
    const end = fits(part, text, at)
    if (end !== -1) return end
    const dot = text.indexOf('.', at)
    at = dot === -1 ? address.hostEnd : dot + 1
  }
  return -1
}

function endOf(part: string, text: string, from: number): number {
  const placeholder = part.indexOf('^')
  if (placeholder === -1) {
    const at = text.indexOf(part, from)
    return at === -1 ? -1 : at + part.length
  }
  const fixed = part.slice(0, placeholder)
  for (let at = text.indexOf(fixed, from); at !== -1; at = text.indexOf(fixed, at + 1)) {
    const end = startsThere(part, text, at)
    if (end !== -1) return end
    if (at >= text.length) return -1
  }
  return -1
}

function endAtEnd(part: string, text: string, from: number): number {
  // A last `^` may stand for the end itself.
  for (const length of part.endsWith('^') ? [part.length, part.length - 1] : [part.length]) {
    const at = text.length - length
    if (at >= from && endsThere(part, text, at) !== -1) return text.length
  }
  return -1
}

function endsThere(part: string, text: string, at: number): number {
  const end = startsThere(part, text, at)
  return end === text.length ? end : -1
}

function startsThere(part: string, text: string, at: number): number {
  for (let index = 0; index < part.length; index += 1) {
    if (at + index >= text.length) {
      return part[index] === '^' && index === part.length - 1 && at + index === text.length ? text.length : -1
    }
    if (part[index] !== '^') {
      if (part.charCodeAt(index) !== text.charCodeAt(at + index)) return -1
    } else if (!isSeparator(text.charCodeAt(at + index))) return -1
  }
  return at + part.length
}

/** `^` stands for any sign of an address but letters, digits and `_ - . %`; beyond ASCII all count as letters. */
function isSeparator(code: number): boolean {
  if (code > 127) return false
  const isLetter = (code > 96 && code < 123) || (code > 64 && code < 91)
  const isDigit = code > 47 && code < 58
  return !isLetter && !isDigit && code !== 95 && code !== 45 && code !== 46 && code !== 37
}
