import type { PgBoss, Queue } from 'pg-boss'
import type { JobKind } from './job-kind.ts'

export const DEAD_LETTERS = 'dead-letters'

/** The smallest the queue allows; with the sweeps of `boss.ts` a killed process is noticed in 9 to 13 s. */
const HEARTBEAT_SECONDS = 10
/** A run that heeds its signal ends well before the sweep gives its job to another. */
const EXPIRY_MARGIN_SECONDS = 15
const DEAD_LETTERS_KEPT_SECONDS = 30 * 24 * 60 * 60

/** Makes the queue of a kind, or brings an existing one up to date. Any number of processes may do it at once. */
export async function declareQueue(boss: PgBoss, kind: JobKind): Promise<void> {
  const settings = queueSettings(kind)
  const policy = kind.unique ? 'exclusive' : 'standard'
  await boss.createQueue(kind.name, { ...settings, policy })
  const queue = await boss.getQueue(kind.name)
  if (queue?.policy !== policy) {
    throw new Error(
      `The queue ${kind.name} exists with the policy ${queue?.policy}, which cannot change to ${policy}.`,
    )
  }
  const stale = Object.entries(settings).some(([setting, value]) => queue[setting as keyof Queue] !== value)
  if (stale) await boss.updateQueue(kind.name, settings)
}

export async function declareDeadLetters(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD_LETTERS, { retryLimit: 0, retentionSeconds: DEAD_LETTERS_KEPT_SECONDS })
}

function queueSettings(kind: JobKind) {
  return {
    retryLimit: kind.retry.limit,
    // The wait between attempts is set when a run fails (`settlement.ts`), so that a job whose process was killed,
    // which the sweep fails, starts again at once.
    retryDelay: 0,
    retryBackoff: false,
    expireInSeconds: kind.timeoutSeconds + EXPIRY_MARGIN_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: kind.keepSeconds,
    deadLetter: DEAD_LETTERS,
    notify: true,
  }
}
