import { Fault } from '../../fault.ts'

/** Memory that uploads may occupy in this process, and how much of it one team. */
const PROCESS_BYTES = 512 * 1024 * 1024
const TEAM_BYTES = 256 * 1024 * 1024
const PATIENCE_MS = 30_000

interface Waiting {
  teamId: string
  bytes: number
  admit(): void
}

/**
 * Lets uploads in as long as there is memory for them; those beyond wait with their bytes unread, in order, so that
 * many large or slow uploads cannot exhaust the process.
 */
export function createUploadBudget(processBytes = PROCESS_BYTES, teamBytes = TEAM_BYTES) {
  const byTeam = new Map<string, number>()
  let total = 0
  let queue: Waiting[] = []

  function fits({ teamId, bytes }: Pick<Waiting, 'teamId' | 'bytes'>): boolean {
    return total + bytes <= processBytes && (byTeam.get(teamId) ?? 0) + bytes <= teamBytes
  }

  function count(teamId: string, bytes: number): void {
    total += bytes
    const left = (byTeam.get(teamId) ?? 0) + bytes
    if (left === 0) byTeam.delete(teamId)
    else byTeam.set(teamId, left)
  }

  function admitNext(): void {
    queue = queue.filter((one) => {
      if (!fits(one)) return true
      count(one.teamId, one.bytes)
      one.admit()
      return false
    })
  }

  return async function reserve(teamId: string, bytes: number, signal: AbortSignal): Promise<Disposable> {
    if (fits({ teamId, bytes })) count(teamId, bytes)
    else await turn(teamId, bytes, signal)
    return {
      [Symbol.dispose]() {
        count(teamId, -bytes)
        admitNext()
      },
    }
  }

  function turn(teamId: string, bytes: number, signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    return new Promise((resolve, reject) => {
      const one: Waiting = { teamId, bytes, admit: resolve }
      queue.push(one)
      patience.addEventListener('abort', () => {
        queue = queue.filter((other) => other !== one)
        reject(
          signal.aborted
            ? signal.reason
            : new Fault('UNAVAILABLE', 'Too many uploads are under way. Try again.', {
                retryAfterSeconds: 10,
              }),
        )
      })
    })
  }
}
