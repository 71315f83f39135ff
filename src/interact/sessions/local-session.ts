import { anySignal, orAborted, within } from '../../concurrency/abort.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { insufficient } from '../../access/access.ts'
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

/** A session that lives in this process until its time is over, nobody uses it, nobody pays for it, or its browser is gone. */
export class LocalSession implements LiveSession {
  readonly #opened: OpenedSession
  readonly #needs: LocalSessionNeeds
  readonly #log: Log
  readonly #creditHold
  readonly #turns = createSemaphore(1)
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
    const { known, wish: options, browser, meter } = opened
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
        this.#log.warn({ err: failure }, 'could not hold credits for a browser session yet'),
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

  /** Callers take it out of the session. */
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

  /** Ends it once, whoever asks for whatever cause; all are told the same. */
  end(cause: EndCause): Promise<SessionEnd> {
    this.#endFault ??= this.#endedFault(cause)
    // The end begins a turn later: what it aborts asks for the end as well, and must find that there is one.
    this.#ending ??= Promise.resolve(Math.round(this.#ageMs())).then((durationMs) =>
      this.#finish(cause, durationMs),
    )
    return this.#ending
  }

  endSoon(cause: EndCause): void {
    this.end(cause).catch((failure: unknown) => {
      this.#log.warn({ err: failure }, 'could not settle a browser session yet')
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
      this.#log.error({ err: failure }, 'could not close all of a browser session')
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
    return endedFault({ cause, note }, this.#opened.wish.activityTtlSeconds)
  }

  #unpaid(outcome: { state: 'insufficient'; balance: number } | { state: 'gone' }, needed: number): Fault {
    if (outcome.state === 'insufficient') return insufficient(needed, outcome.balance)
    this.endSoon('lost')
    return this.#endedFault('lost')
  }

  /** Carries out one task at a time; what waits for its turn has as long as it has for everything. */
  async #runTask(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    const { clock, runPrompt, runCode } = this.#needs
    const { browser, life } = this.#opened
    const endsAt = clock.now() + task.timeoutMs
    const timeout = new AbortController()
    using _timer = clock.after(task.timeoutMs, () => timeout.abort(timeoutFault(task)))
    using wanted = anySignal(life.signal, signal)
    using time = anySignal(wanted, timeout.signal)
    using _turn = await this.#turns.acquire(time)
    const recorder = this.#recorderFor(task)
    if (task.kind === 'prompt') {
      const outcome = await this.#creditHold.holdPrompt(this.#ageMs())
      if (outcome.state !== 'held') throw this.#unpaid(outcome, outcome.needed)
      const controller = recorder ? recordController(browser.controller, recorder, task) : browser.controller
      const result = await orAborted(runPrompt(task.prompt, controller, time, task), life.signal)
      return { kind: 'prompt', ...withWarnings(result, browser.takeRefusals()) }
    }
    // A program is ended by who runs it, which then tells what it gave so far.
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

/** A program is told by the browser that a page was blocked, and not why. */
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
    `This took longer than the ${Math.ceil(timeoutMs / 1000)} seconds it had, what ran in the session before it included. Raise 'timeout' to give it more.`,
  )
}

const SAVE_MS = 10_000

async function saveProfile(
  { browser, profile, wish }: OpenedSession,
  cause: EndCause,
  log: Log,
): Promise<string | undefined> {
  if (!profile || !wish.profile?.saveChanges) return undefined
  const notSaved = `What it changed in the profile "${wish.profile.name}" could not be saved.`
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
