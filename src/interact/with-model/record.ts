import type { TakenAction } from '../run.ts'
import { call } from '../planner/say/call.ts'
import { moveKey } from './moves.ts'
import type { Move } from './moves.ts'
import type { SeenPages } from './seen-pages.ts'
import { isForSecrets } from '../secrets.ts'
import type { Secrets } from '../secrets.ts'

/** How a move went. */
export type Went =
  | { state: 'done'; hadEffect: boolean; told: string; effect: string | undefined }
  | { state: 'failed'; told: string }

/** What was done in the course of one wish, as the model, the caller and the next decision need it. */
export interface RunRecord {
  readonly actions: readonly TakenAction[]
  readonly steps: readonly string[]
  readonly answers: readonly string[]
  add(move: Move, went: Went): void
  /** Something that was not even tried, and why. */
  refuse(reason: string): void
  answered(question: string, answer: string): void
  /** Why a move is not to be made. */
  refusal(move: Move): string | undefined
}

/** So often the same is done in vain. */
const MOST_IN_VAIN = 2

export function createRecord(secrets: Secrets, seen: SeenPages): RunRecord {
  const actions: TakenAction[] = []
  const steps: string[] = []
  const answers: string[] = []
  /** How often a move changed nothing, or failed, since something last changed. */
  const vain = new Map<string, { failures: number; idle: number }>()

  function tellOfEffect(move: Move, went: Went): void {
    if (went.state === 'done' && went.hadEffect) return vain.clear()
    const { failures, idle } = vain.get(moveKey(move)) ?? { failures: 0, idle: 0 }
    const isFailed = went.state === 'failed'
    vain.set(moveKey(move), { failures: failures + (isFailed ? 1 : 0), idle: idle + (isFailed ? 0 : 1) })
  }

  return {
    actions,
    steps,
    answers,
    add(move, went) {
      const { target, value } = move
      if (value !== undefined) secrets.use(value, target !== undefined && isForSecrets(target))
      tellOfEffect(move, went)
      const outcome = went.state === 'done' ? went.told : `failed, ${went.told}`
      steps.push(secrets.masked(`${steps.length + 1}. ${inWords(move, secrets)}: ${outcome}`))
      if (went.state === 'failed') return
      actions.push({
        type: move.name,
        ...(target !== undefined && { target: secrets.masked(call(target)) }),
        ...(value !== undefined && { value: secrets.masked(value) }),
        ...(went.effect !== undefined && { effect: secrets.masked(went.effect) }),
      })
    },
    refuse(reason) {
      steps.push(secrets.masked(`${steps.length + 1}. refused: ${reason}`))
    },
    answered(question, answer) {
      answers.push(`${question} ${answer}`)
    },
    refusal(move) {
      const { failures, idle } = vain.get(moveKey(move)) ?? { failures: 0, idle: 0 }
      if (failures > 0) return `This failed before and nothing has changed since: ${inWords(move, secrets)}.`
      if (idle >= MOST_IN_VAIN) return `This was done before and changes nothing: ${inWords(move, secrets)}.`
      return move.kind === 'deed' && move.deed.do === 'goto' ? seen.refusalOf(move.deed.url) : undefined
    },
  }
}

function inWords({ name, target, value }: Move, secrets: Secrets): string {
  const what = target === undefined ? '' : ` [${target.ref}] ${call(target)}`
  return `${name}${what}${value === undefined ? '' : ` ${JSON.stringify(secrets.masked(value))}`}`
}
