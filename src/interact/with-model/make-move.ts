import { PageControllerError } from '../../browser/browser.ts'
import type { PageAction, PageView, PageController } from '../../browser/browser.ts'
import { PageTree, changesBetween } from '../planner/page-tree.ts'
import { firstLinesWithin } from '../../llm/llm.ts'
import type { AnswerFrom } from '../run.ts'
import { differenceBetween, viewLines } from './describe-view.ts'
import type { Move } from './moves.ts'
import type { MoveResult } from './memory.ts'
import type { Variables } from '../secrets.ts'

export interface MoveOutcome {
  result: MoveResult
  view: PageView
  notices: readonly string[]
}

export interface MoveContext {
  controller: PageController
  variables: Variables
  answerFrom: AnswerFrom
  spend(tokens: number): void
}

const MAX_DESCRIPTION_TOKENS = 500
const MOST_FOUND = 20
const WAIT_STEP_MS = 500
const WAIT_STEPS = 20

/** Makes one move and looks at what it changed. A page that refuses it is a result; a browser that is gone is not. */
export async function makeMove(
  move: Move,
  context: MoveContext,
  before: PageView,
  signal: AbortSignal,
): Promise<MoveOutcome> {
  if (move.kind === 'deed')
    return await act(fillAction(move.action, context.variables), context, before, signal)
  if (move.kind === 'waitFor') return await waitFor(move.text, context, before, signal)
  if (move.kind === 'answerDialogs')
    return { result: answerDialogs(move, context), view: before, notices: [] }
  if (move.kind === 'find')
    return { result: await find(move.text, context, before, signal), view: before, notices: [] }
  const result = await read(move.text, context, signal)
  return { result, view: before, notices: result.state === 'done' ? [result.description] : [] }
}

async function act(
  action: PageAction,
  { controller }: MoveContext,
  before: PageView,
  signal: AbortSignal,
): Promise<MoveOutcome> {
  const files = controller.downloads().length
  try {
    await controller.act(action, signal)
  } catch (failure) {
    if (!(failure instanceof PageControllerError)) throw failure
    const view = await controller.view(signal)
    return { result: { state: 'failed', description: failure.message }, view, notices: dialogsOf(controller) }
  }
  const view = await controller.view(signal)
  const isNewTab = action.do !== 'openTab' && (view.tabs ?? [view]).length > (before.tabs ?? [before]).length
  const notices = [
    ...dialogsOf(controller),
    ...downloadsSince(controller, files),
    ...(isNewTab ? ['a new tab opened and is in front'] : []),
  ]
  const { isAny, text } = differenceBetween(before, view, MAX_DESCRIPTION_TOKENS)
  const changed = changesBetween(new PageTree(before), new PageTree(view)).description
  const effects = [...notices, ...(isAny && changed !== undefined ? [changed] : [])]
  return {
    result: {
      state: 'done',
      hadEffect: isAny || notices.length > 0,
      description: [...notices, text].join('; '),
      effect: effects.length > 0 ? effects.join('; ') : undefined,
    },
    view,
    notices,
  }
}

/** Values go in only now, on their way into the page. */
function fillAction(action: PageAction, variables: Variables): PageAction {
  const filled = (text: string) => variables.filled(text).text
  if (action.do === 'fill') return { ...action, value: filled(action.value) }
  if (action.do === 'type') return { ...action, text: filled(action.text) }
  return action.do === 'select' ? { ...action, labels: action.labels.map(filled) } : action
}

function answerDialogs(
  { accept, text }: Extract<Move, { kind: 'answerDialogs' }>,
  { controller, variables }: MoveContext,
): MoveResult {
  controller.setDialogReply({ accept, ...(text !== undefined && { text: variables.filled(text).text }) })
  return succeeded(`dialogs are ${accept ? 'accepted' : 'dismissed'} from now on`)
}

function succeeded(description: string, effect?: string): MoveResult {
  return { state: 'done', hadEffect: true, description, effect }
}

async function find(
  text: string,
  { controller, variables }: MoveContext,
  view: PageView,
  signal: AbortSignal,
): Promise<MoveResult> {
  const wanted = plain(variables.filled(text).text)
  const lines = viewLines(view)
    .map((line) => line.text)
    .filter((line) => plain(line).includes(wanted))
  const shown = firstLinesWithin(lines.slice(0, MOST_FOUND), MAX_DESCRIPTION_TOKENS)
  if (shown.length > 0) {
    const more = lines.length > shown.length ? ` and ${lines.length - shown.length} more` : ''
    return succeeded(`found${more}:\n  ${shown.join('\n  ')}`)
  }
  const whole = (await controller.html(signal)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const at = whole.toLowerCase().indexOf(wanted)
  if (at === -1) return { state: 'failed', description: 'the text is not on the page' }
  return succeeded(`found, but in no listed element: "${whole.slice(Math.max(0, at - 150), at + 150)}"`)
}

async function read(question: string, context: MoveContext, signal: AbortSignal): Promise<MoveResult> {
  const { controller, variables, answerFrom, spend } = context
  // The answer may come from a model too.
  const page = {
    html: variables.masked(await controller.html(signal)),
    url: variables.masked(controller.url()),
  }
  const answer = await answerFrom(page, variables.masked(question), signal, spend)
  if (answer === undefined) return { state: 'failed', description: 'the page does not answer it' }
  return succeeded(answer, answer)
}

async function waitFor(
  text: string,
  { controller, variables }: MoveContext,
  before: PageView,
  signal: AbortSignal,
): Promise<MoveOutcome> {
  const wanted = plain(variables.filled(text).text)
  let view = before
  for (let step = 0; step < WAIT_STEPS; step++) {
    if (viewLines(view).some((line) => plain(line.text).includes(wanted)))
      return { result: succeeded('it is there'), view, notices: [] }
    await controller.act({ do: 'wait', ms: WAIT_STEP_MS }, signal)
    view = await controller.view(signal)
  }
  const description = `the page did not show it within ${(WAIT_STEPS * WAIT_STEP_MS) / 1000} seconds`
  return { result: { state: 'failed', description }, view, notices: dialogsOf(controller) }
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

function dialogsOf(stage: PageController): string[] {
  return stage
    .dialogs()
    .map(({ kind, message, answered }) => `a dialog (${kind}) said "${message}" and was ${answered}`)
}

function downloadsSince(stage: PageController, before: number): string[] {
  return stage
    .downloads()
    .slice(before)
    .map(({ name, state }) => `the file "${name}" was downloaded${state === 'done' ? '' : ` (${state})`}`)
}
