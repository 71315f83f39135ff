import { abortFault, deadline } from '../../concurrency/abort.ts'
import { PageControllerError } from '../../browser/browser.ts'
import type { PageView, PageController } from '../../browser/browser.ts'
import { createFenceMark } from '../../extract/extract.ts'
import { Fault } from '../../fault.ts'
import { costOf, createBudget } from '../../llm/llm.ts'
import type { Model, Prices } from '../../llm/llm.ts'
import type { Log } from '../../log.ts'
import type { AnswerFrom, PromptOutcome, PromptRunOptions, RunPrompt } from '../run.ts'
import { checkFinish, createSeenPages } from './check-finish.ts'
import type { Finish } from './check-finish.ts'
import { chooseMoves, takeScreenshot } from './choose-moves.ts'
import { createGuards } from './guards.ts'
import { makeMove } from './make-move.ts'
import { createMemory, createActionRecord } from './memory.ts'
import type { Move, Choice } from './moves.ts'
import { pathOf } from '../planner/page-tree.ts'
import { createVariables } from '../secrets.ts'

const MOST_ROUNDS = 30
const MOST_IDLE_ROUNDS = 3
/** How often a model may claim an end that its pages do not bear out. */
const MAX_REJECTED_FINISHES = 2
const MODEL_TIMEOUT_MS = 60_000

export interface ModelRunnerNeeds {
  model: Model
  answerFrom: AnswerFrom
  log: Log
  mostTokens: number
  prices: Prices | undefined
}

export function createModelRunner(needs: ModelRunnerNeeds): RunPrompt {
  return async (prompt, controller, signal, options = {}) => {
    try {
      return await new ModelRun(needs, prompt, controller, options).run(signal)
    } finally {
      controller.setDialogReply({ accept: false })
    }
  }
}

class ModelRun {
  readonly #needs: ModelRunnerNeeds
  readonly #task: string
  readonly #controller: PageController
  readonly #schema: PromptRunOptions['schema']
  readonly #variables
  readonly #guards
  readonly #seen
  readonly #record
  readonly #mostTokens: number
  readonly #budget
  readonly #memory = createMemory()
  readonly #fenceMark = createFenceMark()
  #rounds = 0
  #rejectedFinishes = 0

  constructor(needs: ModelRunnerNeeds, task: string, controller: PageController, options: PromptRunOptions) {
    this.#needs = needs
    this.#task = task
    this.#controller = controller
    this.#schema = options.schema
    this.#variables = createVariables(task, options.variables)
    this.#guards = createGuards(task, this.#variables)
    this.#seen = createSeenPages(task)
    this.#record = createActionRecord(this.#variables)
    this.#mostTokens = Math.min(options.maxTokens ?? needs.mostTokens, needs.mostTokens)
    this.#budget = createBudget(this.#mostTokens, 'maxTokens')
  }

  async run(signal: AbortSignal): Promise<PromptOutcome> {
    try {
      return await this.#work(signal)
    } catch (failure) {
      const reason = reasonIn(failure, signal)
      if (reason === undefined) throw failure
      return this.#failed(reason)
    }
  }

  async #work(signal: AbortSignal): Promise<PromptOutcome> {
    let view = await this.#controller.view(signal)
    let idleRounds = 0
    while (this.#rounds < MOST_ROUNDS) {
      this.#seen.addView(view)
      this.#guards.begin(view.url)
      const chosen = await this.#choose(view, signal)
      if ('reason' in chosen) return this.#failed(chosen.reason)
      this.#memory.learn(chosen)
      if (chosen.finish !== undefined) {
        const { issues } = this.#check(chosen.finish)
        if (issues.length === 0) return this.#finished(chosen.finish)
        if (++this.#rejectedFinishes >= MAX_REJECTED_FINISHES)
          return this.#failed(issues.join(' '), chosen.finish)
        this.#remember(chosen, [], issues)
        continue
      }
      const { after, hadEffect } = await this.#makeMoves(chosen, view, signal)
      view = after
      idleRounds = hadEffect ? 0 : idleRounds + 1
      if (idleRounds >= MOST_IDLE_ROUNDS) {
        return this.#failed(`The model made no progress in ${MOST_IDLE_ROUNDS} rounds in a row.`)
      }
    }
    return this.#failed(`The task was not finished within ${MOST_ROUNDS} rounds.`)
  }

  async #choose(view: PageView, signal: AbortSignal): Promise<Choice | { reason: string }> {
    const { model, log } = this.#needs
    using time = deadline(signal, MODEL_TIMEOUT_MS)
    try {
      const choice = await chooseMoves(
        model,
        {
          task: this.#task,
          schema: this.#schema,
          variables: this.#variables,
          memory: this.#memory,
          mark: this.#fenceMark,
          round: { number: this.#rounds + 1, most: MOST_ROUNDS },
          screenshot: (await model.supportsImages())
            ? await takeScreenshot(this.#controller, view, this.#variables, signal)
            : undefined,
          context: {
            view,
            variables: this.#variables,
            refusal: (move) => this.#guards.refusalOf(move, view) ?? this.#record.refusal(move),
          },
          issuesInFinish: (finish) => this.#check(finish).issues,
          mostTokens: this.#mostTokens,
          budget: this.#budget,
        },
        time,
      )
      this.#rounds++
      const moves = choice.moves.map(({ name }) => name)
      log.debug({ model: model.name, round: this.#rounds, moves }, 'a model chose moves')
      if (!this.#record.isLoop(view, choice.moves) || choice.moves.length === 0) return choice
      const refused = 'You made exactly these moves on exactly this page before. Try another way, or finish.'
      return { ...choice, moves: [], refused: [refused] }
    } catch (failure) {
      // A caller who stopped waiting is no failure of the model.
      if (signal.aborted || !(failure instanceof Fault)) throw failure
      log.warn({ model: model.name, err: failure }, 'a model failed')
      return {
        reason: time.aborted
          ? `The model did not answer within ${MODEL_TIMEOUT_MS / 1000} seconds.`
          : failure.message,
      }
    }
  }

  async #makeMoves(choice: Choice, before: PageView, signal: AbortSignal) {
    const { answerFrom } = this.#needs
    const spend = (tokens: number) => this.#budget.spend({ inputTokens: tokens, outputTokens: 0 })
    const context = { controller: this.#controller, variables: this.#variables, answerFrom, spend }
    const lines: string[] = []
    let view = before
    let hadEffect = false
    for (const [at, chosen] of choice.moves.entries()) {
      // An earlier move may have changed what this one would hit.
      const move = at === 0 ? chosen : refreshTarget(chosen, view)
      const refusal =
        at === 0 ? undefined : (changedSince(move, before, view) ?? this.#guards.refusalOf(move, view))
      if (refusal !== undefined) {
        lines.push(`refused: ${refusal}`)
        break
      }
      const made = await makeMove(move, context, view, signal)
      view = made.view
      this.#seen.addView(view)
      for (const text of made.notices) this.#seen.hear(text)
      lines.push(this.#record.add(move, made.result))
      if (made.result.state === 'failed') break
      hadEffect ||= made.result.hadEffect
    }
    // What was said about the dialogs of one website is not meant for another.
    if (hostOf(view) !== hostOf(before)) this.#controller.setDialogReply({ accept: false })
    this.#remember(choice, lines, choice.refused)
    return { after: view, hadEffect }
  }

  #remember({ why }: Choice, made: readonly string[], refused: readonly string[]): void {
    const lines = [...made, ...refused.map((reason) => `refused: ${reason}`)]
    const numbered = lines.map((line, at) => `${at + 1}. ${line}`)
    const brief = lines.map((line) => line.split('\n')[0]!.slice(0, LONGEST_BRIEF)).join('; ')
    this.#memory.addRound({
      full: [`Round ${this.#rounds}. ${why}`.trimEnd(), ...numbered].join('\n'),
      line: `Round ${this.#rounds}: ${brief}`,
    })
  }

  #check(finish: Finish) {
    return checkFinish(this.#withResults(finish), {
      task: this.#task,
      seen: this.#seen,
      actionCount: this.#record.actionCount,
      schema: this.#schema,
    })
  }

  #withResults({ isDone, output }: Finish): Finish {
    return { isDone, output: output.replaceAll('<results>', () => this.#memory.results.join('\n')) }
  }

  #finished(finish: Finish): PromptOutcome {
    const { isDone, output } = this.#withResults(finish)
    const { warnings, data } = this.#check(finish)
    return this.#outcome({
      done: isDone,
      output: output || (isDone ? 'Everything was done.' : 'The model says that it cannot be done.'),
      warnings,
      ...(data !== undefined && { data }),
    })
  }

  #failed(reason: string, finish?: Finish): PromptOutcome {
    const { actions } = this.#record
    const { results } = this.#memory
    const output = [
      reason,
      describeActionCount(actions.length),
      ...(finish === undefined ? [] : [`The model said: ${this.#withResults(finish).output}`]),
      ...(results.length > 0 && finish === undefined ? [`Collected so far:\n${results.join('\n')}`] : []),
    ]
    return this.#outcome({ done: false, output: output.join(' '), error: reason })
  }

  #outcome({ warnings = [], ...told }: Omit<PromptOutcome, 'actions'>): PromptOutcome {
    const { masked } = this.#variables
    const { spent } = this.#budget
    return {
      ...told,
      output: masked(told.output),
      ...(told.error !== undefined && { error: masked(told.error) }),
      ...(told.data !== undefined && { data: JSON.parse(masked(JSON.stringify(told.data))) as unknown }),
      actions: [...this.#record.actions],
      ...(warnings.length > 0 && { warnings: warnings.map(masked) }),
      usage: { rounds: this.#rounds, cachedTokens: 0, ...spent, ...costOf(spent, this.#needs.prices) },
    }
  }
}

const LONGEST_BRIEF = 160

function describeActionCount(count: number): string {
  if (count === 0) return 'Nothing was done.'
  return count === 1 ? 'One action was done before.' : `${count} actions were done before.`
}

/** Why a run ends without a decision: its time is over, or the page does not answer. */
function reasonIn(failure: unknown, signal: AbortSignal): string | undefined {
  if (!signal.aborted) return failure instanceof PageControllerError ? failure.message : undefined
  const isLate = abortFault(signal).code === 'SCRAPE_TIMEOUT'
  return isLate ? 'The time was over before everything was done.' : undefined
}

function changedSince({ target }: Move, chosenAt: PageView, now: PageView): string | undefined {
  const isSamePage = pathOf(now.url) === pathOf(chosenAt.url)
  const isThere = target === undefined || now.elements.some(({ ref }) => ref === target.ref)
  return isSamePage && isThere ? undefined : 'the page changed, so the moves after that were not made.'
}

function refreshTarget(move: Move, { elements }: PageView): Move {
  const target = elements.find(({ ref }) => ref === move.target?.ref)
  return target === undefined ? move : { ...move, target }
}

function hostOf({ url }: PageView): string | undefined {
  return URL.parse(url)?.host
}
