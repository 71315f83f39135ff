import { abortFault } from '../../work/abort.ts'
import type { Remote } from '../../browser/browser.ts'
import { watchMemory } from '../../work/confined-process.ts'
import type { CodeOutcome } from '../run.ts'
import type { Printed } from './printed.ts'
import type { ProgramProcess } from './program-process.ts'
import { talkWith } from './talk-with.ts'
import type { End } from './talk-with.ts'

/** What a program may take. */
export interface ProgramLimits {
  timeoutMs: number
  memoryMb: number
}

/**
 * Runs a program in a process that is ready for it, does what it asks of the page, and ends the process whatever came
 * of it.
 */
export async function serveProgram(
  program: ProgramProcess,
  code: string,
  { timeoutMs, memoryMb }: ProgramLimits,
  remote: Remote,
  signal: AbortSignal,
): Promise<CodeOutcome> {
  await using leaving = new AsyncDisposableStack()
  // First of all, so that it ends however this does.
  leaving.defer(() => program.end())
  if (signal.aborted) throw abortFault(signal)
  const { promise: ended, resolve, reject } = Promise.withResolvers<End>()
  const leave = () => reject(abortFault(signal))
  signal.addEventListener('abort', leave, { once: true })
  leaving.defer(() => signal.removeEventListener('abort', leave))
  const tooMuch = () => resolve({ state: 'killed', error: tooMuchMemory(memoryMb) })
  leaving.use(watchMemory(program.pid, memoryMb, tooMuch))
  const talk = leaving.use(talkWith(program, { code, timeoutMs, remote, signal }, resolve))
  return outcomeOf(await ended, talk.printed, memoryMb)
}

function outcomeOf(end: End, printed: Printed, memoryMb: number): CodeOutcome {
  if (end.state === 'killed') return killed(end.error, printed)
  if (end.state === 'exited') {
    const error = 'The program ended unexpectedly.'
    return { ...printed.whole(undefined), exitCode: end.code ?? 1, killed: false, error }
  }
  const { exitCode, result, error } = end
  if (error !== undefined && /InternalError: out of memory/.test(error)) {
    return killed(tooMuchMemory(memoryMb), printed)
  }
  return { ...printed.whole(result), exitCode, killed: false, ...(exitCode !== 0 && { error }) }
}

function killed(error: string, printed: Printed): CodeOutcome {
  printed.add('stderr', `${error}\n`)
  return { ...printed.whole(undefined), exitCode: null, killed: true, error }
}

function tooMuchMemory(memoryMb: number): string {
  return `The program took more memory than it may (${memoryMb} MB with what runs it) and was ended.`
}
