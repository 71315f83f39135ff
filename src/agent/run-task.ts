import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Screen } from '../egress/egress.ts'
import { isFullDisk, isOutage } from '../fault.ts'
import { anySignal, orAborted } from '../concurrency/abort.ts'
import { boundsOf } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { makeMove } from './make-move.ts'
import type { MoveNeeds, Signals } from './make-move.ts'
import type { AgentStrategy } from './agent-strategy.ts'
import { priceOf } from './price.ts'
import { createStepSummarizer, reportOfEnd, reportOfStep } from './report.ts'
import type { Move, Step } from './step.ts'
import { TaskCounters } from './task-counters.ts'
import type { ClaimedTask, StrategyFactory, TaskEnd, TaskQueue } from './task.ts'
import { taskEndOf } from './task-end.ts'
import type { StopReason } from './task-end.ts'

export interface TaskNeeds extends MoveNeeds {
  queue: TaskQueue
  createStrategy: StrategyFactory
}

const MAX_PARALLEL_MOVES = 5
/** A mind that never has enough, of pages that cost nothing for example, is stopped here. */
const MOST_STEPS = 3_000
/** A task that so many claims in a row brought no further harms whoever takes it up. */
const MOST_ATTEMPTS = 60
/** What the database did not take is tried again, as long as the task is this process's. */
const RETRY_PAUSES_MS = [100, 500, 2_000]

/**
 * Works on a claimed task until it has ended, or until the claim is lost. Everything that was learnt is in its steps, so
 * that the work goes on where it was whoever does it.
 */
export async function runTask(task: ClaimedTask, needs: TaskNeeds, signals: Signals): Promise<void> {
  await new TaskRun(task, needs, signals).run()
}

class ClaimLost extends Error {}

class TaskRun {
  readonly #task: ClaimedTask
  readonly #needs: TaskNeeds
  readonly #signals: Signals
  readonly #bounds: Bounds
  readonly #screen: Screen | undefined
  readonly #tally: TaskCounters
  readonly #summaryOf = createStepSummarizer()
  #strategy!: AgentStrategy
  #engine = ''
  /** The prices of moves that are decided and not yet written down. */
  #reserved = 0
  #stop: StopReason | undefined
  /** Steps are written down one after the other, and learnt in that order. */
  #writing: Promise<void> = Promise.resolve()

  constructor(task: ClaimedTask, needs: TaskNeeds, signals: Signals) {
    this.#task = task
    this.#needs = needs
    this.#signals = signals
    this.#bounds = boundsOf(task.plan)
    this.#screen = task.plan.screening && needs.openScreen(task.plan.screening)
    this.#tally = new TaskCounters(task.plan.spentCredits)
    if (task.isCancelled) this.#stop = 'cancelled'
  }

  async run(): Promise<void> {
    try {
      await this.#begin()
      while (this.#stop === undefined) await this.#runRound()
      await this.#end(() => this.#taskEnd(this.#stop!))
    } catch (failure) {
      if (failure instanceof ClaimLost) return
      this.#signals.claim.throwIfAborted()
      if (isOutage(failure)) throw failure
      await this.#end(() => this.#internalErrorEnd(failure))
    }
  }

  async #begin(): Promise<void> {
    const { task, queue, createStrategy } = { task: this.#task, ...this.#needs }
    // Where earlier turns found something is a better place to begin than anywhere.
    const urls = task.plan.urls.length > 0 ? task.plan.urls : await queue.earlierPages(task)
    const { strategy, engine } = createStrategy(task.plan, urls)
    this.#strategy = strategy
    this.#engine = engine
    for await (const step of queue.steps(task.id)) {
      this.#summaryOf(step)
      this.#learn(step)
    }
    if (task.attempts > MOST_ATTEMPTS) throw new Error('The task brought its processes down again and again.')
  }

  #learn(step: Step): void {
    this.#tally.add(step)
    this.#strategy.learn(step)
  }

  async #runRound(): Promise<void> {
    const wanted = await this.#decide()
    if (this.#stop !== undefined) return
    if (wanted.length === 0) return this.#halt('finished')
    const moves = this.#withinVisitLimit(wanted)
    if (moves.length === 0) return this.#haltEarly('page_limit_reached')
    const affordable = this.#affordable(moves)
    if (affordable.length === 0) return this.#haltEarly('credit_limit_reached')
    await this.#runMoves(await this.#holdCreditsFor(affordable))
    this.#reserved = 0
  }

  async #decide(): Promise<Move[]> {
    if (this.#tally.steps >= MOST_STEPS) this.#haltEarly('step_limit_reached')
    this.#checkTimeout()
    if (this.#stop !== undefined) return []
    const { claim, cancelled } = this.#signals
    using over = anySignal(claim, cancelled)
    try {
      return await orAborted(this.#strategy.decide(over), over)
    } catch (failure) {
      if (!cancelled.aborted || claim.aborted) throw failure
      this.#halt('cancelled')
      return []
    } finally {
      if (cancelled.aborted) this.#halt('cancelled')
    }
  }

  #checkTimeout(): void {
    const { timeoutMs = Infinity } = this.#task.plan
    if (Date.now() - this.#task.createdAt.getTime() > timeoutMs) this.#haltEarly('timeout')
  }

  #withinVisitLimit(moves: Move[]): Move[] {
    const { mostVisits = Infinity } = this.#task.plan
    let left = mostVisits - this.#tally.visits
    return moves.filter(({ kind }) => kind !== 'visit' || left-- > 0).slice(0, MOST_STEPS - this.#tally.steps)
  }

  #affordable(moves: Move[]): Move[] {
    let left = this.#task.plan.maxCredits - this.#tally.credits
    const end = moves.findIndex((move) => (left -= this.#priceOf(move)) < 0)
    return end === -1 ? moves : moves.slice(0, end)
  }

  #priceOf(move: Move): number {
    if (this.#bounds.refusal(move) !== undefined) return 0
    const price = priceOf(move, this.#task.plan)
    if (!this.#screen || !('url' in move)) return price
    return this.#screen.refusal(move.url) ? 0 : price + this.#screen.leastCredits(move.url)
  }

  async #holdCreditsFor(moves: Move[]): Promise<Move[]> {
    for (let some = moves; ; some = some.slice(0, some.length / 2)) {
      this.#reserved = some.reduce((sum, move) => sum + this.#priceOf(move), 0)
      const answer = await this.#hold(this.#tally.credits + this.#reserved)
      if (answer === 'held') return some
      if (answer === 'insufficient' && some.length > 1) continue
      if (answer === 'insufficient') this.#haltEarly('insufficient_credits')
      return []
    }
  }

  async #hold(credits: number): Promise<'held' | 'insufficient' | 'cancelled'> {
    const answer = await this.#retryOnOutage(() => this.#needs.queue.hold(this.#task, credits))
    if (answer === 'gone') throw new ClaimLost()
    if (answer === 'cancelled') this.#halt('cancelled')
    return answer
  }

  async #runMoves(moves: readonly Move[]): Promise<void> {
    // Thoughts are there already, and come before what follows from them.
    const waiting = moves.toSorted((one, other) => rankOf(one) - rankOf(other))
    while (waiting[0]?.kind === 'think') {
      await this.#write({ move: waiting.shift()!, seen: { kind: 'think' }, credits: 0 }, new Date())
    }
    const work = async () => {
      for (let move = waiting.shift(); move && this.#stop === undefined; move = waiting.shift()) {
        const beganAt = new Date()
        const at = { task: this.#task, bounds: this.#bounds }
        const step = await makeMove(move, at, this.#needs, this.#signals)
        if (!step) return this.#halt('cancelled')
        await this.#write(step, beganAt)
        this.#checkTimeout()
      }
    }
    const all = Array.from({ length: MAX_PARALLEL_MOVES }, work)
    const leave = () => void (waiting.length = 0)
    // What is under way is waited for, whatever happens to the others.
    await Promise.allSettled(all.map((one) => one.catch(leave)))
    await Promise.all(all)
  }

  #write(step: Step, beganAt: Date): Promise<void> {
    const written = this.#writing.then(() => this.#record(step, beganAt))
    this.#writing = written.catch(() => undefined)
    return written
  }

  async #record(made: Step, beganAt: Date): Promise<void> {
    const { queue } = this.#needs
    this.#reserved -= this.#priceOf(made.move)
    const step = await this.#affordableStep(made)
    const seq = this.#tally.steps + 1
    const report = reportOfStep(this.#task, step, this.#tally.credits + step.credits)
    const written = { ...step, seq, beganAt, report, summary: this.#summaryOf(step) }
    const answer = await this.#retryOnOutage(() => queue.record(this.#task, written))
    if (answer === 'gone') throw new ClaimLost()
    this.#learn(step)
    if (answer === 'cancelled') this.#halt('cancelled')
  }

  /** A document of many pages may turn out to cost more than there is; then it was in vain, and free. */
  async #affordableStep(step: Step): Promise<Step> {
    const needed = this.#tally.credits + step.credits + this.#reserved
    if (step.credits <= this.#priceOf(step.move)) return step
    if (needed > this.#task.plan.maxCredits) this.#halt('credit_limit_reached')
    else if ((await this.#hold(needed)) === 'held') return step
    else this.#halt('insufficient_credits')
    const message = `This turned out to cost ${step.credits} credits, which is more than was left.`
    return { move: step.move, seen: { kind: 'failure', code: 'PAYMENT_REQUIRED', message }, credits: 0 }
  }

  #halt(stop: StopReason): void {
    this.#stop ??= stop
  }

  /** What stands in the way of a task that has everything already does not matter. */
  #haltEarly(stop: StopReason): void {
    if (this.#stop === undefined) this.#stop = this.#strategy.outcome().isComplete ? 'finished' : stop
  }

  #taskEnd(stop: StopReason): TaskEnd {
    return taskEndOf(stop, this.#strategy.outcome(), {
      plan: this.#task.plan,
      counters: this.#tally,
      engine: this.#engine,
    })
  }

  #internalErrorEnd(failure: unknown): TaskEnd {
    const id = randomUUID()
    this.#needs.log.error({ err: failure, id, taskId: this.#task.id }, 'defect')
    return {
      state: 'failed',
      isBilled: false,
      result: {},
      error: `Something went wrong on our side, and the task is not charged; the log has it under ${id}.`,
      stopReason: 'internal_error',
      engine: this.#engine,
    }
  }

  async #end(make: () => TaskEnd): Promise<void> {
    const finish = (end: TaskEnd) =>
      this.#retryOnOutage(() =>
        this.#needs.queue.finish(this.#task, end, reportOfEnd(this.#task, end, this.#tally)),
      )
    const end = make()
    if ((await finish(end)) !== 'cancelled') return
    // It was cancelled before its end was told. What would have been free stays free.
    const { isBilled, engine } = end
    const { result } = isBilled ? this.#taskEnd('cancelled') : end
    await finish({ state: 'cancelled', stopReason: 'cancelled', isBilled, engine, result })
  }

  async #retryOnOutage<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      try {
        return await ask()
      } catch (failure) {
        const pauseMs = RETRY_PAUSES_MS[tries] ?? (isFullDisk(failure) ? RETRY_PAUSES_MS.at(-1) : undefined)
        if (!isOutage(failure) || pauseMs === undefined) throw failure
        await delay(pauseMs, undefined, { signal: this.#signals.claim })
      }
    }
  }
}

function rankOf({ kind }: Move): number {
  return kind === 'think' ? 0 : 1
}
