import { abortFault, deadline } from '../../abort.ts'
import { StageError } from '../../browser/browser.ts'
import type { PageView, Stage } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Model } from '../../llm/llm.ts'
import type { Log } from '../../log.ts'
import type { AnswerFrom, PromptOutcome, RunPrompt } from '../run.ts'
import { chooseMoves } from './choose-moves.ts'
import { makeMove } from './make-move.ts'
import type { Made } from './make-move.ts'
import { isRepeatable } from './moves.ts'
import type { Move } from './moves.ts'
import { createRecord } from './record.ts'
import type { Choice } from './read-answer.ts'
import { createSecrets } from '../secrets.ts'
import { createSeenPages } from './seen-pages.ts'

/** How often a model is asked in the course of one wish. */
const MOST_ROUNDS = 30
/** After so many answers in a row that led nowhere, the model decides no more. */
const MOST_IDLE_ROUNDS = 3
/** A model that takes longer for one answer leaves no time for anybody else. */
const MOST_ASKING_MS = 60_000

interface Needs {
  model: Model
  /** Who carries out what is left when the model cannot. */
  planner: RunPrompt
  answerFrom: AnswerFrom
  log: Log
}

/** Lets a model carry out a wish in words: it is shown the page, chooses moves, and is shown what came of them. */
export function createModelRunner(needs: Needs): RunPrompt {
  return async (prompt, stage, signal) => {
    try {
      return await new ModelRun(needs, prompt, stage).run(signal)
    } finally {
      stage.answerDialogs({ accept: false })
    }
  }
}

type End = { kind: 'finished'; isDone: boolean; output: string } | { kind: 'handOver'; reason: string }

class ModelRun {
  readonly #needs: Needs
  readonly #prompt: string
  readonly #stage: Stage
  readonly #secrets
  readonly #seen
  readonly #record
  #tokens = 0
  /** What is left of the wish, undefined when that is not known. */
  #left: string | undefined

  constructor(needs: Needs, prompt: string, stage: Stage) {
    this.#needs = needs
    this.#prompt = prompt
    this.#stage = stage
    this.#left = prompt
    this.#secrets = createSecrets(prompt)
    this.#seen = createSeenPages(prompt, this.#secrets)
    this.#record = createRecord(this.#secrets, this.#seen)
  }

  async run(signal: AbortSignal): Promise<PromptOutcome> {
    try {
      const end = await this.#rounds(signal)
      return end.kind === 'finished' ? this.#finished(end) : await this.#handedOver(end.reason, signal)
    } catch (failure) {
      const error = errorIn(failure, signal)
      if (error === undefined) throw failure
      return this.#outcome({ done: false, output: error, error })
    }
  }

  async #rounds(signal: AbortSignal): Promise<End> {
    let view = await this.#stage.look(signal)
    let idleRounds = 0
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#seen.learn(view)
      const chosen = await this.#choose(view, MOST_ROUNDS - round, signal)
      if ('reason' in chosen) return { kind: 'handOver', reason: chosen.reason }
      if (chosen.finish !== undefined) return { kind: 'finished', ...chosen.finish }
      const { after, isLed } = await this.#make(chosen, view, signal)
      view = after
      idleRounds = isLed ? 0 : idleRounds + 1
      if (idleRounds >= MOST_IDLE_ROUNDS) {
        return { kind: 'handOver', reason: `The model led nowhere ${MOST_IDLE_ROUNDS} times in a row.` }
      }
    }
    return { kind: 'handOver', reason: `The model's ${MOST_ROUNDS} answers were used up.` }
  }

  async #choose(
    view: PageView,
    roundsLeft: number,
    signal: AbortSignal,
  ): Promise<Choice | { reason: string }> {
    const { model, log } = this.#needs
    const { steps, answers, actions, refusal } = this.#record
    const ground = { view, refusal, isAnythingDone: actions.length > 0 }
    const situation = { task: this.#prompt, steps, answers, roundsLeft, ground }
    using time = deadline(signal, MOST_ASKING_MS)
    try {
      const { choice, usage } = await chooseMoves(model, situation, time)
      this.#tokens += usage.inputTokens + usage.outputTokens
      log.debug(
        { model: model.name, roundsLeft, moves: choice.moves.map(({ name }) => name) },
        'a model chose moves',
      )
      return choice
    } catch (failure) {
      // Only what a model cannot do is the planner's business; that somebody stopped waiting is not.
      if (signal.aborted || !(failure instanceof Fault)) throw failure
      log.warn({ model: model.name, err: failure }, 'a model failed')
      return {
        reason: time.aborted
          ? `The model did not answer within ${MOST_ASKING_MS / 1000} seconds.`
          : failure.message,
      }
    }
  }

  /** Makes the moves in order, until one fails or those that follow are about another page. */
  async #make(
    { moves, refused, left }: Choice,
    before: PageView,
    signal: AbortSignal,
  ): Promise<{ after: PageView; isLed: boolean }> {
    const done: Move[] = []
    let view = before
    let isLed = false
    for (const move of moves) {
      if (done.length > 0 && !isStillThere(move, before, view)) {
        this.#record.refuse('what was to follow was not done, because the page is another one now.')
        break
      }
      const made = await makeMove(move, { ...this.#needs, stage: this.#stage, before: view }, signal)
      view = made.view
      this.#learn(move, made)
      if (made.went.state === 'failed') break
      done.push(move)
      isLed ||= made.went.hadEffect
    }
    for (const reason of refused) this.#record.refuse(reason)
    if (done.length === moves.length && refused.length === 0) this.#left = left
    else if (!done.every(isRepeatable)) this.#left = undefined
    return { after: view, isLed }
  }

  #learn(move: Move, { went, view, heard, answer }: Made): void {
    this.#seen.learn(view)
    for (const text of heard) this.#seen.hear(text)
    this.#record.add(move, went)
    if (move.kind === 'read' && answer !== undefined) this.#record.answered(move.question, answer)
  }

  #finished({ isDone, output }: { isDone: boolean; output: string }): PromptOutcome {
    const { actions } = this.#record
    const done = isDone && (actions.length > 0 || output !== '')
    return this.#outcome({
      done,
      output: output || (done ? 'Everything was done.' : 'It could not be done.'),
      warnings: this.#seen.remarksOn(output),
    })
  }

  /** The planner gets what is left. What was done already must not be done twice, so it gets nothing when that is not known. */
  async #handedOver(reason: string, signal: AbortSignal): Promise<PromptOutcome> {
    const { planner, log, model } = this.#needs
    const warnings = [`The embedded planner carried on instead of the model. ${reason}`]
    log.warn({ model: model.name, reason }, 'the planner carries on from here')
    const left = this.#record.actions.length === 0 ? this.#prompt : this.#left
    if (left === undefined || left.trim() === '') {
      const output = 'It is not known whether everything was done, because the model gave no end to it.'
      return this.#outcome({ done: false, output, warnings: [reason] })
    }
    const rest = await planner(left, this.#stage, signal)
    return this.#outcome({ ...rest, warnings: [...warnings, ...(rest.warnings ?? [])] })
  }

  #outcome({
    actions = [],
    warnings = [],
    ...told
  }: Partial<PromptOutcome> & { done: boolean; output: string }): PromptOutcome {
    return {
      ...told,
      output: this.#secrets.masked(told.output),
      actions: [...this.#record.actions, ...actions],
      ...(warnings.length > 0 && { warnings: warnings.map((one) => this.#secrets.masked(one)) }),
      tokens: this.#tokens,
    }
  }
}

/** What is told instead of an outcome: that the time is over, or that the page does not answer. */
function errorIn(failure: unknown, signal: AbortSignal): string | undefined {
  if (!signal.aborted) return failure instanceof StageError ? failure.message : undefined
  const isLate = abortFault(signal).code === 'SCRAPE_TIMEOUT'
  return isLate ? 'The time was over before everything was done.' : undefined
}

/** Whether a move that was chosen for one look at a page can still be made at a later one. */
function isStillThere({ target }: Move, chosenAt: PageView, now: PageView): boolean {
  if (pageOf(now) !== pageOf(chosenAt)) return false
  return target === undefined || now.elements.some(({ ref }) => ref === target.ref)
}

/** The page without the place on it. */
function pageOf({ url }: PageView): string {
  return url.replace(/#.*$/, '')
}
