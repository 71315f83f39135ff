import type { Caller } from '../access/access.ts'
import type { LiveBrowser, LiveBrowserOptions } from '../browser/browser.ts'
import type { Language } from '../contract/code-run.ts'
import { Fault } from '../fault.ts'
import type { Recording } from './recording.ts'
import type { CodeOutcome, PromptOutcome, PromptRunOptions } from './run.ts'

export type Owner = Pick<Caller, 'teamId' | 'keyId'>

export interface SessionOptions {
  ttlSeconds: number
  activityTtlSeconds: number
  streamWebView: boolean
  profile: { name: string; saveChanges: boolean } | undefined
  /** The page to restore; without a URL the session starts with an empty tab. */
  visit: Omit<LiveBrowserOptions['visit'], 'profile'>
  scrapeId?: string
  isRecorded?: boolean
  /** Whether it is opened for a prompt, and so at the price of minutes with prompts. */
  withPrompt?: boolean
}

export interface SessionSummary {
  id: string
  scrapeId: string | undefined
  status: 'active' | 'destroyed'
  streamWebView: boolean
  createdAt: Date
  lastActivity: Date
  expiresAt: Date
}

export type Task = (
  | { kind: 'code'; code: string; language: Language; timeoutMs: number }
  | ({ kind: 'prompt'; prompt: string; timeoutMs: number } & PromptRunOptions)
) & {
  isRecorded?: boolean
}

export type TaskOutcome = ({ kind: 'code' } & CodeOutcome) | ({ kind: 'prompt' } & PromptOutcome)

export interface SessionEnd {
  durationMs: number
  creditsBilled: number
}

/**
 * The live browser sessions of all teams. The browsers of this process's sessions run here; every session has
 * a row.
 */
export interface Sessions extends AsyncDisposable {
  open(owner: Owner, options: SessionOptions, signal: AbortSignal): Promise<SessionSummary>
  findByScrape(teamId: string, scrapeId: string): Promise<SessionSummary | undefined>
  find(teamId: string, id: string): Promise<SessionSummary>
  /**
   * Runs one task at a time; others wait. Throws NOT_FOUND for an unknown session or one of another team,
   * GONE for an ended one.
   */
  run(owner: Owner, id: string, task: Task, signal: AbortSignal): Promise<TaskOutcome>
  stop(teamId: string, id: string): Promise<SessionEnd>
  /**
   * The recorded steps, also after the end. Throws NOT_FOUND for an unknown session, one of another team, or
   * one that was not recorded.
   */
  replay(teamId: string, id: string): Promise<Recording & Pick<SessionSummary, 'status'>>
  list(teamId: string, status: SessionSummary['status'] | undefined): Promise<SessionSummary[]>
  /** The browser of a session of this process, for holders of a signed link. Using it counts as activity. */
  live(id: string): LiveSession | undefined
}

export interface LiveSession {
  browser: LiveBrowser
  touch(): void
  streamWebView: boolean
}

/** Why a session ended. `lost`: the service lost contact with it while it ran. */
export type EndCause = 'stopped' | 'expired' | 'idle' | 'credits' | 'crashed' | 'restarted' | 'lost'

interface Ending {
  cause: EndCause
  note: string | undefined
}

export interface KnownSession extends SessionSummary {
  teamId: string
  activityTtlSeconds: number
  /** Whether its browser is in this process, in another live process, or in none. */
  place: 'here' | 'elsewhere' | 'nowhere'
  ending: (Ending & SessionEnd) | undefined
}

/**
 * A session has the id of its hold on credits. The hold is the amount it owes, and the first call that ends
 * the session settles it.
 */
export interface SessionTable {
  /**
   * Stores a session whose first minute is held. `taken`: its scrape already has one. `gone`: the hold no
   * longer exists.
   */
  enter(
    session: Pick<KnownSession, 'id' | 'scrapeId' | 'streamWebView' | 'activityTtlSeconds'> & {
      ttlSeconds: number
    },
  ): Promise<'entered' | 'taken' | 'gone'>
  hold(
    id: string,
    credits: number,
  ): Promise<{ state: 'held' } | { state: 'insufficient'; balance: number } | { state: 'gone' }>
  /** The heartbeat of this process's sessions. Returns those that were ended elsewhere. */
  keep(alive: readonly { id: string; idleMs: number }[]): Promise<string[]>
  /**
   * Ends a session and settles its hold. Returns the earlier result if it has already ended, undefined if it
   * is unknown.
   */
  end(id: string, ending: Ending & { durationMs: number | undefined }): Promise<SessionEnd | undefined>
  find(id: string): Promise<KnownSession | undefined>
  findByScrape(scrapeId: string): Promise<KnownSession | undefined>
  list(teamId: string, status: SessionSummary['status'] | undefined, most: number): Promise<KnownSession[]>
}

export function summaryOf(known: KnownSession, status: SessionSummary['status']): SessionSummary {
  const { id, scrapeId, streamWebView, createdAt, lastActivity, expiresAt } = known
  return { id, scrapeId, status, streamWebView, createdAt, lastActivity, expiresAt }
}

export function endedFault({ cause, note }: Ending, activityTtlSeconds: number): Fault {
  const sentences = [`This browser session has ended: ${END_REASONS[cause](activityTtlSeconds)}.`, note ?? '']
  return new Fault('GONE', sentences.join(' ').trim(), { details: { reason: cause } })
}

const END_REASONS: Record<EndCause, (activityTtlSeconds: number) => string> = {
  stopped: () => 'it was stopped',
  expired: () => 'its `ttl` was over',
  idle: (seconds) => `it was unused for ${seconds} seconds`,
  credits: () => 'its team had no credits left for another minute',
  crashed: () => 'its browser crashed',
  restarted: () => 'the service was restarted',
  lost: () => 'the service was interrupted',
}

/** The visit of a session without a page: an empty tab, with the defaults of a scrape. */
export function emptyVisit(): SessionOptions['visit'] {
  return {
    url: undefined,
    headers: {},
    skipTlsVerification: false,
    waitForMs: 0,
    mobile: false,
    location: { country: 'US', languages: [] },
    blockAds: true,
    proxyChoice: { kind: 'basic', country: 'US' },
    screenshot: undefined,
    actions: [],
  }
}
