import { matchesOf } from '../../language/matches-of.ts'
import type { PiiSpan } from '../span.ts'

export function* findEmails(text: string): Iterable<PiiSpan> {
  for (const [pattern, isSpelled] of MARKERS) {
    for (const marker of matchesOf(text, pattern)) {
      const start = localStart(text, marker.index)
      const end = domainEnd(text, marker.index + marker[0].length, isSpelled)
      if (start < marker.index && end > 0) yield { start, end, entity: 'EMAIL', kind: 'email' }
    }
  }
}

/** Separators between name and host, and whether dots may be spelled out after them. */
const MARKERS: [RegExp, boolean][] = [
  [/@|%40|&#0{0,3}64;|&#x0{0,3}40;|&commat;/giu, false],
  [/[ \t]{0,2}[[({<][ \t]?(?:at|@|arroba|ät|chez|kukac|zavinac)[ \t]?[\])}>][ \t]{0,2}/giu, true],
  [
    /[ _](?:at|AT|arroba|chiocciola)[ _](?=[\p{L}\p{N}-]{1,63}[ _]?(?:\(dot\)|\[dot\]|[ _](?:dot|DOT|punto|punkt|point)[ _]))/gu,
    true,
  ],
]

const LOCAL_SIGN = /[\p{L}\p{M}\p{N}!#$%'+\-_~.^]/u
const MAX_LOCAL = 64

function localStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < MAX_LOCAL && isLocal(text, start - 1)) start--
  while (start < end && !/[\p{L}\p{N}_+]/u.test(text[start]!) && !isSurrogate(text, start)) start++
  const dotted = DOTTED_ENDS.has(text[start - 1] ?? '')
    ? DOTTED.exec(text.slice(Math.max(0, start - 40), start))
    : null
  return dotted ? start - dotted[0].length : start + encodedLength(text.slice(start, end))
}

const DOTTED = /(?:[\p{L}\p{N}_-]{1,30}(?:[ _](?:dot|DOT)[ _]|[ ]?[[(]dot[\])][ ]?))+$/u
const DOTTED_ENDS = new Set([' ', '_', ')', ']'])

/** Length of the text up to a URL-encoded separator, which is not part of the name. */
function encodedLength(local: string): number {
  if (!local.includes('%')) return 0
  return /^.{0,60}%(?:3[ad]|2[0cf])/iu.exec(local)?.[0].length ?? 0
}

const isSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xf800) === 0xd800
const isLocal = (text: string, at: number) => isSurrogate(text, at) || LOCAL_SIGN.test(text[at]!)

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const PLAIN_DOMAIN = new RegExp(`${LABEL}(?:\\.${LABEL}){0,8}`, 'uy')
const DOT =
  '(?:\\.|[ \\t]?[\\[({][ \\t]?(?:dot|punkt|point|punto|\\.)[ \\t]?[\\])}][ \\t]?|[ _](?:dot|DOT|punkt|point|punto)[ _])'
const SPELLED_DOMAIN = new RegExp(`${LABEL}(?:${DOT}${LABEL}){1,6}`, 'uy')
const LITERAL = /\[(?:IPv6:)?[\da-fA-F.:]{3,45}\]/uy

/**
 * Top-level domains required for spelled-out hosts, because "at" and "dot" are ordinary words in running
 * text.
 */
const ENDING =
  /^(?:\p{L}{2}|com|org|net|edu|gov|mil|int|info|biz|name|pro|dev|app|xyz|online|shop|site|store|cloud|email|blog|tech|agency|media|museum|example|berlin|london|\P{ASCII}+)$/iu

/** A host in small letters that runs into the next sentence without a space. */
const NEXT_SENTENCE = /^[^\p{Lu}]+\.([^\p{Lu}.]+)(?=\.\p{Lu}\p{Ll})/u

/** The end of a host that may receive mail, or 0 when there is none. */
function domainEnd(text: string, start: number, isSpelled: boolean): number {
  const pattern = isSpelled ? SPELLED_DOMAIN : PLAIN_DOMAIN
  pattern.lastIndex = start
  const host = pattern.exec(text)
  if (!host) return literalEnd(text, start)
  const sentence = isSpelled ? undefined : NEXT_SENTENCE.exec(host[0])
  if (sentence && ENDING.test(sentence[1]!)) return start + sentence[0].length
  const name = isSpelled ? host[0].replaceAll(new RegExp(DOT, 'gu'), '.') : host[0]
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (!name.includes('.')) return name.toLowerCase() === 'localhost' ? start + host[0].length : 0
  if (/^\d+$/u.test(last) || (isSpelled && !ENDING.test(last))) return 0
  return start + host[0].length
}

function literalEnd(text: string, start: number): number {
  LITERAL.lastIndex = start
  const literal = LITERAL.exec(text)
  return literal ? start + literal[0].length : 0
}
