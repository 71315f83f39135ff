import { firstOf, orAborted, within } from '../../concurrency/abort.ts'
import { createTurns } from '../../concurrency/turns.ts'
import { insufficient } from '../../access/access.ts'
import type { LiveBrowser } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { createRecorder, recordRemote, recordStage } from '../recording.ts'
import type { Recorder, Recordings } from '../recording.ts'
import type { CodeOutcome, PromptOutcome, RunCode, RunPrompt } from '../run.ts'
import { gone, toSummary } from '../session.ts'
import type {
  EndCause,
  LiveSession,
  SessionEnd,
  SessionSummary,
  SessionTable,
  Task,
  TaskOutcome,
} from '../session.ts'
import { createCover } from './cover.ts'
import type { Opened } from './open.ts'
import { keepVigil } from './vigil.ts'
import type { Clock } from './vigil.ts'

export interface LivingNeeds {
  runPrompt: RunPrompt
  runCode: RunCode
  clock: Clock
  recordings: Recordings
  table: Pick<SessionTable, 'hold' | 'end'>
  log: Log
}

/** A session that lives in this process until its time is over, nobody uses it, nobody pays for it, or its browser is gone. */
export class LivingSession implements LiveSession {
  readonly #opened: Opened
  readonly #needs: LivingNeeds
  readonly #log: Log
  readonly #cover
  readonly #turns = createTurns(1)
  readonly #vigil: Disposable
  readonly #hasEnded: () => void
  readonly #bornAt: number
  #usedAt: number
  #isRecorded: boolean
  #recorder: Recorder | undefined
  #busy = 0
  #over: Fault | undefined
  #ending: Promise<SessionEnd> | undefined

  constructor(opened: Opened, needs: LivingNeeds, hasEnded: () => void) {
    const { known, wish, browser, meter } = opened
    const { clock } = needs
    this.#opened = opened
    this.#needs = needs
    this.#hasEnded = hasEnded
    this.#log = needs.log.child({ sessionId: known.id })
    this.#bornAt = this.#usedAt = clock.now()
    this.#isRecorded = wish.isRecorded ?? false
    const bill = { withPrompt: wish.withPrompt ?? false, checkCredits: () => meter?.credits() ?? 0 }
    this.#cover = createCover(known.id, bill, needs.table)
    meter?.payWith(async () => {
      const outcome = await this.#cover.minutes(this.#ageMs())
      if (outcome.state !== 'held') throw this.#unpaid(outcome, meter.credits())
    })
    this.#vigil = keepVigil({
      clock,
      ttlMs: wish.ttlSeconds * 1000,
      activityTtlMs: wish.activityTtlSeconds * 1000,
      idleMs: () => this.idleMs(),
      cover: this.#cover.minutes,
      hasTrouble: (failure) =>
        this.#log.warn({ err: failure }, 'could not hold credits for a browser session yet'),
      end: (cause) => this.endSoon(cause),
    })
    onAbort(browser.ended, () => this.endSoon('crashed'))
    onAbort(opened.standing, () => this.endSoon('lost'))
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

  over(): Fault | undefined {
    return this.#over
  }

  idleMs(): number {
    return this.#busy > 0 ? 0 : this.#needs.clock.now() - this.#usedAt
  }

  summary(): SessionSummary {
    const summary = toSummary(this.#opened.known, this.#over ? 'destroyed' : 'active')
    return { ...summary, lastActivity: new Date(Date.now() - this.idleMs()) }
  }

  async run(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    if (this.#over) throw this.#over
    this.#busy += 1
    try {
      return await this.#runTask(task, signal)
    } catch (failure) {
      throw this.#over ?? failure
    } finally {
      this.#busy -= 1
      this.touch()
    }
  }

  /** Ends it once, whoever asks for whatever cause; all are told the same. */
  end(cause: EndCause): Promise<SessionEnd> {
    this.#over ??= this.#gone(cause)
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
    const { known, life, belongings } = this.#opened
    this.#vigil[Symbol.dispose]()
    life.abort(this.#over)
    const note = await saveProfile(this.#opened, cause, this.#log)
    this.#over = this.#gone(cause, note)
    try {
      await belongings[Symbol.asyncDispose]()
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
    return this.#needs.clock.now() - this.#bornAt
  }

  #gone(cause: EndCause, note?: string): Fault {
    return gone({ cause, note }, this.#opened.wish.activityTtlSeconds)
  }

  #unpaid(outcome: { state: 'insufficient'; balance: number } | { state: 'gone' }, needed: number): Fault {
    if (outcome.state === 'insufficient') return insufficient(needed, outcome.balance)
    this.endSoon('lost')
    return this.#gone('lost')
  }

  /** Carries out one task at a time; what waits for its turn has as long as it has for everything. */
  async #runTask(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    const { clock, runPrompt, runCode } = this.#needs
    const { browser, life } = this.#opened
    const endsAt = clock.now() + task.timeoutMs
    const late = new AbortController()
    using _timer = clock.after(task.timeoutMs, () => late.abort(tooLate(task)))
    using wanted = firstOf(life.signal, signal)
    using time = firstOf(wanted, late.signal)
    using _turn = await this.#turns.take(time)
    const recorder = this.#recorderFor(task)
    if (task.kind === 'prompt') {
      const outcome = await this.#cover.prompt(this.#ageMs())
      if (outcome.state !== 'held') throw this.#unpaid(outcome, outcome.needed)
      const stage = recorder ? recordStage(browser.stage, recorder, task) : browser.stage
      const done = await orAborted(runPrompt(task.prompt, stage, time, task), life.signal)
      return { kind: 'prompt', ...withWarnings(done, browser.takeRefusals()) }
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
    const record = { recordings, sessionId: known.id, stage: browser.stage, log: this.#log }
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

function tooLate({ timeoutMs }: Task): Fault {
  return new Fault(
    'REQUEST_TIMEOUT',
    `This took longer than the ${Math.ceil(timeoutMs / 1000)} seconds it had, what ran in the session before it included. Raise 'timeout' to give it more.`,
  )
}

const SAVE_MS = 10_000

async function saveProfile(
  { browser, profile, wish }: Opened,
  cause: EndCause,
  log: Log,
): Promise<string | undefined> {
  if (!profile || !wish.profile?.saveChanges) return undefined
  const inVain = `What it changed in the profile "${wish.profile.name}" could not be saved.`
  if (cause === 'crashed') return inVain
  try {
    const state = await within(SAVE_MS, browser.profileState())
    if (state !== undefined) await profile.save(state)
    return undefined
  } catch (failure) {
    log.warn({ err: failure }, 'could not save the profile of a browser session')
    return failure instanceof Fault ? failure.message : inVain
  }
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
}
