import { StageError } from '../../browser/browser.ts'
import type { Deed, PageView, Stage } from '../../browser/browser.ts'
import { PageTree, changesBetween } from '../planner/page.ts'
import { linesWithin } from '../../llm/llm.ts'
import type { AnswerFrom } from '../run.ts'
import { differenceBetween, viewLines } from './describe-view.ts'
import type { Move } from './moves.ts'
import type { Went } from './memory.ts'
import type { Variables } from '../secrets.ts'

export interface Made {
  went: Went
  view: PageView
  heard: readonly string[]
}

export interface Means {
  stage: Stage
  variables: Variables
  answerFrom: AnswerFrom
  spend(tokens: number): void
}

const MOST_TOLD_TOKENS = 500
const MOST_FOUND = 20
const WAIT_STEP_MS = 500
const WAIT_STEPS = 20

/** Makes one move and looks at what it changed. A page that refuses it is a result; a browser that is gone is not. */
export async function makeMove(
  move: Move,
  means: Means,
  before: PageView,
  signal: AbortSignal,
): Promise<Made> {
  if (move.kind === 'deed') return await act(filledDeed(move.deed, means.variables), means, before, signal)
  if (move.kind === 'waitFor') return await waitFor(move.text, means, before, signal)
  if (move.kind === 'answerDialogs') return { went: answerDialogs(move, means), view: before, heard: [] }
  if (move.kind === 'find')
    return { went: await find(move.text, means, before, signal), view: before, heard: [] }
  const went = await read(move.text, means, signal)
  return { went, view: before, heard: went.state === 'done' ? [went.told] : [] }
}

async function act(deed: Deed, { stage }: Means, before: PageView, signal: AbortSignal): Promise<Made> {
  const files = stage.downloads().length
  try {
    await stage.act(deed, signal)
  } catch (failure) {
    if (!(failure instanceof StageError)) throw failure
    const view = await stage.look(signal)
    return { went: { state: 'failed', told: failure.message }, view, heard: dialogsOf(stage) }
  }
  const view = await stage.look(signal)
  const isNewTab = deed.do !== 'openTab' && (view.tabs ?? [view]).length > (before.tabs ?? [before]).length
  const heard = [
    ...dialogsOf(stage),
    ...filesSince(stage, files),
    ...(isNewTab ? ['a new tab opened and is in front'] : []),
  ]
  const { isAny, text } = differenceBetween(before, view, MOST_TOLD_TOKENS)
  const changed = changesBetween(new PageTree(before), new PageTree(view)).told
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

/** Values go in only now, on their way into the page. */
function filledDeed(deed: Deed, variables: Variables): Deed {
  const filled = (text: string) => variables.filled(text).text
  if (deed.do === 'fill') return { ...deed, value: filled(deed.value) }
  if (deed.do === 'type') return { ...deed, text: filled(deed.text) }
  return deed.do === 'select' ? { ...deed, labels: deed.labels.map(filled) } : deed
}

function answerDialogs(
  { accept, text }: Extract<Move, { kind: 'answerDialogs' }>,
  { stage, variables }: Means,
): Went {
  stage.answerDialogs({ accept, ...(text !== undefined && { text: variables.filled(text).text }) })
  return seen(`dialogs are ${accept ? 'accepted' : 'dismissed'} from now on`)
}

function seen(told: string, effect?: string): Went {
  return { state: 'done', hadEffect: true, told, effect }
}

async function find(
  text: string,
  { stage, variables }: Means,
  view: PageView,
  signal: AbortSignal,
): Promise<Went> {
  const wanted = plain(variables.filled(text).text)
  const lines = viewLines(view)
    .map((line) => line.text)
    .filter((line) => plain(line).includes(wanted))
  const shown = linesWithin(lines.slice(0, MOST_FOUND), MOST_TOLD_TOKENS)
  if (shown.length > 0) {
    const more = lines.length > shown.length ? ` and ${lines.length - shown.length} more` : ''
    return seen(`found${more}:\n  ${shown.join('\n  ')}`)
  }
  const whole = (await stage.html(signal)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const at = whole.toLowerCase().indexOf(wanted)
  if (at === -1) return { state: 'failed', told: 'the text is not on the page' }
  return seen(`found, but in no listed element: "${whole.slice(Math.max(0, at - 150), at + 150)}"`)
}

async function read(question: string, means: Means, signal: AbortSignal): Promise<Went> {
  const { stage, variables, answerFrom, spend } = means
  // The answer may come from a model too.
  const page = { html: variables.named(await stage.html(signal)), url: variables.named(stage.url()) }
  const answer = await answerFrom(page, variables.named(question), signal, spend)
  if (answer === undefined) return { state: 'failed', told: 'the page does not answer it' }
  return seen(answer, answer)
}

async function waitFor(
  text: string,
  { stage, variables }: Means,
  before: PageView,
  signal: AbortSignal,
): Promise<Made> {
  const wanted = plain(variables.filled(text).text)
  let view = before
  for (let step = 0; step < WAIT_STEPS; step++) {
    if (viewLines(view).some((line) => plain(line.text).includes(wanted)))
      return { went: seen('it is there'), view, heard: [] }
    await stage.act({ do: 'wait', ms: WAIT_STEP_MS }, signal)
    view = await stage.look(signal)
  }
  const told = `the page did not show it within ${(WAIT_STEPS * WAIT_STEP_MS) / 1000} seconds`
  return { went: { state: 'failed', told }, view, heard: dialogsOf(stage) }
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

function dialogsOf(stage: Stage): string[] {
  return stage
    .dialogs()
    .map(({ kind, message, answered }) => `a dialog (${kind}) said "${message}" and was ${answered}`)
}

function filesSince(stage: Stage, before: number): string[] {
  return stage
    .downloads()
    .slice(before)
    .map(({ name, state }) => `the file "${name}" was downloaded${state === 'done' ? '' : ` (${state})`}`)
}
