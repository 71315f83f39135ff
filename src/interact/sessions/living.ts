import { within } from '../../work/abort.ts'
import { insufficient } from '../../access/access.ts'
import type { LiveBrowser } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { createRecorder } from '../recording/create-recorder.ts'
import type { Recordings } from '../recording/recordings.ts'
import type { LiveSession, SessionEnd, SessionSummary, SessionWish, Task, TaskOutcome } from '../session.ts'
import { createCover } from './cover.ts'
import { gone } from './gone.ts'
import type { Meter } from './meter.ts'
import type { OpenProfile } from './profiles.ts'
import { createRunTask } from './run-tasks.ts'
import type { RunTask, TaskNeeds } from './run-tasks.ts'
import { toSummary } from './table.ts'
import type { EndCause, KnownSession, SessionTable } from './table.ts'
import { keepVigil } from './vigil.ts'

export interface LivingNeeds extends TaskNeeds {
  recordings: Recordings
  table: Pick<SessionTable, 'hold' | 'end'>
  log: Log
}

/** What was opened for a session. */
export interface Opened {
  known: KnownSession
  wish: SessionWish
  browser: LiveBrowser
  profile: OpenProfile | undefined
  /** Undefined where nothing is asked about pages. */
  meter: Meter | undefined
  /** Aborts whatever goes on in the session; aborted by its end. */
  life: AbortController
  /** Aborts when this process may no longer count on what it holds. */
  standing: AbortSignal
  /** Browser, profile and slot. */
  belongings: AsyncDisposable
}

/** A session that lives in this process. */
export interface LivingSession extends LiveSession {
  readonly teamId: string
  /** Why it cannot be used any more; undefined as long as it can. */
  over(): Fault | undefined
  idleMs(): number
  summary(): SessionSummary
  run: RunTask
  /** Ends it once, whoever asks for whatever cause; all are told the same. */
  end(cause: EndCause): Promise<SessionEnd>
  /** The same, where nobody waits for it. */
  endSoon(cause: EndCause): void
}

/** Lets a session live from now on: until its time is over, nobody uses it, nobody pays for it, or its browser is gone. */
export function createLivingSession(opened: Opened, needs: LivingNeeds, hasEnded: () => void): LivingSession {
  const { known, wish, browser, life, meter } = opened
  const { clock, table } = needs
  const log = needs.log.child({ sessionId: known.id })
  const bornAt = clock.now()
  const ageMs = () => clock.now() - bornAt
  const bill = { withPrompt: wish.withPrompt ?? false, checkCredits: () => meter?.credits() ?? 0 }
  const cover = createCover(known.id, bill, table)
  let usedAt = bornAt
  let busy = 0
  let over: Fault | undefined
  let ending: Promise<SessionEnd> | undefined

  const idleMs = () => (busy > 0 ? 0 : clock.now() - usedAt)
  const touch = () => void (usedAt = clock.now())
  let isRecorded = wish.isRecorded ?? false
  const record = { recordings: needs.recordings, sessionId: known.id, stage: browser.stage, log }
  const recorder = lazily(() => createRecorder(record))
  const runTask = createRunTask(needs, browser, {
    life: life.signal,
    recorderFor(task) {
      isRecorded ||= task.isRecorded ?? false
      return isRecorded ? recorder() : undefined
    },
    async payForPrompt() {
      const outcome = await cover.prompt(ageMs())
      if (outcome.state === 'insufficient') throw insufficient(outcome.needed, outcome.balance)
      if (outcome.state === 'gone') throw lost()
    },
  })
  meter?.payWith(async () => {
    const outcome = await cover.minutes(ageMs())
    if (outcome.state === 'insufficient') throw insufficient(meter.credits(), outcome.balance)
    if (outcome.state === 'gone') throw lost()
  })

  function lost(): Fault {
    endSoon('lost')
    return gone({ cause: 'lost', note: undefined }, wish.activityTtlSeconds)
  }

  async function run(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    if (over) throw over
    busy += 1
    try {
      return await runTask(task, signal)
    } catch (failure) {
      throw over ?? failure
    } finally {
      busy -= 1
      touch()
    }
  }

  function end(cause: EndCause): Promise<SessionEnd> {
    over ??= gone({ cause, note: undefined }, wish.activityTtlSeconds)
    // The end begins a turn later: what it aborts asks for the end as well, and must find that there is one.
    ending ??= Promise.resolve(Math.round(ageMs())).then((durationMs) => finish(cause, durationMs))
    return ending
  }

  async function finish(cause: EndCause, durationMs: number): Promise<SessionEnd> {
    vigil[Symbol.dispose]()
    life.abort(over)
    const note = await saveProfile(opened, cause, log)
    over = gone({ cause, note }, wish.activityTtlSeconds)
    try {
      await opened.belongings[Symbol.asyncDispose]()
    } catch (failure) {
      log.error({ err: failure }, 'could not close all of a browser session')
    }
    try {
      return (await table.end(known.id, { cause, note, durationMs })) ?? { durationMs, creditsBilled: 0 }
    } finally {
      hasEnded()
    }
  }

  function endSoon(cause: EndCause): void {
    end(cause).catch((failure: unknown) => {
      log.warn({ err: failure }, 'could not settle a browser session yet')
    })
  }

  const vigil = keepVigil({
    clock,
    ttlMs: wish.ttlSeconds * 1000,
    activityTtlMs: wish.activityTtlSeconds * 1000,
    idleMs,
    cover: cover.minutes,
    hasTrouble: (failure) => log.warn({ err: failure }, 'could not hold credits for a browser session yet'),
    end: endSoon,
  })
  onAbort(browser.ended, () => endSoon('crashed'))
  onAbort(opened.standing, () => endSoon('lost'))
  return {
    teamId: known.teamId,
    browser,
    streamWebView: known.streamWebView,
    touch,
    over: () => over,
    idleMs,
    summary: () => ({
      ...toSummary(known, over ? 'destroyed' : 'active'),
      lastActivity: new Date(Date.now() - idleMs()),
    }),
    run,
    end,
    endSoon,
  }
}

function lazily<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  return () => (made ??= { thing: make() }).thing
}

const SAVE_MS = 10_000

/** Answers what its team is to know when that failed. */
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
