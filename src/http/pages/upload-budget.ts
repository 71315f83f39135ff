import { Fault } from '../../fault.ts'

/** The memory for uploads in this process, and the share of one team. */
const PROCESS_BYTES = 512 * 1024 * 1024
const TEAM_BYTES = 256 * 1024 * 1024
const MAX_WAIT_MS = 30_000

interface WaitingUpload {
  teamId: string
  bytes: number
  admit(): void
}

/**
 * Admits uploads while there is memory for them. Others wait in order with their bytes unread, so that many
 * large or slow uploads cannot exhaust the process.
 */
export function createUploadBudget(processBytes = PROCESS_BYTES, teamBytes = TEAM_BYTES) {
  const byTeam = new Map<string, number>()
  let total = 0
  let queue: WaitingUpload[] = []

  function fits({ teamId, bytes }: Pick<WaitingUpload, 'teamId' | 'bytes'>): boolean {
    return total + bytes <= processBytes && (byTeam.get(teamId) ?? 0) + bytes <= teamBytes
  }

  function addBytes(teamId: string, bytes: number): void {
    total += bytes
    const left = (byTeam.get(teamId) ?? 0) + bytes
    if (left === 0) byTeam.delete(teamId)
    else byTeam.set(teamId, left)
  }

  function admitNext(): void {
    queue = queue.filter((upload) => {
      if (!fits(upload)) return true
      addBytes(upload.teamId, upload.bytes)
      upload.admit()
      return false
    })
  }

  return async function reserve(teamId: string, bytes: number, signal: AbortSignal): Promise<Disposable> {
    if (fits({ teamId, bytes })) addBytes(teamId, bytes)
    else await waitForMemory(teamId, bytes, signal)
    return {
      [Symbol.dispose]() {
        addBytes(teamId, -bytes)
        admitNext()
      },
    }
  }

  function waitForMemory(teamId: string, bytes: number, signal: AbortSignal): Promise<void> {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
    return new Promise((resolve, reject) => {
      const upload: WaitingUpload = { teamId, bytes, admit: resolve }
      queue.push(upload)
      timeout.addEventListener('abort', () => {
        queue = queue.filter((other) => other !== upload)
        reject(
          signal.aborted
            ? signal.reason
            : new Fault('UNAVAILABLE', 'Too many uploads are running. Try again in a few seconds.', {
                retryAfterSeconds: 10,
              }),
        )
      })
    })
  }
}
