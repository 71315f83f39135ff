import type { ViewTab } from '../../browser/browser.ts'
import { asData, withRoom } from '../../extract/extract.ts'
import { Fault } from '../../fault.ts'
import { estimateTokens } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { shorten } from '../planner/say/call.ts'
import type { Finish } from './check-finish.ts'
import { describeView } from './describe-view.ts'
import { ANSWER_SCHEMA, instructionsFor } from './instructions.ts'
import type { Memory } from './memory.ts'
import { readAnswer } from './read-answer.ts'
import type { Choice, Ground } from './read-answer.ts'
import type { Spending } from './spending.ts'
import type { Variables } from './variables.ts'

/** What a model decides from. */
export interface Situation {
  task: string
  schema: object | undefined
  variables: Variables
  memory: Memory
  /** Marks data in this run. */
  mark: string
  round: { number: number; most: number }
  /** JPEG of the window. */
  picture: Buffer | undefined
  ground: Ground
  /** Why an end is not believed. */
  complaintsAboutFinish(finish: Finish): readonly string[]
  spending: Spending
}

/** Asks a model what to do next. An answer that cannot be used is complained about once. */
export async function chooseMoves(model: Model, situation: Situation, signal: AbortSignal): Promise<Choice> {
  const { ground, complaintsAboutFinish, spending } = situation
  const complaints = (answer: unknown) => {
    const { moves, refused, finish } = readAnswer(answer, ground)
    if (moves.length > 0) return []
    if (finish !== undefined) return complaintsAboutFinish(finish)
    return [...refused, 'Choose at least one move, or finish.']
  }
  const { value } = await withRoom(model, (room) => {
    const question = questionOf(situation, room)
    if (spending.tokensLeft() < tokensIn(question)) throw new Fault('UNAVAILABLE', OVER_LIMIT)
    return model.within(spending).answerJson({ ...question, complaints }, signal)
  })
  const choice = readAnswer(value, ground)
  if (choice.moves.length === 0 && choice.finish === undefined && choice.refused.length === 0) {
    throw new Fault('UNAVAILABLE', "The model's answer has neither moves nor an end.")
  }
  return choice
}

const OVER_LIMIT = 'The token limit of the run (maxTokens) leaves no room for another round.'

/** The schema is told in words too. */
function tokensIn({ system, history, prompt, schema }: ReturnType<typeof questionOf>): number {
  return [system, ...history, prompt, JSON.stringify(schema)].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  )
}

/** The share of a question that each part may take. What is left is for the instructions. */
const SHARES = { task: 0.15, history: 0.2, memory: 0.1, page: 0.4 } as const

/** Instructions and history come first and stay the same from round to round; what changes comes last. */
function questionOf(situation: Situation, room: number) {
  const { task, schema, variables, memory, mark, round, picture, ground } = situation
  const { view } = ground
  const tokensFor = (part: keyof typeof SHARES) => Math.floor(room * SHARES[part])
  const fenced = (name: string, text: string) =>
    variables.restored(asData({ [name]: variables.named(text) }, mark).prompt)
  return {
    system: instructionsFor({
      task: cutTo(variables.named(task), tokensFor('task')),
      rule: asData({}, mark).rule,
      variables: variables.names,
      schema,
    }),
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
      picture === undefined ? [] : [{ type: 'image/jpeg' as const, base64: picture.toString('base64') }],
    schema: ANSWER_SCHEMA,
    name: 'next_moves',
    temperature: 0,
  }
}

const MOST_TITLE = 80
const MOST_URL = 200

function tabLine({ id, title, url, isFront }: ViewTab): string {
  return `${id}${isFront ? ' (in front)' : ''} ${JSON.stringify(shorten(title, MOST_TITLE))} ${shorten(url, MOST_URL)}`
}

function cutTo(text: string, tokens: number): string {
  const share = tokens / Math.max(1, estimateTokens(text))
  return share >= 1 ? text : `${text.slice(0, Math.floor(text.length * share))} …`
}
