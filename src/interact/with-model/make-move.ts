import { StageError } from '../../browser/browser.ts'
import type { PageView, Stage } from '../../browser/browser.ts'
import { PageTree } from '../planner/page/page-tree.ts'
import { tellChanges } from '../planner/say/tell-changes.ts'
import { changesBetween } from '../planner/verify/changes.ts'
import type { AnswerFrom } from '../run.ts'
import { differenceBetween } from './difference.ts'
import type { Move } from './moves.ts'
import type { Went } from './record.ts'

/** What came of a move: how it went, and the page as it is now. */
export interface Made {
  went: Went
  view: PageView
  /** What else was told: dialogs, an answer. */
  heard: readonly string[]
  answer?: string
}

const MOST_TOLD_TOKENS = 500

/** Makes one move and looks at what it changed. What the page does not let happen is an outcome; a browser that is gone is not. */
export async function makeMove(
  move: Move,
  { stage, answerFrom, before }: { stage: Stage; answerFrom: AnswerFrom; before: PageView },
  signal: AbortSignal,
): Promise<Made> {
  if (move.kind === 'answerDialogs') {
    stage.answerDialogs({ accept: move.accept, ...(move.text !== undefined && { text: move.text }) })
    const told = `dialogs are ${move.accept ? 'accepted' : 'dismissed'} from here on`
    return { went: { state: 'done', hadEffect: true, told, effect: undefined }, view: before, heard: [] }
  }
  if (move.kind === 'read') return await readPage(move.question, { stage, answerFrom, before }, signal)
  const files = stage.downloads().length
  try {
    await stage.act(move.deed, signal)
  } catch (failure) {
    if (!(failure instanceof StageError)) throw failure
    const view = await stage.look(signal)
    return { went: { state: 'failed', told: failure.message }, view, heard: heardFrom(stage) }
  }
  const view = await stage.look(signal)
  const heard = [...heardFrom(stage), ...filesSince(stage, files)]
  const { isAny, text } = differenceBetween(before, view, MOST_TOLD_TOKENS)
  const changed = tellChanges(changesBetween(new PageTree(before), new PageTree(view)))
  const effects = [...heard, ...(isAny && changed !== undefined ? [changed] : [])]
  return {
    went: {
      state: 'done',
      hadEffect: isAny || heard.length > 0,
      told: [...heard, text].join('; '),
      effect: effects.length > 0 ? effects.join('; ') : undefined,
    },
    view,
    heard,
  }
}

async function readPage(
  question: string,
  { stage, answerFrom, before }: { stage: Stage; answerFrom: AnswerFrom; before: PageView },
  signal: AbortSignal,
): Promise<Made> {
  const page = { html: await stage.html(signal), url: stage.url() }
  const answer = await answerFrom(page, question, signal)
  if (answer === undefined) {
    return { went: { state: 'failed', told: 'the page does not say it' }, view: before, heard: [] }
  }
  const went: Went = { state: 'done', hadEffect: true, told: 'answered', effect: answer }
  return { went, view: before, heard: [answer], answer }
}

function heardFrom(stage: Stage): string[] {
  return stage
    .dialogs()
    .map(
      ({ kind, message, answered }) => `a dialog (${kind}) said "${message}" and was answered: ${answered}`,
    )
}

function filesSince(stage: Stage, before: number): string[] {
  return stage
    .downloads()
    .slice(before)
    .map(({ name, state }) => `the file "${name}" was given${state === 'done' ? '' : ` (${state})`}`)
}
