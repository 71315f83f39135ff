import { createHash } from 'node:crypto'
import type { PageView } from '../../browser/browser.ts'
import { estimateTokens, linesWithin } from '../../llm/llm.ts'
import { call } from '../planner/page.ts'
import type { TakenAction } from '../run.ts'
import { isForSecrets } from '../secrets.ts'
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
  return linesWithin(lines.toReversed(), tokens).toReversed()
}

function listed(line: string): string {
  return `- ${line}`
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}

export type Went =
  | { state: 'done'; hadEffect: boolean; told: string; effect: string | undefined }
  | { state: 'failed'; told: string }

/** Deeds that only show more of a page. */
const LOOKING: ReadonlySet<string> = new Set(['scroll', 'scrollTo', 'wait'])
const MOST_IN_VAIN = 2
const MOST_REPEATS = 2

export function createRecord(variables: Variables) {
  const actions: TakenAction[] = []
  let acts = 0
  /** How often a move changed nothing, or failed, since something last changed. */
  const vain = new Map<string, { failures: number; idle: number }>()
  const choices = new Map<string, number>()

  const inVain = (move: Move) => vain.get(moveKey(move)) ?? { failures: 0, idle: 0 }

  function countEffect(move: Move, went: Went): void {
    if (went.state === 'done' && went.hadEffect) return vain.clear()
    const { failures, idle } = inVain(move)
    const isFailed = went.state === 'failed'
    vain.set(moveKey(move), { failures: failures + (isFailed ? 1 : 0), idle: idle + (isFailed ? 0 : 1) })
  }

  return {
    actions,
    get acts() {
      return acts
    },
    add(move: Move, went: Went): string {
      const { target, value } = move
      // What goes into a password field is a secret, whatever the prompt calls it.
      const isSecret = value !== undefined && target !== undefined && isForSecrets(target)
      if (isSecret && !variables.filled(value).isSecret) variables.hide(value)
      countEffect(move, went)
      const outcome = went.state === 'done' ? went.told : `failed: ${went.told}`
      const told = variables.named(`${inWords(move)}: ${outcome}`)
      if (went.state === 'failed') return told
      if (move.kind === 'deed' && !LOOKING.has(move.deed.do)) acts++
      actions.push({
        type: move.name,
        ...(target !== undefined && { target: variables.named(call(target)) }),
        ...(value !== undefined && { value: variables.named(value) }),
        ...(went.effect !== undefined && { effect: variables.named(went.effect) }),
      })
      return told
    },
    refusal(move: Move): string | undefined {
      const { failures, idle } = inVain(move)
      if (failures > 0) return `This failed before, and nothing has changed since: ${inWords(move)}.`
      if (idle >= MOST_IN_VAIN) return `This was done ${idle} times and changed nothing: ${inWords(move)}.`
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

function inWords({ name, target, value }: Move): string {
  const what = target === undefined ? '' : ` [${target.ref}] ${call(target)}`
  return `${name}${what}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
}
