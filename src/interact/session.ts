import type { Caller } from '../access/access.ts'
import type { LiveBrowser, LiveWish } from '../browser/browser.ts'
import type { Language } from '../contract/code-run.ts'
import type { Recording } from './recording.ts'
import type { CodeOutcome, PromptOutcome, PromptWishes } from './run.ts'

export type Owner = Pick<Caller, 'teamId' | 'keyId'>

export interface SessionWish {
  ttlSeconds: number
  activityTtlSeconds: number
  streamWebView: boolean
  profile: { name: string; saveChanges: boolean } | undefined
  /** What to bring back; without an address the session begins with an empty tab. */
  visit: Omit<LiveWish['visit'], 'profile'>
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
  | ({ kind: 'prompt'; prompt: string; timeoutMs: number } & PromptWishes)
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
  open(owner: Owner, wish: SessionWish, signal: AbortSignal): Promise<SessionSummary>
  ofScrape(teamId: string, scrapeId: string): Promise<SessionSummary | undefined>
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

/** What a session begins with that goes on from no page: an empty tab, and a visitor as a scrape has unless told otherwise. */
export function emptyVisit(): SessionWish['visit'] {
  return {
    url: undefined,
    headers: {},
    skipTlsVerification: false,
    waitForMs: 0,
    mobile: false,
    location: { country: 'US', languages: [] },
    blockAds: true,
    way: { kind: 'basic', country: 'US' },
    screenshot: undefined,
    actions: [],
  }
}
