import { isIPv6 } from 'node:net'
import { matchesOf } from '../../language/matches-of.ts'
import type { PiiSpan } from '../span.ts'
import { textBefore } from './number-kind.ts'

const DOTTED = /\d{1,3}(?:\.\d{1,3}){3,40}/g
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`, 'u')
const COLONS = /[\da-f]{0,4}(?::[\da-f]{0,4}){2,8}(?:(?:\.\d{1,3}){3})?/gi
const MAC =
  /\b(?:[\da-f]{2}:(?:[\da-f]{2}:){4}[\da-f]{2}|[\da-f]{2}-(?:[\da-f]{2}-){4}[\da-f]{2}|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})\b/gi
const VERSION =
  /(?:\b(?:versions?|ver|v|release|build|section|chapter|rev|revision|firmware|kapitel|abschnitt)\b[\s:.#-]{0,3}|[§v])$/u
/** Every machine has these, so they lead to nobody. */
const EVERYBODYS = /^(?:127\.|0\.0\.0\.0|255\.)|^::1?$/u

export function* findNetworkAddresses(text: string): Iterable<PiiSpan> {
  for (const found of matchesOf(text, DOTTED)) {
    if (!IPV4.test(found[0]) || EVERYBODYS.test(found[0]) || !standsAlone(text, found)) continue
    if (!VERSION.test(textBefore(text, found.index, 20))) yield span(found, 'ip')
  }
  for (const found of matchesOf(text, COLONS)) {
    if (found[0].length > 5 && isIPv6(found[0]) && !EVERYBODYS.test(found[0]) && standsAlone(text, found))
      yield span(found, 'ip')
  }
  for (const found of matchesOf(text, MAC))
    if (/\d/u.test(found[0]) && standsAlone(text, found)) yield span(found, 'mac')
}

function standsAlone(text: string, { index, 0: value }: RegExpExecArray): boolean {
  const end = index + value.length
  return (
    !/[\p{L}\p{N}_:.-]$/u.test(text.slice(Math.max(0, index - 1), index)) &&
    !/^(?:[\p{L}\p{N}_:]|[.-]\d)/u.test(text.slice(end, end + 2))
  )
}

const span = (found: RegExpExecArray, kind: string): PiiSpan => ({
  start: found.index,
  end: found.index + found[0].length,
  entity: 'SECRET',
  kind,
})
