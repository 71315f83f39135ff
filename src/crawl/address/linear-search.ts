import { RE2JS } from 're2js'
import { Fault } from '../../fault.ts'
import { linearPattern, surrogateFree } from './linear-pattern.ts'
import type { LinearPattern } from './linear-pattern.ts'

export interface LinearSearch {
  others: readonly string[]
  finds(texts: readonly string[], pause: () => Promise<void> | undefined): Promise<boolean>
}

/** A step costs at most its states times the letters: this keeps a step on a long address within some milliseconds. */
const MAX_STATES_PER_STEP = 100
/** Each step may keep 8 MiB of what it learned about its patterns. */
const MAX_STEPS = 8
/** What each letter adds to the budget: honest patterns take a tenth of it. */
const MS_PER_LETTER = 0.002

interface Step {
  automaton: RE2JS
  patterns: readonly string[]
}

export function createLinearSearch(patterns: readonly string[], budgetMs: number): LinearSearch {
  const { steps, others } = toSteps(patterns)
  let spentMs = 0
  let allowedMs = budgetMs

  function run({ automaton, patterns }: Step, text: string): boolean {
    const began = performance.now()
    const isFound = automaton.test(text)
    spentMs += performance.now() - began
    if (spentMs <= allowedMs) return isFound
    throw new Fault('BAD_REQUEST', `The patterns take too long to match, among them ${patterns[0]}`)
  }

  return {
    others,
    async finds(texts, pause) {
      if (steps.length === 0) return false
      for (const text of texts) {
        allowedMs += text.length * MS_PER_LETTER
        const plain = surrogateFree(text)
        for (const step of steps) {
          await pause()
          if (run(step, plain)) return true
        }
      }
      return false
    },
  }
}

function toSteps(patterns: readonly string[]): { steps: Step[]; others: string[] } {
  const steps: Step[] = []
  const others: string[] = []
  let open: { pattern: string; linear: LinearPattern }[] = []
  let size = 0
  for (const pattern of patterns) {
    const linear = linearPattern(pattern, MAX_STATES_PER_STEP)
    if (linear === undefined || steps.length === MAX_STEPS) {
      others.push(pattern)
      continue
    }
    if (size + linear.size > MAX_STATES_PER_STEP) close()
    open.push({ pattern, linear })
    size += linear.size
  }
  close()
  return { steps, others }

  function close(): void {
    const names = open.map(({ pattern }) => pattern)
    const automaton = compile(open.map(({ linear }) => `(?:${linear.source})`).join('|'))
    if (automaton === undefined) others.push(...names)
    else if (names.length > 0) steps.push({ automaton, patterns: names })
    open = []
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
