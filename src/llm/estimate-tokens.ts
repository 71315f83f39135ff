import type { Message } from './provider.ts'

/** How many tokens a text is about: a letter of scripts without spaces between words is most of a token by itself. */
export function estimateTokens(text: string): number {
  let dense = 0
  for (let at = 0; at < text.length; at++) if (isDense(text.charCodeAt(at))) dense++
  return Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN + dense / DENSE_CHARACTERS_PER_TOKEN)
}

export function tokensOf({ content, history = [], images = [] }: Message): number {
  const texts = [...history, content].reduce((sum, text) => sum + estimateTokens(text), 0)
  return texts + images.length * TOKENS_PER_IMAGE
}

export function truncateTokens(text: string, tokens: number): string {
  const share = Math.max(1, tokens) / Math.max(1, estimateTokens(text))
  return share >= 1 ? text : `${text.slice(0, Math.floor(text.length * share))} …`
}

export function firstLinesWithin(lines: readonly string[], tokens: number): string[] {
  let left = tokens
  const end = lines.findIndex((line) => (left -= estimateTokens(line) + 1) < 0)
  return end === -1 ? [...lines] : lines.slice(0, end)
}

/** About what the common endpoints count for a window of 1280 by 720 pixels. */
const TOKENS_PER_IMAGE = 1200

const CHARACTERS_PER_TOKEN = 4
const DENSE_CHARACTERS_PER_TOKEN = 1.5

const DENSE_RANGES = [
  [0x0e00, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x2e80, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
] as const

function isDense(code: number): boolean {
  return code >= DENSE_RANGES[0][0] && DENSE_RANGES.some(([from, to]) => code >= from && code <= to)
}
