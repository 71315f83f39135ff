import { firstOf, orAborted } from '../../abort.ts'
import type { LiveBrowser } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { RunCode, RunPrompt } from '../run.ts'
import type { Task, TaskOutcome } from '../session.ts'
import type { Clock } from './clock.ts'
import { createTurns } from './turns.ts'

export interface TaskNeeds {
  runPrompt: RunPrompt
  runCode: RunCode
  clock: Clock
}

export type RunTask = (task: Task, signal: AbortSignal) => Promise<TaskOutcome>

/** Carries out the tasks of a session, one at a time; what waits for its turn has as long as it has for everything. */
export function createRunTask(
  { runPrompt, runCode, clock }: TaskNeeds,
  browser: Pick<LiveBrowser, 'remote' | 'stage'>,
  { life, payForPrompt }: { life: AbortSignal; payForPrompt: () => Promise<void> },
): RunTask {
  const turns = createTurns()
  return async (task, signal) => {
    const endsAt = clock.now() + task.timeoutMs
    const late = new AbortController()
    using _timer = clock.after(task.timeoutMs, () => late.abort(tooLate(task)))
    using wanted = firstOf(life, signal)
    using time = firstOf(wanted, late.signal)
    using _turn = await turns.take(time)
    if (task.kind === 'prompt') {
      await payForPrompt()
      return { kind: 'prompt', ...(await orAborted(runPrompt(task.prompt, browser.stage, time), life)) }
    }
    // A program is ended by who runs it, which then tells what it gave so far.
    const program = { ...task, timeoutMs: Math.max(1, Math.round(endsAt - clock.now())) }
    return { kind: 'code', ...(await orAborted(runCode(program, browser.remote, wanted), life)) }
  }
}

function tooLate({ timeoutMs }: Task): Fault {
  return new Fault(
    'REQUEST_TIMEOUT',
    `This took longer than the ${Math.ceil(timeoutMs / 1000)} seconds it had, what ran in the session before it included. Raise 'timeout' to give it more.`,
  )
}
