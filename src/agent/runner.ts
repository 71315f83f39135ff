import { setTimeout as delay } from 'node:timers/promises'
import { anySignal } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import { runTask } from './run-task.ts'
import type { TaskNeeds } from './run-task.ts'
import type { ClaimedTask } from './task.ts'

export interface AgentRunnerNeeds extends TaskNeeds {
  /** This process's standing with the others; aborts when they may take it for dead. */
  lease: () => { readonly signal: AbortSignal }
  maxTasks: number
  /** Whether to begin no task for now, because what it brings could not be stored. */
  isPaused: () => boolean
}

/** Tasks of killed processes are not announced: this finds them. */
const POLL_MS = 1_000
const UNWIND_MS = 2_000

export async function startAgentRunner(needs: AgentRunnerNeeds): Promise<AsyncDisposable> {
  const runner = new AgentRunner(needs)
  const listener = await needs.queue.onNotification((cancelledId) => runner.notify(cancelledId))
  return {
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await runner.stop()
    },
  }
}

interface RunningTask {
  id: string
  cancel: AbortController
  ended: Promise<void>
}

class AgentRunner {
  readonly #needs: AgentRunnerNeeds
  /** By claim: a task may be claimed again here while an old run of it still unwinds. */
  readonly #running = new Map<string, RunningTask>()
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #wake = () => {}
  #mayHaveTasks = true

  constructor(needs: AgentRunnerNeeds) {
    this.#needs = needs
    this.#loop = this.#run()
  }

  notify(cancelledId = ''): void {
    for (const { id, cancel } of this.#running.values()) if (id === cancelledId) cancel.abort()
    this.#mayHaveTasks = true
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
    this.notify()
    await this.#loop
    const all = Promise.allSettled([...this.#running.values()].map(({ ended }) => ended))
    await Promise.race([all, delay(UNWIND_MS, undefined, { ref: false })])
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        if (this.#mayHaveTasks && this.#running.size < this.#needs.maxTasks && !this.#needs.isPaused())
          await this.#claimTasks()
        else await this.#waitForWake()
      } catch (err) {
        this.#needs.log.warn({ err }, 'tasks of agents cannot be claimed; trying again')
        await delay(POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  async #claimTasks(): Promise<void> {
    this.#mayHaveTasks = false
    const free = this.#needs.maxTasks - this.#running.size
    const tasks = await this.#needs.queue.claim(free, [...this.#running.keys()])
    for (const task of tasks) this.#begin(task)
  }

  #begin(task: ClaimedTask): void {
    const cancel = new AbortController()
    const ended = this.#work(task, cancel.signal).finally(() => {
      this.#running.delete(task.claimId)
      this.notify()
    })
    this.#running.set(task.claimId, { id: task.id, cancel, ended })
  }

  async #work(task: ClaimedTask, cancelled: AbortSignal): Promise<void> {
    using claim = anySignal(this.#needs.lease().signal, this.#stopping.signal)
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

  async #waitForWake(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(() => this.notify(), POLL_MS)
    await promise
    clearTimeout(timer)
  }
}
