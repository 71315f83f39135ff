import { WinnowError } from '../../client/src/client.ts'
import type { CallOptions, WaitOptions } from '../../client/src/client.ts'
import type { Session } from './command.ts'
import { EXIT, UsageError } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import type { FlagValues } from './flag.ts'
import { waitOptionsOf } from './job-flags.ts'
import type { WAIT_FLAGS } from './job-flags.ts'

interface TaskState {
  status: 'processing' | 'completed' | 'failed' | 'cancelled'
  data?: unknown
  error?: string
  warning?: string
  creditsUsed?: number
  partial?: unknown
}

/** Work of the service that ends with data: what an agent was told, or an extraction. */
export interface Task {
  /** The command that goes on with it. */
  noun: 'agent' | 'extract'
  id: string
  get(call: CallOptions): Promise<TaskState>
  wait(waiting: WaitOptions): Promise<TaskState>
  /** Not every kind can be ended. */
  cancel?(call: CallOptions): Promise<unknown>
}

type TaskFlags = Omit<FlagValues<typeof WAIT_FLAGS>, 'cancel' | 'wait'> & { cancel?: boolean }

/** Goes on with a task of which the id is known: waits for its data, tells its state, or ends it. */
export async function resumeTask(task: Task, flags: TaskFlags, session: Session): Promise<ExitCode> {
  const { out, signal } = session
  if (flags.cancel && task.cancel) {
    await out.result({ text: `task ${task.id} cancelled`, data: await task.cancel({ signal }) })
    return EXIT.ok
  }
  if (flags.status) return await show(task, await task.get({ signal }), session)
  return await waitForTask(task, flags, session)
}

/** Options that make no sense before there is a task. */
export function rejectIdFlags(flags: { status: boolean; cancel?: boolean }): void {
  if (flags.cancel || flags.status)
    throw new UsageError(`--${flags.cancel ? 'cancel' : 'status'} takes the id of a task.`)
}

/** Waits for the data of a task. Ctrl-C leaves it running. */
export async function waitForTask(task: Task, flags: TaskFlags, session: Session): Promise<ExitCode> {
  const { out, signal } = session
  const waitOptions = waitOptionsOf(flags)
  let state: TaskState
  try {
    state = await task.wait({ ...waitOptions, signal })
  } catch (failure) {
    const isLate = failure instanceof WinnowError && failure.code === 'JOB_TIMEOUT'
    if (!isLate && !signal.aborted) throw failure
    const reason = signal.aborted
      ? 'Interrupted.'
      : `It has not ended within ${waitOptions.timeoutMs! / 1000} s.`
    out.warn(`${reason} The task goes on without you.`)
    out.warn(`  go on:  winnow ${task.noun} ${task.id}`)
    if (task.cancel) out.warn(`  end it: winnow ${task.noun} ${task.id} --cancel`)
    return signal.aborted ? EXIT.interrupted : EXIT.failed
  }
  return await show(task, state, session)
}

async function show({ id }: Task, state: TaskState, { out }: Session): Promise<ExitCode> {
  const data = state.data ?? state.partial
  const hasData = data !== undefined && data !== null
  if (state.error) out.warn(`winnow: ${state.error}`)
  if (state.warning) out.warn(`Note: ${state.warning}`)
  const text = hasData ? (typeof data === 'string' ? data : JSON.stringify(data, undefined, 2)) : ''
  const isStateOnly = !hasData && state.status === 'processing'
  await out.result({
    text: isStateOnly ? state.status : text,
    data: out.isJson && hasData && state.status === 'completed' ? data : state,
  })
  out.note(
    `task ${id} ${state.status}${state.creditsUsed === undefined ? '' : `: ${state.creditsUsed} credits`}`,
  )
  if (state.status === 'completed' || isStateOnly) return EXIT.ok
  return hasData ? EXIT.partial : EXIT.failed
}
