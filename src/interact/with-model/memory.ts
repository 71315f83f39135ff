import { estimateTokens } from '../../llm/llm.ts'
import { linesWithin } from './describe-view.ts'

interface Round {
  full: string
  line: string
}

export interface Remembered {
  /** Replaces the plan so far. */
  plan: string | undefined
  note: string | undefined
  collect: readonly string[]
}

const SUMMARY = 'Earlier steps, one line each'

export type Memory = ReturnType<typeof createMemory>

export function createMemory() {
  const rounds: Round[] = []
  const results = new Set<string>()
  const notes: string[] = []
  let plan = ''
  /** How many of the oldest rounds are one line each. */
  let shortened = 0

  const fulls = (from: number) => rounds.slice(from).map(({ full }) => full)

  function shorten(budget: number): void {
    if (tokensOf(fulls(shortened)) + tokensOf([summaryOf(budget)]) <= budget) return
    while (shortened < rounds.length - 1 && tokensOf(fulls(shortened)) > budget / 2) shortened++
  }

  function summaryOf(budget: number): string {
    if (shortened === 0) return ''
    const lines = rounds.slice(0, shortened).map(({ line }) => line)
    const shown = newest(lines, budget / 4)
    const left = lines.length - shown.length
    const head = left === 0 ? SUMMARY : `${SUMMARY} (${left} older ones are not shown)`
    return `${head}:\n${shown.join('\n')}`
  }

  return {
    get results(): readonly string[] {
      return [...results]
    },
    addRound: (round: Round) => void rounds.push(round),
    learn({ plan: fresh, note, collect }: Remembered): void {
      if (fresh) plan = fresh
      if (note) notes.push(note)
      for (const result of collect) results.add(result)
    },
    /**
     * The steps so far, in so many tokens. Steps are only appended, so that endpoints can cache what was there before; when they
     * become too long, the older ones are shortened to one line each, down to half of the room, so that this is rare.
     */
    history(budget: number): string[] {
      shorten(budget)
      const summary = summaryOf(budget)
      return [...(summary === '' ? [] : [summary]), ...fulls(shortened)]
    },
    notes(budget: number): string {
      const shownNotes = newest(notes, budget / 3)
      const shown = newest([...results], budget / 2)
      const count = shown.length === results.size ? `${results.size}` : `${results.size}, the newest shown`
      return [
        ...(plan === '' ? [] : [`Plan: ${plan}`]),
        ...(shownNotes.length > 0 ? ['Notes:', ...shownNotes.map(listed)] : []),
        ...(shown.length > 0 ? [`Collected results (${count}):`, ...shown.map(listed)] : []),
      ].join('\n')
    },
  }
}

function newest(lines: readonly string[], tokens: number): string[] {
  return linesWithin(lines.toReversed(), tokens).toReversed()
}

function listed(line: string): string {
  return `- ${line}`
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}
