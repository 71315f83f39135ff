import { anySignal, orAborted, within } from '../../concurrency/abort.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { insufficientCredits } from '../../access/access.ts'
import type { LiveBrowser } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { createRecorder, recordRemote, recordController } from '../recording.ts'
import type { Recorder, Recordings } from '../recording.ts'
import type { CodeOutcome, PromptOutcome, RunCode, RunPrompt } from '../run.ts'
import { endedFault, summaryOf } from '../session.ts'
import type {
  EndCause,
  LiveSession,
  SessionEnd,
  SessionSummary,
  SessionTable,
  Task,
  TaskOutcome,
} from '../session.ts'
import { createCreditHold } from './credit-hold.ts'
import type { OpenedSession } from './open-session.ts'
import { startWatchdog } from './watchdog.ts'
import type { Clock } from './watchdog.ts'

export interface LocalSessionNeeds {
  runPrompt: RunPrompt
  runCode: RunCode
  clock: Clock
  recordings: Recordings
  table: Pick<SessionTable, 'hold' | 'end'>
  log: Log
}

/**
 * A session of this process. It ends when its time is over, it is unused, credits run out, or its browser is
 * gone.
 */
export class LocalSession implements LiveSession {
  readonly #opened: OpenedSession
  readonly #needs: LocalSessionNeeds
  readonly #log: Log
  readonly #creditHold
  readonly #queue = createSemaphore(1)
  readonly #watchdog: Disposable
  readonly #hasEnded: () => void
  readonly #startedAt: number
  #usedAt: number
  #isRecorded: boolean
  #recorder: Recorder | undefined
  #runningTasks = 0
  #endFault: Fault | undefined
  #ending: Promise<SessionEnd> | undefined

  constructor(opened: OpenedSession, needs: LocalSessionNeeds, hasEnded: () => void) {
    const { known, options, browser, meter } = opened
    const { clock } = needs
    this.#opened = opened
    this.#needs = needs
    this.#hasEnded = hasEnded
    this.#log = needs.log.child({ sessionId: known.id })
    this.#startedAt = this.#usedAt = clock.now()
    this.#isRecorded = options.isRecorded ?? false
    const bill = { withPrompt: options.withPrompt ?? false, checkCredits: () => meter?.credits() ?? 0 }
    this.#creditHold = createCreditHold(known.id, bill, needs.table)
    meter?.holdWith(async () => {
      const outcome = await this.#creditHold.holdMinutes(this.#ageMs())
      if (outcome.state !== 'held') throw this.#unpaid(outcome, meter.credits())
    })
    this.#watchdog = startWatchdog({
      clock,
      ttlMs: options.ttlSeconds * 1000,
      activityTtlMs: options.activityTtlSeconds * 1000,
      idleMs: () => this.idleMs(),
      holdMinutes: this.#creditHold.holdMinutes,
      onError: (failure) =>
        this.#log.warn({ err: failure }, 'could not hold credits for a browser session; trying again'),
      end: (cause) => this.endSoon(cause),
    })
    onAbort(browser.ended, () => this.endSoon('crashed'))
    onAbort(opened.slotSignal, () => this.endSoon('lost'))
  }

  get teamId(): string {
    return this.#opened.known.teamId
  }

  get browser(): LiveBrowser {
    return this.#opened.browser
  }

  get streamWebView(): boolean {
    return this.#opened.known.streamWebView
  }

  /** An arrow function, because callers detach it from the session. */
  readonly touch = (): void => {
    this.#usedAt = this.#needs.clock.now()
  }

  endFault(): Fault | undefined {
    return this.#endFault
  }

  idleMs(): number {
    return this.#runningTasks > 0 ? 0 : this.#needs.clock.now() - this.#usedAt
  }

  summary(): SessionSummary {
    const summary = summaryOf(this.#opened.known, this.#endFault ? 'destroyed' : 'active')
    return { ...summary, lastActivity: new Date(Date.now() - this.idleMs()) }
  }

  async run(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    if (this.#endFault) throw this.#endFault
    this.#runningTasks += 1
    try {
      return await this.#runTask(task, signal)
    } catch (failure) {
      throw this.#endFault ?? failure
    } finally {
      this.#runningTasks -= 1
      this.touch()
    }
  }

  /** Ends the session once. All callers get the same result, from the first cause. */
  end(cause: EndCause): Promise<SessionEnd> {
    this.#endFault ??= this.#endedFault(cause)
    // Deferred, because the aborts below call `end` again and must find the promise already set.
    this.#ending ??= Promise.resolve(Math.round(this.#ageMs())).then((durationMs) =>
      this.#finish(cause, durationMs),
    )
    return this.#ending
  }

  endSoon(cause: EndCause): void {
    this.end(cause).catch((failure: unknown) => {
      this.#log.warn({ err: failure }, 'could not settle a browser session; the sweep retries')
    })
  }

  async #finish(cause: EndCause, durationMs: number): Promise<SessionEnd> {
    const { known, life, resources } = this.#opened
    this.#watchdog[Symbol.dispose]()
    life.abort(this.#endFault)
    const note = await saveProfile(this.#opened, cause, this.#log)
    this.#endFault = this.#endedFault(cause, note)
    try {
      await resources[Symbol.asyncDispose]()
    } catch (failure) {
      this.#log.error({ err: failure }, 'could not close all resources of a browser session')
    }
    try {
      const end = await this.#needs.table.end(known.id, { cause, note, durationMs })
      return end ?? { durationMs, creditsBilled: 0 }
    } finally {
      this.#hasEnded()
    }
  }

  #ageMs(): number {
    return this.#needs.clock.now() - this.#startedAt
  }

  #endedFault(cause: EndCause, note?: string): Fault {
    return endedFault({ cause, note }, this.#opened.options.activityTtlSeconds)
  }

  #unpaid(outcome: { state: 'insufficient'; balance: number } | { state: 'gone' }, needed: number): Fault {
    if (outcome.state === 'insufficient') return insufficientCredits(needed, outcome.balance)
    this.endSoon('lost')
    return this.#endedFault('lost')
  }

  /** Runs one task at a time. The time in the queue counts toward the task's timeout. */
  async #runTask(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    const { clock, runPrompt, runCode } = this.#needs
    const { browser, life } = this.#opened
    const endsAt = clock.now() + task.timeoutMs
    const timeout = new AbortController()
    using _timer = clock.after(task.timeoutMs, () => timeout.abort(timeoutFault(task)))
    using wanted = anySignal(life.signal, signal)
    using time = anySignal(wanted, timeout.signal)
    using _lock = await this.#queue.acquire(time)
    const recorder = this.#recorderFor(task)
    if (task.kind === 'prompt') {
      const outcome = await this.#creditHold.holdPrompt(this.#ageMs())
      if (outcome.state !== 'held') throw this.#unpaid(outcome, outcome.needed)
      const controller = recorder ? recordController(browser.controller, recorder, task) : browser.controller
      const result = await orAborted(runPrompt(task.prompt, controller, time, task), life.signal)
      return { kind: 'prompt', ...withWarnings(result, browser.takeRefusals()) }
    }
    // The code runner enforces the program's timeout, so that it can return the output so far.
    const program = { ...task, timeoutMs: Math.max(1, Math.round(endsAt - clock.now())) }
    const remote = recorder ? recordRemote(browser.remote, recorder) : browser.remote
    const run = await orAborted(runCode(program, remote, wanted), life.signal)
    return { kind: 'code', ...withErrors(run, browser.takeRefusals()) }
  }

  #recorderFor(task: Task): Recorder | undefined {
    this.#isRecorded ||= task.isRecorded ?? false
    if (!this.#isRecorded) return undefined
    const { known, browser } = this.#opened
    const { recordings } = this.#needs
    const record = { recordings, sessionId: known.id, controller: browser.controller, log: this.#log }
    return (this.#recorder ??= createRecorder(record))
  }
}

function withWarnings(outcome: PromptOutcome, refusals: readonly string[]): PromptOutcome {
  if (refusals.length === 0) return outcome
  return { ...outcome, warnings: [...(outcome.warnings ?? []), ...refusals] }
}

/** The browser only tells a program that a page was blocked; this adds the reasons. */
function withErrors(outcome: CodeOutcome, refusals: readonly string[]): CodeOutcome {
  if (refusals.length === 0) return outcome
  const { stderr, error } = outcome
  return {
    ...outcome,
    stderr: [...(stderr === '' ? [] : [stderr]), ...refusals].join('\n'),
    ...(error !== undefined && { error: [error, ...refusals].join(' ') }),
  }
}

function timeoutFault({ timeoutMs }: Task): Fault {
  return new Fault(
    'REQUEST_TIMEOUT',
    `The task exceeded its timeout of ${Math.ceil(timeoutMs / 1000)} seconds, including the wait for earlier tasks of the session. Raise 'timeout' and send it again.`,
  )
}

const SAVE_MS = 10_000

async function saveProfile(
  { browser, profile, options }: OpenedSession,
  cause: EndCause,
  log: Log,
): Promise<string | undefined> {
  if (!profile || !options.profile?.saveChanges) return undefined
  const notSaved = `The changes to the profile "${options.profile.name}" could not be saved.`
  if (cause === 'crashed') return notSaved
  try {
    const state = await within(SAVE_MS, browser.profileState())
    if (state !== undefined) await profile.save(state)
    return undefined
  } catch (failure) {
    log.warn({ err: failure }, 'could not save the profile of a browser session')
    return failure instanceof Fault ? failure.message : notSaved
  }
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
}
