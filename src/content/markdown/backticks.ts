/** A code span with enough backticks to contain those inside. */
export function inBackticks(text: string): string {
  const code = text.replace(/\s+/g, ' ')
  const fence = fenceFor(code, 1)
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return fence + padding + code + padding + fence
}

/** More consecutive backticks than anywhere in the code, but at least `least`. */
export function fenceFor(code: string, least: number): string {
  if (!code.includes('`')) return '`'.repeat(least)
  const longest = (code.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), least - 1)
  return '`'.repeat(longest + 1)
}
