/** A part of a text that is a value of its own. */
export interface TextPart {
  text: string
  /** Where in the text it stands, when nothing names it. */
  place: string
  label?: string
  weight: number
}

const LONGEST = 300
const MOST_PARTS = 10
const PAIR = /^(\p{L}[\p{L}\p{M}\s./()-]{1,30}?)\s?[:：]\s?(?!\/\/)(\S.*)$/u
const BYLINE = /^(?:written by|posted by|by|von|par|por|di|door|av|af|от)\s(\p{Lu}.{1,80})$/iu
const BY_INSIDE = /\s(?:by|von|par|por)\s(\p{L}[^\s,]{1,30}(?:\s\p{Lu}[^\s,]{1,30}){0,3})$/u
const QUANTITY =
  /(?<![\p{L}\d.,])(\d[\d.,]{0,12})\+?\s?(\p{L}[\p{L}\p{M}]{2,20}(?:\s\p{L}[\p{L}\p{M}]{2,20})?)/gu
const IN_BRACKETS = /\((\d[\d.,]{0,10})\)\s*$/
const DATED = /^(\p{L}{4,20})(?:\s(?:on|am|le|el|il|op|den|at|em))?:?\s(?=.{0,40}\d{4})(.{6,60})$/u

/** Values that stand together in one text: parts between dots, `Label: value`, `120 reviews`, `by Jane Doe`. */
export function partsOf(text: string): TextPart[] {
  if (text.length > LONGEST || text.length < 3) return []
  const pieces = text.split(/\s+[·•|‧∙⋅–—]\s+|\s*[·•|‧∙⋅]\s*/u).filter((piece) => piece.trim() !== '')
  const parts: TextPart[] = []
  for (const [index, piece] of pieces.slice(0, MOST_PARTS).entries()) {
    const named = namedParts(piece.trim())
    parts.push(...named)
    if (pieces.length > 1 && !named.some(({ weight }) => weight === 1)) {
      parts.push({ text: piece.trim(), place: String(index), weight: 0.5 })
    }
  }
  return parts
}

function namedParts(piece: string): TextPart[] {
  const pair = PAIR.exec(piece)
  if (pair) return [{ text: pair[2]!, label: pair[1]!.trim(), place: '', weight: 1 }]
  const parts: TextPart[] = []
  const byline = BYLINE.exec(piece)
  if (byline) parts.push({ text: byline[1]!.trim(), label: 'author', place: '', weight: 0.9 })
  const inside = byline ? null : BY_INSIDE.exec(piece)
  if (inside) parts.push({ text: inside[1]!.trim(), label: 'author', place: '', weight: 0.8 })
  const dated = DATED.exec(piece)
  if (dated) parts.push({ text: dated[2]!, label: dated[1]!, place: '', weight: 0.9 })
  for (const [, number, unit] of [...piece.matchAll(QUANTITY)].slice(0, 4)) {
    parts.push({ text: number!, label: unit!, place: '', weight: 0.85 })
  }
  const bracket = IN_BRACKETS.exec(piece)
  if (bracket) parts.push({ text: bracket[1]!, label: 'reviews', place: '', weight: 0.6 })
  return parts
}
