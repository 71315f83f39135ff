import { createHash } from 'node:crypto'
import type { PageView } from '../../browser/browser.ts'
import type { TakenAction } from '../run.ts'
import { isForSecrets } from '../secrets.ts'
import { call } from '../planner/page/in-words.ts'
import { moveKey } from './moves.ts'
import type { Move } from './moves.ts'
import type { Variables } from './variables.ts'
import { viewLines } from './view-lines.ts'

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

  function countEffect(move: Move, went: Went): void {
    if (went.state === 'done' && went.hadEffect) return vain.clear()
    const { failures, idle } = vain.get(moveKey(move)) ?? { failures: 0, idle: 0 }
    const isFailed = went.state === 'failed'
    vain.set(moveKey(move), { failures: failures + (isFailed ? 1 : 0), idle: idle + (isFailed ? 0 : 1) })
  }

  return {
    actions,
    get acts() {
      return acts
    },
    /** Records a move; answers what the model is told about it. */
    add(move: Move, went: Went): string {
      const { target, value } = move
      // What goes into a password field is a secret, whatever the prompt calls it.
      if (
        value !== undefined &&
        target !== undefined &&
        isForSecrets(target) &&
        !variables.filled(value).isSecret
      )
        variables.hide(value)
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
      const { failures, idle } = vain.get(moveKey(move)) ?? { failures: 0, idle: 0 }
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
