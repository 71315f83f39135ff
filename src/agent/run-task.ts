import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Screen } from '../egress/egress.ts'
import { isFullDisk, isOutage } from '../fault.ts'
import { firstOf, orAborted } from '../concurrency/abort.ts'
import { boundsOf } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { makeMove } from './make-move.ts'
import type { MoveNeeds, Signals } from './make-move.ts'
import type { Mind } from './mind.ts'
import { priceOf } from './price.ts'
import { createSummaries, reportOfEnd, reportOfStep } from './report.ts'
import type { Move, Step } from './step.ts'
import { Tally } from './tally.ts'
import type { ClaimedTask, MakeMind, TaskEnd, TaskQueue } from './task.ts'
import { verdict } from './verdict.ts'
import type { Stop } from './verdict.ts'

export interface TaskNeeds extends MoveNeeds {
  queue: TaskQueue
  makeMind: MakeMind
}

const AT_ONCE = 5
/** A mind that never has enough, of pages that cost nothing for example, is stopped here. */
const MOST_STEPS = 3_000
/** A task that so many claims in a row brought no further harms whoever takes it up. */
const MOST_ATTEMPTS = 60
/** What the database did not take is tried again, as long as the task is this process's. */
const PATIENCE_MS = [100, 500, 2_000]

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
  readonly #lists: Screen | undefined
  readonly #tally: Tally
  readonly #summaryOf = createSummaries()
  #mind!: Mind
  #engine = ''
  /** The prices of moves that are decided and not yet written down. */
  #reserved = 0
  #stop: Stop | undefined
  /** Steps are written down one after the other, and learnt in that order. */
  #writing: Promise<void> = Promise.resolve()

  constructor(task: ClaimedTask, needs: TaskNeeds, signals: Signals) {
    this.#task = task
    this.#needs = needs
    this.#signals = signals
    this.#bounds = boundsOf(task.plan)
    this.#lists = task.plan.screening && needs.openScreen(task.plan.screening)
    this.#tally = new Tally(task.plan.spentCredits)
    if (task.isCancelled) this.#stop = 'cancelled'
  }

  async run(): Promise<void> {
    try {
      await this.#begin()
      while (this.#stop === undefined) await this.#round()
      await this.#end(() => this.#verdict(this.#stop!))
    } catch (failure) {
      if (failure instanceof ClaimLost) return
      this.#signals.claim.throwIfAborted()
      if (isOutage(failure)) throw failure
      await this.#end(() => this.#defect(failure))
    }
  }

  async #begin(): Promise<void> {
    const { task, queue, makeMind } = { task: this.#task, ...this.#needs }
    // Where earlier turns found something is a better place to begin than anywhere.
    const urls = task.plan.urls.length > 0 ? task.plan.urls : await queue.earlierPages(task)
    const { mind, engine } = makeMind(task.plan, urls)
    this.#mind = mind
    this.#engine = engine
    for await (const step of queue.steps(task.id)) {
      this.#summaryOf(step)
      this.#learn(step)
    }
    if (task.attempts > MOST_ATTEMPTS) throw new Error('The task brought its processes down again and again.')
  }

  #learn(step: Step): void {
    this.#tally.add(step)
    this.#mind.learn(step)
  }

  async #round(): Promise<void> {
    const wanted = await this.#decide()
    if (this.#stop !== undefined) return
    if (wanted.length === 0) return this.#halt('finished')
    const moves = this.#within(wanted)
    if (moves.length === 0) return this.#haltEarly('page_limit_reached')
    const affordable = this.#affordable(moves)
    if (affordable.length === 0) return this.#haltEarly('credit_limit_reached')
    await this.#makeAll(await this.#covered(affordable))
    this.#reserved = 0
  }

  async #decide(): Promise<Move[]> {
    if (this.#tally.steps >= MOST_STEPS) this.#haltEarly('step_limit_reached')
    this.#lookAtClock()
    if (this.#stop !== undefined) return []
    const { claim, cancelled } = this.#signals
    using over = firstOf(claim, cancelled)
    try {
      return await orAborted(this.#mind.decide(over), over)
    } catch (failure) {
      if (!cancelled.aborted || claim.aborted) throw failure
      this.#halt('cancelled')
      return []
    } finally {
      if (cancelled.aborted) this.#halt('cancelled')
    }
  }

  #lookAtClock(): void {
    const { timeoutMs = Infinity } = this.#task.plan
    if (Date.now() - this.#task.createdAt.getTime() > timeoutMs) this.#haltEarly('timeout')
  }

  #within(moves: Move[]): Move[] {
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
    if (!this.#lists || !('url' in move)) return price
    return this.#lists.refusal(move.url) ? 0 : price + this.#lists.leastCredits(move.url)
  }

  async #covered(moves: Move[]): Promise<Move[]> {
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
    const answer = await this.#insist(() => this.#needs.queue.hold(this.#task, credits))
    if (answer === 'gone') throw new ClaimLost()
    if (answer === 'cancelled') this.#halt('cancelled')
    return answer
  }

  async #makeAll(moves: readonly Move[]): Promise<void> {
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
        this.#lookAtClock()
      }
    }
    const all = Array.from({ length: AT_ONCE }, work)
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
    const answer = await this.#insist(() => queue.record(this.#task, written))
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

  #halt(stop: Stop): void {
    this.#stop ??= stop
  }

  /** What stands in the way of a task that has everything already does not matter. */
  #haltEarly(stop: Stop): void {
    if (this.#stop === undefined) this.#stop = this.#mind.outcome().isComplete ? 'finished' : stop
  }

  #verdict(stop: Stop): TaskEnd {
    return verdict(stop, this.#mind.outcome(), {
      plan: this.#task.plan,
      tally: this.#tally,
      engine: this.#engine,
    })
  }

  #defect(failure: unknown): TaskEnd {
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
      this.#insist(() => this.#needs.queue.finish(this.#task, end, reportOfEnd(this.#task, end, this.#tally)))
    const end = make()
    if ((await finish(end)) !== 'cancelled') return
    // It was cancelled before its end was told. What would have been free stays free.
    const { isBilled, engine } = end
    const { result } = isBilled ? this.#verdict('cancelled') : end
    await finish({ state: 'cancelled', stopReason: 'cancelled', isBilled, engine, result })
  }

  async #insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      try {
        return await ask()
      } catch (failure) {
        const pauseMs = PATIENCE_MS[tries] ?? (isFullDisk(failure) ? PATIENCE_MS.at(-1) : undefined)
        if (!isOutage(failure) || pauseMs === undefined) throw failure
        await delay(pauseMs, undefined, { signal: this.#signals.claim })
      }
    }
  }
}

function rankOf({ kind }: Move): number {
  return kind === 'think' ? 0 : 1
}
