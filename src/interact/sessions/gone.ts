import { Fault } from '../../fault.ts'
import type { EndCause, Ending } from './table.ts'

/** What whoever uses a session is told that has ended. */
export function gone({ cause, note }: Ending, activityTtlSeconds: number): Fault {
  const sentences = [`This browser session has ended: ${WHY[cause](activityTtlSeconds)}.`, note ?? '']
  return new Fault('GONE', sentences.join(' ').trim(), { details: { reason: cause } })
}

const WHY: Record<EndCause, (activityTtlSeconds: number) => string> = {
  stopped: () => 'it was stopped',
  expired: () => 'its time was over',
  idle: (seconds) => `it was not used for ${seconds} seconds`,
  credits: () => 'its team had no credits left for another minute',
  crashed: () => 'its browser crashed',
  restarted: () => 'the service was restarted',
  lost: () => 'the service was interrupted',
}
