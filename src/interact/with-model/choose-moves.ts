import { readFileSync } from 'node:fs'
import { PageControllerError } from '../../browser/browser.ts'
import type { ViewTab, PageView, PageController } from '../../browser/browser.ts'
import { fenceData, withContextLimit } from '../../extract/extract.ts'
import { Fault } from '../../fault.ts'
import { truncateTokens, estimateTokens, tokensIn } from '../../llm/llm.ts'
import type { CountedBudget, Model } from '../../llm/llm.ts'
import { shorten } from '../planner/page-tree.ts'
import type { Finish } from './check-finish.ts'
import { describeView, viewLines } from './describe-view.ts'
import type { Memory } from './memory.ts'
import takes from './moves.json' with { type: 'json' }
import { readResponse } from './moves.ts'
import type { Choice, ResponseContext } from './moves.ts'
import type { Variables } from '../secrets.ts'

export interface Situation {
  task: string
  schema: object | undefined
  variables: Variables
  memory: Memory
  mark: string
  round: { number: number; most: number }
  screenshot: Buffer | undefined
  context: ResponseContext
  issuesInFinish(finish: Finish): readonly string[]
  mostTokens: number
  budget: CountedBudget
}

export async function chooseMoves(model: Model, situation: Situation, signal: AbortSignal): Promise<Choice> {
  const { context, issuesInFinish, mostTokens, budget } = situation
  const issuesIn = (response: unknown) => {
    const { moves, refused, finish } = readResponse(response, context)
    if (moves.length > 0) return []
    if (finish !== undefined) return issuesInFinish(finish)
    return [...refused, 'Choose at least one move, or finish.']
  }
  const { value } = await withContextLimit(model, (room) => {
    const question = promptFor(situation, room)
    if (mostTokens - tokensIn(budget.spent) < tokensOf(question)) throw new Fault('UNAVAILABLE', OVER_LIMIT)
    return model.withBudget(budget).completeCheckedJson({ ...question, issuesIn }, signal)
  })
  const choice = readResponse(value, context)
  if (choice.moves.length === 0 && choice.finish === undefined && choice.refused.length === 0) {
    throw new Fault('UNAVAILABLE', "The model's answer has neither moves nor an end.")
  }
  return choice
}

const OVER_LIMIT = 'The token limit of the run (maxTokens) leaves no room for another round.'

/** The schema is told in words too. */
function tokensOf({ system, history, prompt, schema }: ReturnType<typeof promptFor>): number {
  const texts = [system, ...history, prompt, JSON.stringify(schema)]
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}

/** The share of a question that each part may take. What is left is for the instructions. */
const SHARES = { task: 0.15, history: 0.2, memory: 0.1, page: 0.4 } as const

/** Instructions and history come first and stay the same from round to round; what changes comes last. */
function promptFor(situation: Situation, room: number) {
  const { variables, memory, mark, round, screenshot, context } = situation
  const { view } = context
  const tokensFor = (part: keyof typeof SHARES) => Math.floor(room * SHARES[part])
  const fenced = (name: string, text: string) =>
    variables.restored(fenceData({ [name]: variables.masked(text) }, mark).prompt)
  return {
    system: instructionsFor(situation, tokensFor('task')),
    history: memory.history(tokensFor('history')).map((text) => fenced('step', text)),
    prompt: [
      fenced('memory', memory.notes(tokensFor('memory'))),
      fenced('tabs', (view.tabs ?? []).map(tabLine).join('\n')),
      fenced('page', describeView(view, tokensFor('page'))),
      `This is round ${round.number} of ${round.most}.`,
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
    images:
      screenshot === undefined
        ? []
        : [{ type: 'image/jpeg' as const, base64: screenshot.toString('base64') }],
    schema: RESPONSE_SCHEMA,
    name: 'next_moves',
    temperature: 0,
  }
}

const MOST_TITLE = 80
const MOST_URL = 200

function tabLine({ id, title, url, isFront }: ViewTab): string {
  return `${id}${isFront ? ' (in front)' : ''} ${JSON.stringify(shorten(title, MOST_TITLE))} ${shorten(url, MOST_URL)}`
}

/** What it is for, what its data is, and the rules. */
const [PURPOSE, DATA, RULES] = readFileSync(new URL('./instructions.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')

/** The system message: the same in every round, so that endpoints can cache it. */
function instructionsFor({ task, variables, schema, mark }: Situation, taskTokens: number): string {
  const moves = Object.entries(takes).map(([name, taken]) => `- ${name}: ${taken}`)
  const { names } = variables
  return [
    PURPOSE,
    fenceData({}, mark).rule,
    DATA,
    `Moves:\n${moves.join('\n')}`,
    RULES,
    ...(names.length > 0
      ? [
          `Variables: ${names.join(', ')}. You do not see their values. Write the name in angle brackets where the value belongs, such as ${names[0]!.split(' ')[0]}. Values are filled in only on the website of the task.`,
        ]
      : []),
    ...(schema === undefined
      ? []
      : [`When the task is done, output is JSON that fits this JSON Schema:\n${JSON.stringify(schema)}`]),
    `The task:\n${truncateTokens(variables.masked(task), taskTokens)}`,
  ].join('\n\n')
}

const TEXT_OR_NULL = { type: ['string', 'null'] }

const MOVE = objectOf({
  do: { type: 'string', enum: Object.keys(takes) },
  ref: TEXT_OR_NULL,
  to: TEXT_OR_NULL,
  value: TEXT_OR_NULL,
  labels: { type: ['array', 'null'], items: { type: 'string' } },
  x: { type: ['number', 'null'] },
  y: { type: ['number', 'null'] },
})

const RESPONSE_SCHEMA = objectOf({
  why: { type: 'string', description: 'One sentence: what the page shows, and what to do about it.' },
  plan: TEXT_OR_NULL,
  note: TEXT_OR_NULL,
  collect: { type: 'array', items: { type: 'string' } },
  moves: { type: 'array', items: MOVE },
  finish: { anyOf: [objectOf({ done: { type: 'boolean' }, output: { type: 'string' } }), { type: 'null' }] },
})

/** Strict modes of endpoints require every property to be listed and no other. */
function objectOf(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const MOST_LABELS = 100

/** None where a value of a variable can be read on the page: a picture cannot be masked. */
export async function takeScreenshot(
  controller: PageController,
  view: PageView,
  variables: Variables,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const shown = view.elements.filter(({ inView }) => inView)
  const hasVariable = (text: string | undefined) => text !== undefined && variables.masked(text) !== text
  const isExposed = shown.some(
    ({ type, name, text, value }) =>
      hasVariable(name) || hasVariable(text) || (type !== 'password' && hasVariable(value)),
  )
  if (isExposed) return undefined
  const usable = new Set(viewLines(view).flatMap(({ ref, use }) => (use === 'act' ? [ref] : [])))
  const labels = shown
    .filter(({ ref, covered, box }) => usable.has(ref) && !covered && box.width > 0 && box.height > 0)
    .slice(0, MOST_LABELS)
    .map(({ ref, box }) => ({ label: ref, box }))
  try {
    return await controller.screenshot(signal, labels)
  } catch (failure) {
    if (failure instanceof PageControllerError) return undefined
    throw failure
  }
}
