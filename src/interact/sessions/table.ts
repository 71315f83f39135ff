import type { SessionEnd, SessionSummary } from '../session.ts'
import { Fault } from '../../fault.ts'

/** Why a session is over. `lost` is for one that the service lost touch with while it ran. */
export type EndCause = 'stopped' | 'expired' | 'idle' | 'credits' | 'crashed' | 'restarted' | 'lost'

export interface Ending {
  cause: EndCause
  note: string | undefined
}

export interface KnownSession extends SessionSummary {
  teamId: string
  activityTtlSeconds: number
  /** In this process, in another one that is alive, or in one that is not. */
  place: 'here' | 'elsewhere' | 'nowhere'
  ending: (Ending & SessionEnd) | undefined
}

/** The id of a session is the id of its hold on credits: what is held is what it owes, taken by whoever ends it, once. */
export interface SessionTable {
  /** Enters a session whose first minute is held. `taken` when its scrape has one, `gone` when nothing is held any more. */
  enter(session: {
    id: string
    scrapeId: string | undefined
    streamWebView: boolean
    ttlSeconds: number
    activityTtlSeconds: number
  }): Promise<'entered' | 'taken' | 'gone'>
  hold(
    id: string,
    credits: number,
  ): Promise<{ state: 'held' } | { state: 'insufficient'; balance: number } | { state: 'gone' }>
  /** Says that the sessions of this process are alive; answers those that were ended elsewhere. */
  keep(alive: readonly { id: string; idleMs: number }[]): Promise<string[]>
  /** Ends a session and takes what is held for it; one that has ended answers how. Undefined when it is not known. */
  end(id: string, ending: Ending & { durationMs: number | undefined }): Promise<SessionEnd | undefined>
  find(id: string): Promise<KnownSession | undefined>
  ofScrape(scrapeId: string): Promise<KnownSession | undefined>
  list(teamId: string, status: SessionSummary['status'] | undefined, most: number): Promise<KnownSession[]>
}

export function toSummary(known: KnownSession, status: SessionSummary['status']): SessionSummary {
  const { id, scrapeId, streamWebView, createdAt, lastActivity, expiresAt } = known
  return { id, scrapeId, status, streamWebView, createdAt, lastActivity, expiresAt }
}

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
