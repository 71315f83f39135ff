import { cleanTex } from './formula.ts'
import type { Formula } from './formula.ts'

/** Splits text at formulas that wait for a script to typeset them. */
export function splitFormulas(text: string): (string | Formula)[] {
  const pieces: (string | Formula)[] = []
  const closings = new Map<string, number>()
  let end = 0
  for (const { 0: opening, index } of text.matchAll(OPENINGS)) {
    if (index < end) continue
    const { closing, isDisplay } = DELIMITERS[opening]!
    const start = index + opening.length
    // A closing mark that was found once serves all openings before it, which keeps this linear.
    let at = closings.get(closing) ?? 0
    if (at < start && at >= 0) closings.set(closing, (at = text.indexOf(closing, start)))
    if (at <= start || at - start > MAX_TEX_CHARS) continue
    const tex = cleanTex(text.slice(start, at))
    if (tex === '' || (opening === '$' && !isFormula(text, start, at))) continue
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ tex, isDisplay })
    end = at + closing.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** The possible starts of a formula; most text has none. */
export const MAY_HOLD_FORMULA = /\\[([]|\$/

const OPENINGS = /\\[([]|\$\$?/g
const DELIMITERS: Record<string, { closing: string; isDisplay: boolean }> = {
  '\\[': { closing: '\\]', isDisplay: true },
  '\\(': { closing: '\\)', isDisplay: false },
  $$: { closing: '$$', isDisplay: true },
  $: { closing: '$', isDisplay: false },
}

const MAX_TEX_CHARS = 5000

/** Single dollar signs are mostly about money: text between them must look like TeX and touch both signs. */
function isFormula(text: string, start: number, end: number): boolean {
  const before = text[start - 2] ?? ''
  const after = text[end + 1] ?? ''
  const tex = text.slice(start, end)
  return (
    !/[\w$\\]/.test(before) &&
    !/[\d$]/.test(after) &&
    !/^\s|[\s\\]$|\n/.test(tex) &&
    /[\\^_{}]|^[a-z]$/i.test(tex)
  )
}
