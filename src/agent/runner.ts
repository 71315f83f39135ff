import { setTimeout as delay } from 'node:timers/promises'
import { firstOf } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import { runTask } from './run-task.ts'
import type { TaskNeeds } from './run-task.ts'
import type { ClaimedTask } from './task.ts'

export interface AgentRunnerNeeds extends TaskNeeds {
  /** This process's standing with the others; aborts when they may take it for dead. */
  lease: () => { readonly signal: AbortSignal }
  most: number
  /** Whether to begin no task for now, because what it brings could not be stored. */
  isPaused: () => boolean
}

/** Tasks of killed processes are not announced: this finds them. */
const POLL_MS = 1_000
const UNWIND_MS = 2_000

export async function startAgentRunner(needs: AgentRunnerNeeds): Promise<AsyncDisposable> {
  const runner = new AgentRunner(needs)
  const listener = await needs.queue.onNews((cancelledId) => runner.hear(cancelledId))
  return {
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await runner.stop()
    },
  }
}

interface Running {
  id: string
  cancel: AbortController
  ended: Promise<void>
}

class AgentRunner {
  readonly #needs: AgentRunnerNeeds
  /** By claim: a task may be claimed again here while an old run of it still unwinds. */
  readonly #running = new Map<string, Running>()
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #ring = () => {}
  #mayHaveTasks = true

  constructor(needs: AgentRunnerNeeds) {
    this.#needs = needs
    this.#loop = this.#run()
  }

  hear(cancelledId = ''): void {
    for (const { id, cancel } of this.#running.values()) if (id === cancelledId) cancel.abort()
    this.#mayHaveTasks = true
    this.#ring()
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
    this.hear()
    await this.#loop
    const all = Promise.allSettled([...this.#running.values()].map(({ ended }) => ended))
    await Promise.race([all, delay(UNWIND_MS, undefined, { ref: false })])
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        if (this.#mayHaveTasks && this.#running.size < this.#needs.most && !this.#needs.isPaused())
          await this.#fill()
        else await this.#rung()
      } catch (err) {
        this.#needs.log.warn({ err }, 'tasks of agents cannot be claimed; trying again')
        await delay(POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  async #fill(): Promise<void> {
    this.#mayHaveTasks = false
    const free = this.#needs.most - this.#running.size
    const tasks = await this.#needs.queue.claim(free, [...this.#running.keys()])
    for (const task of tasks) this.#begin(task)
  }

  #begin(task: ClaimedTask): void {
    const cancel = new AbortController()
    const ended = this.#work(task, cancel.signal).finally(() => {
      this.#running.delete(task.claimId)
      this.hear()
    })
    this.#running.set(task.claimId, { id: task.id, cancel, ended })
  }

  async #work(task: ClaimedTask, cancelled: AbortSignal): Promise<void> {
    using claim = firstOf(this.#needs.lease().signal, this.#stopping.signal)
    try {
      await runTask(task, this.#needs, { claim, cancelled })
    } catch (err) {
      if (!this.#stopping.signal.aborted) {
        this.#needs.log.warn({ err, taskId: task.id }, 'a task of an agent was interrupted')
        await delay(POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
      // Should that fail, the task is free when this process is gone.
      await this.#needs.queue.release(task).catch(() => undefined)
    }
  }

  async #rung(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ring = resolve
    const timer = setTimeout(() => this.hear(), POLL_MS)
    await promise
    clearTimeout(timer)
  }
}
