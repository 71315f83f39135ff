import { estimateTokens } from '../../llm/llm.ts'

/** The beginning of a text that is about as long as so many tokens. */
export function cutTo(text: string, tokens: number): string {
  const share = Math.max(1, tokens) / Math.max(1, estimateTokens(text))
  return share >= 1 ? text : `${text.slice(0, Math.floor(text.length * share))} …`
}

/** As many lines from the beginning as fit into so many tokens. */
export function linesWithin(lines: readonly string[], tokens: number): string[] {
  let left = tokens
  const end = lines.findIndex((line) => (left -= estimateTokens(line) + 1) < 0)
  return end === -1 ? [...lines] : lines.slice(0, end)
}
