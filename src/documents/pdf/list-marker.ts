/** The sign before an item of a list. */
export interface Marker {
  kind: 'bullet' | 'number' | 'letter'
  /** As written, with the room behind it. */
  written: string
  /** The number of the item; of letters their place in the alphabet. */
  value: number
  /** Whether it can hardly be anything else. */
  isSure: boolean
}

/** The marker that a line starts with. */
export function markerOf(text: string): Marker | undefined {
  const bullet = BULLET.exec(text)
  if (bullet) return { kind: 'bullet', written: bullet[0], value: 0, isSure: true }
  const dash = DASH.exec(text)
  if (dash) return { kind: 'bullet', written: dash[0], value: 0, isSure: false }
  const number = NUMBER.exec(text)
  if (number)
    return { kind: 'number', written: number[0], value: Number(number[1] ?? number[2]), isSure: false }
  const letter = LETTER.exec(text)
  if (letter)
    return {
      kind: 'letter',
      written: letter[0],
      value: letter[1]!.toLowerCase().charCodeAt(0) - 96,
      isSure: false,
    }
  return undefined
}

const BULLET = /^[•‣⁃▪▫●○◦◆◇■□►▶▸➢➤➔➜✓✔✗✘❖◘◙∙·⦁⚫★☐☑☒](?:\s+|(?=\p{L}))/u
const DASH = /^(?:[-–—*»>]|o(?= [A-Z]))\s+(?=\S)/
const NUMBER = /^(?:(\d{1,3})[.)]|\((\d{1,3})\))\s+(?=\S)/
const LETTER = /^\(?([a-z]|[A-Z](?=\)))[.)]\s+(?=\S)/
