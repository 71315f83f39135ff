import { RE2JS } from 're2js'
import { Fault } from '../../fault.ts'

/**
 * A step costs at most its states times the characters. This keeps a step on a long URL within a few
 * milliseconds.
 */
const MAX_STATES_PER_STEP = 100
/** Each step may cache 8 MiB of states. */
const MAX_STEPS = 8
/** Added to the budget per character: ordinary patterns take a tenth of it. */
const MS_PER_LETTER = 0.002

interface PatternStep {
  automaton: RE2JS
  patterns: readonly string[]
}

export function createLinearSearch(patterns: readonly string[], budgetMs: number) {
  const { steps, unsupported } = toSteps(patterns)
  let spentMs = 0
  let allowedMs = budgetMs

  function runStep({ automaton, patterns }: PatternStep, text: string): boolean {
    const began = performance.now()
    const isFound = automaton.test(text)
    spentMs += performance.now() - began
    if (spentMs <= allowedMs) return isFound
    throw new Fault(
      'BAD_REQUEST',
      `The patterns take too long to match, among them ${patterns[0]}. Simplify the patterns in includePaths and excludePaths.`,
    )
  }

  return {
    others: unsupported,
    async matchesAny(
      texts: readonly string[],
      yieldIfDue: () => Promise<void> | undefined,
    ): Promise<boolean> {
      if (steps.length === 0) return false
      for (const text of texts) {
        allowedMs += text.length * MS_PER_LETTER
        const plain = replaceSurrogates(text)
        for (const step of steps) {
          await yieldIfDue()
          if (runStep(step, plain)) return true
        }
      }
      return false
    },
  }
}

function toSteps(patterns: readonly string[]): { steps: PatternStep[]; unsupported: string[] } {
  const steps: PatternStep[] = []
  const unsupported: string[] = []
  let pending: { pattern: string; linear: LinearPattern }[] = []
  let size = 0
  for (const pattern of patterns) {
    const linear = toLinearPattern(pattern, MAX_STATES_PER_STEP)
    if (linear === undefined || steps.length === MAX_STEPS) {
      unsupported.push(pattern)
      continue
    }
    if (size + linear.size > MAX_STATES_PER_STEP) close()
    pending.push({ pattern, linear })
    size += linear.size
  }
  close()
  return { steps, unsupported }

  function close(): void {
    const names = pending.map(({ pattern }) => pattern)
    const automaton = compile(pending.map(({ linear }) => `(?:${linear.source})`).join('|'))
    if (automaton === undefined) unsupported.push(...names)
    else if (names.length > 0) steps.push({ automaton, patterns: names })
    pending = []
    size = 0
  }
}

function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source)
  } catch {
    return undefined
  }
}

/** A pattern in RE2 syntax, for texts from `replaceSurrogates`, and its approximate number of states. */
interface LinearPattern {
  source: string
  size: number
}

/**
 * The syntax that JavaScript and RE2 share, or nearly share. Everything else, such as look-around, is no
 * token.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<open>\((?:\?:|\?<(?![=!])[^>]*>)?(?!\?))`,
    String.raw`(?<close>\))`,
    String.raw`(?<or>\|)`,
    String.raw`(?<times>[*+?]|\{(?<least>\d+)(?<range>,(?<most>\d*))?\})\??`,
    String.raw`(?<set>\[(?!\^?\])\^?(?:[ -Z^-\ud7ff\ue000-\uffff]|\\[dDwW!-/:-@[-${'`'}{-~]|\\s(?!-[^\]]))+\])`,
    String.raw`(?<atom>[^\\()[\]{}*+?|\ud800-\udfff]|\\[dDwWbBsS!-/:-@[-${'`'}{-~])`,
  ].join('|'),
  'y',
)

const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
/** Escapes that RE2 would read differently. */
const ATOMS: Readonly<Record<string, string>> = {
  '.': String.raw`[^\n\r\x{2028}\x{2029}]`,
  '\\s': `[${SPACES}]`,
  '\\S': `[^${SPACES}]`,
}

/**
 * Matches exactly where JavaScript does. Undefined for syntax that RE2 lacks, for rare syntax, and above
 * `maxSize` states.
 */
export function toLinearPattern(pattern: string, maxSize: number): LinearPattern | undefined {
  const sizes = [0]
  let source = ''
  let lastSize = 0
  for (let at = 0; at < pattern.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(pattern)?.groups
    if (!found) return undefined
    const { open, close, or, times, least, range, most, set, atom } = found
    if (open !== undefined) sizes.push(0)
    else if (close !== undefined) lastSize = Math.max(sizes.pop()!, 1)
    else if (times === undefined) lastSize = 1
    else {
      sizes[sizes.length - 1]! -= lastSize
      const copies = Math.max(Number(least ?? 1), Number(most || 1), 1)
      lastSize = (lastSize + (least !== undefined && range === undefined ? 0 : 1)) * copies
    }
    if (open === undefined) sizes[sizes.length - 1]! += lastSize
    if (sizes.at(-1)! > maxSize) return undefined
    const literal = close ?? or ?? times ?? set?.replaceAll('\\s', SPACES) ?? ATOMS[atom!] ?? atom!
    source += open === undefined ? literal : '(?:'
  }
  return { source, size: sizes[0]! }
}

const SURROGATE = /[\ud800-\udfff]/g
/** A private-use range where no other characters can occur, since every text is mapped. */
const SURROGATE_OFFSET = 0xf0000

/**
 * JavaScript matches surrogate halves, RE2 whole characters. Mapping each half to one character makes both
 * agree.
 */
export function replaceSurrogates(text: string): string {
  return text.replace(SURROGATE, (half) => String.fromCodePoint(SURROGATE_OFFSET + half.charCodeAt(0)))
}
