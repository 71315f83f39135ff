import { firstOf, orAborted } from '../../work/abort.ts'
import type { LiveBrowser } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Recorder } from '../recording/create-recorder.ts'
import { recordRemote } from '../recording/record-remote.ts'
import { recordStage } from '../recording/record-stage.ts'
import type { CodeOutcome, PromptOutcome, RunCode, RunPrompt } from '../run.ts'
import type { Task, TaskOutcome } from '../session.ts'
import type { Clock } from './clock.ts'
import { createTurns } from './turns.ts'

export interface TaskNeeds {
  runPrompt: RunPrompt
  runCode: RunCode
  clock: Clock
}

interface TaskMeans {
  life: AbortSignal
  payForPrompt: () => Promise<void>
  /** Undefined when a task is not recorded. */
  recorderFor: (task: Task) => Recorder | undefined
}

export type RunTask = (task: Task, signal: AbortSignal) => Promise<TaskOutcome>

/** Carries out the tasks of a session, one at a time; what waits for its turn has as long as it has for everything. */
export function createRunTask(
  { runPrompt, runCode, clock }: TaskNeeds,
  browser: Pick<LiveBrowser, 'remote' | 'stage' | 'takeRefusals'>,
  { life, payForPrompt, recorderFor }: TaskMeans,
): RunTask {
  const turns = createTurns()
  return async (task, signal) => {
    const endsAt = clock.now() + task.timeoutMs
    const late = new AbortController()
    using _timer = clock.after(task.timeoutMs, () => late.abort(tooLate(task)))
    using wanted = firstOf(life, signal)
    using time = firstOf(wanted, late.signal)
    using _turn = await turns.take(time)
    const recorder = recorderFor(task)
    if (task.kind === 'prompt') {
      await payForPrompt()
      const stage = recorder ? recordStage(browser.stage, recorder, task) : browser.stage
      const done = await orAborted(runPrompt(task.prompt, stage, time, task), life)
      return { kind: 'prompt', ...withWarnings(done, browser.takeRefusals()) }
    }
    // A program is ended by who runs it, which then tells what it gave so far.
    const program = { ...task, timeoutMs: Math.max(1, Math.round(endsAt - clock.now())) }
    const remote = recorder ? recordRemote(browser.remote, recorder) : browser.remote
    const run = await orAborted(runCode(program, remote, wanted), life)
    return { kind: 'code', ...withErrors(run, browser.takeRefusals()) }
  }
}

/** Which pages were not opened, and why, is for whoever wished for them. */
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
