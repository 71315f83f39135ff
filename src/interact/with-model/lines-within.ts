import { estimateTokens } from '../../llm/llm.ts'

/** As many lines from the beginning as fit into so many tokens. */
export function linesWithin(lines: readonly string[], tokens: number): string[] {
  let left = tokens
  const end = lines.findIndex((line) => (left -= estimateTokens(line) + 1) < 0)
  return end === -1 ? [...lines] : lines.slice(0, end)
}
