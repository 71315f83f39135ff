import { createHash } from 'node:crypto'
import type { PageView } from '../../browser/browser.ts'
import { estimateTokens, firstLinesWithin } from '../../llm/llm.ts'
import { describeElement } from '../planner/page-tree.ts'
import type { TakenAction } from '../run.ts'
import { isSecretField } from '../secrets.ts'
import type { Variables } from '../secrets.ts'
import { viewLines } from './describe-view.ts'
import { moveKey } from './moves.ts'
import type { Choice, Move } from './moves.ts'

interface Round {
  full: string
  line: string
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
    learn({ plan: fresh, note, collect }: Pick<Choice, 'plan' | 'note' | 'collect'>): void {
      if (fresh) plan = fresh
      if (note) notes.push(note)
      for (const result of collect) results.add(result)
    },
    /** Steps are only appended, so that endpoints can cache them; too long, older ones shrink to half of the room, rarely. */
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
  return firstLinesWithin(lines.toReversed(), tokens).toReversed()
}

function listed(line: string): string {
  return `- ${line}`
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}

export type MoveResult =
  | { state: 'done'; hadEffect: boolean; description: string; effect: string | undefined }
  | { state: 'failed'; description: string }

/** Deeds that only show more of a page. */
const VIEW_ACTIONS: ReadonlySet<string> = new Set(['scroll', 'scrollTo', 'wait'])
const MAX_WITHOUT_EFFECT = 2
const MOST_REPEATS = 2

export function createActionRecord(variables: Variables) {
  const actions: TakenAction[] = []
  let actionCount = 0
  /** How often a move changed nothing, or failed, since something last changed. */
  const ineffective = new Map<string, { failures: number; idle: number }>()
  const choices = new Map<string, number>()

  const countsOf = (move: Move) => ineffective.get(moveKey(move)) ?? { failures: 0, idle: 0 }

  function countEffect(move: Move, result: MoveResult): void {
    if (result.state === 'done' && result.hadEffect) return ineffective.clear()
    const { failures, idle } = countsOf(move)
    const isFailed = result.state === 'failed'
    ineffective.set(moveKey(move), {
      failures: failures + (isFailed ? 1 : 0),
      idle: idle + (isFailed ? 0 : 1),
    })
  }

  return {
    actions,
    get actionCount() {
      return actionCount
    },
    add(move: Move, result: MoveResult): string {
      const { target, value } = move
      // What goes into a password field is a secret, whatever the prompt calls it.
      const isSecret = value !== undefined && target !== undefined && isSecretField(target)
      if (isSecret && !variables.filled(value).isSecret) variables.hide(value)
      countEffect(move, result)
      const outcome = result.state === 'done' ? result.description : `failed: ${result.description}`
      const told = variables.masked(`${describeMove(move)}: ${outcome}`)
      if (result.state === 'failed') return told
      if (move.kind === 'deed' && !VIEW_ACTIONS.has(move.action.do)) actionCount++
      actions.push({
        type: move.name,
        ...(target !== undefined && { target: variables.masked(describeElement(target)) }),
        ...(value !== undefined && { value: variables.masked(value) }),
        ...(result.effect !== undefined && { effect: variables.masked(result.effect) }),
      })
      return told
    },
    refusal(move: Move): string | undefined {
      const { failures, idle } = countsOf(move)
      if (failures > 0) return `This failed before, and nothing has changed since: ${describeMove(move)}.`
      if (idle >= MAX_WITHOUT_EFFECT)
        return `This was done ${idle} times and changed nothing: ${describeMove(move)}.`
      return undefined
    },
    /** Whether these moves were made on this very page so often that they lead nowhere. */
    isLoop(view: PageView, moves: readonly Move[]): boolean {
      const page = viewLines(view).map(({ text }) => text)
      const key = createHash('sha1')
        .update(JSON.stringify([view.url, view.scroll, page, moves.map(moveKey)]))
        .digest('base64')
      const count = (choices.get(key) ?? 0) + 1
      choices.set(key, count)
      return count > MOST_REPEATS
    },
  }
}

function describeMove({ name, target, value }: Move): string {
  const what = target === undefined ? '' : ` [${target.ref}] ${describeElement(target)}`
  return `${name}${what}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
}
