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
  /** What to bring back; without an address the session begins with an empty tab. */
  visit: Omit<LiveBrowserOptions['visit'], 'profile'>
  scrapeId?: string
  isRecorded?: boolean
  /** Whether it is opened for a prompt, and so for what minutes with prompts cost. */
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

/** The live browser sessions of all teams. Those of this process live here; all of them are rows. */
export interface Sessions extends AsyncDisposable {
  open(owner: Owner, options: SessionOptions, signal: AbortSignal): Promise<SessionSummary>
  findByScrape(teamId: string, scrapeId: string): Promise<SessionSummary | undefined>
  find(teamId: string, id: string): Promise<SessionSummary>
  /** NOT_FOUND, also for another team's, GONE when it has ended. One task at a time: others wait their turn. */
  run(owner: Owner, id: string, task: Task, signal: AbortSignal): Promise<TaskOutcome>
  stop(teamId: string, id: string): Promise<SessionEnd>
  /** What was recorded, also after the end. NOT_FOUND, also for another team's and for what was not recorded. */
  replay(teamId: string, id: string): Promise<Recording & Pick<SessionSummary, 'status'>>
  list(teamId: string, status: SessionSummary['status'] | undefined): Promise<SessionSummary[]>
  /** The browser of a session that lives in this process, for who has a signed link; using it counts as activity. */
  live(id: string): LiveSession | undefined
}

export interface LiveSession {
  browser: LiveBrowser
  touch(): void
  streamWebView: boolean
}

/** Why a session is over. `lost` is for one that the service lost touch with while it ran. */
export type EndCause = 'stopped' | 'expired' | 'idle' | 'credits' | 'crashed' | 'restarted' | 'lost'

interface Ending {
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
  enter(
    session: Pick<KnownSession, 'id' | 'scrapeId' | 'streamWebView' | 'activityTtlSeconds'> & {
      ttlSeconds: number
    },
  ): Promise<'entered' | 'taken' | 'gone'>
  hold(
    id: string,
    credits: number,
  ): Promise<{ state: 'held' } | { state: 'insufficient'; balance: number } | { state: 'gone' }>
  /** Says that the sessions of this process are alive; answers those that were ended elsewhere. */
  keep(alive: readonly { id: string; idleMs: number }[]): Promise<string[]>
  /** Ends a session and takes what is held for it; one that has ended answers how. Undefined when it is not known. */
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
  expired: () => 'its time was over',
  idle: (seconds) => `it was not used for ${seconds} seconds`,
  credits: () => 'its team had no credits left for another minute',
  crashed: () => 'its browser crashed',
  restarted: () => 'the service was restarted',
  lost: () => 'the service was interrupted',
}

/** What a session begins with that goes on from no page: an empty tab, and a visitor as a scrape has unless told otherwise. */
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
