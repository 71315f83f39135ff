import type { AuditNote } from '../contract/audit.ts'
import type { AgentRequest } from '../contract/agent.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Webhook } from '../contract/webhook.ts'
import type { Mind } from './mind.ts'
import type { Seen, Step } from './step.ts'

/** An extraction is a task as well, told under another name. */
export type TaskKind = 'agent' | 'extract'
export type TaskState = 'processing' | 'completed' | 'failed' | 'cancelled'

/** What a task is to do: what of a request decides its work. Plain data, kept with the task. */
export interface TaskPlan {
  prompt: string
  /** How a model is to go about it. */
  instructions?: string
  schema?: JsonSchema
  /** The caller's own. */
  urls: readonly string[]
  /**
   * `urls`: these URLs and no redirect. `pages`: these URLs, with redirects on their sites. `sites` and `hosts`: any page there.
   * `anywhere`: any page.
   */
  reach: 'urls' | 'pages' | 'sites' | 'hosts' | 'anywhere'
  /** Whether a search may be made. */
  searches: boolean
  /** Whether sitemaps are left alone. */
  ignoresSitemaps?: boolean
  mode: AgentRequest['mode']
  model: AgentRequest['model']
  effort?: AgentRequest['effort']
  maxCredits: number
  mostVisits?: number
  timeoutMs?: number
  showSources?: boolean
  scrapeOptions?: ScrapeOptions
  /** By what its addresses are screened, whatever the organization says meanwhile; absent where nothing is. */
  screening?: ThreatPolicy
  /** What was spent on it before it began: checks of addresses that it leaves out. */
  spentCredits?: number
  origin: string
  integration?: string
}

/** A task to be started. */
export interface NewTask {
  kind: TaskKind
  teamId: string
  keyId: string | null
  plan: TaskPlan
  /** A conversation to go on with. */
  threadId: string | undefined
  webhook: Webhook | undefined
  /** What its last event will tell about the request; absent where no events are wanted. */
  audit?: AuditNote | undefined
}

/** A task that this process works on, and nobody else until it gives it back or is gone. */
export interface ClaimedTask {
  id: string
  /** Fences everything that is written for the task; also the id of the hold on its credits. */
  claimId: string
  kind: TaskKind
  teamId: string
  plan: TaskPlan
  threadId: string
  turn: number
  /** How often it was claimed since its last step. */
  attempts: number
  isCancelled: boolean
  createdAt: Date
}

/** What was found, as it is kept with an ended task. */
export interface TaskResult {
  data?: unknown
  message?: string
  /** What there is when it is not all that was asked for. */
  partial?: unknown
  partialSchemaValid?: boolean
  /** The pages that each value is from, by a JSON pointer into `data`, or into `partial` where there is no data. */
  sources?: Record<string, string[]>
  missing?: string[]
  /** What models took for it. */
  tokens?: number
  cost?: number
}

/** How a task ends. */
export interface TaskEnd {
  state: Exclude<TaskState, 'processing'>
  isBilled: boolean
  result: TaskResult
  error?: string
  warning?: string
  stopReason: string
  engine: string
}

/** What a trace tells of a step. Kept beside it, because what was seen is large. */
export interface StepSummary {
  tool: 'search' | 'map' | 'scrape' | 'think'
  input: Record<string, unknown>
  why: string
  result: Record<string, unknown>
  /** How many values this step brought that no earlier one had, and how many are known now. */
  newValues: number
  known: number
}

/** What is told of a step that was written down. */
export interface StepLine {
  seq: number
  summary: StepSummary
  credits: number
  snapshotId: string
  beganAt: Date
  endedAt: Date
}

/** The tasks of all teams that are to be worked on, over all processes. */
export interface TaskQueue {
  /** `holding` are the claims that this process works on; whatever else is claimed in its name got lost on the way. */
  claim(most: number, holding: readonly string[]): Promise<ClaimedTask[]>
  /** In their order; never all at once, because together they may be large. */
  steps(id: string): AsyncIterable<Step>
  /** Pages on which earlier turns of the same thread found something. */
  earlierPages(task: Pick<ClaimedTask, 'threadId' | 'turn'>): Promise<string[]>
  /** Sees to it that at least so many credits are held. */
  hold(task: ClaimedTask, credits: number): Promise<'held' | 'insufficient' | 'cancelled' | 'gone'>
  record(task: ClaimedTask, step: NewStep): Promise<'recorded' | 'cancelled' | 'gone'>
  finish(task: ClaimedTask, end: TaskEnd, report: unknown[]): Promise<'ended' | 'cancelled' | 'gone'>
  release(task: ClaimedTask): Promise<void>
  /** Calls back when there may be a task to claim, and with its id when one was cancelled. */
  onNews(hear: (cancelledId: string) => void): Promise<AsyncDisposable>
}

/** A step to be written down, and what is told of it. */
interface NewStep extends Step {
  seq: number
  beganAt: Date
  summary: StepSummary
  /** What the webhook hears. */
  report: unknown[] | undefined
}

/** A task as its caller sees it. */
export interface TaskView {
  id: string
  kind: TaskKind
  plan: TaskPlan
  threadId: string
  turn: number
  state: TaskState
  cancelledAt: Date | undefined
  steps: number
  creditsUsed: number
  engine: string | undefined
  result: TaskResult
  error: string | undefined
  warning: string | undefined
  stopReason: string | undefined
  createdAt: Date
  startedAt: Date | undefined
  endedAt: Date | undefined
  expiresAt: Date
}

/** The tasks of all teams, as those who started them see them. */
export interface AgentTasks {
  /** Fails with 402 without enough credits, 404 for an unknown thread, 409 for one that is busy. */
  start(task: NewTask): Promise<{ id: string; threadId: string; threadTurn: number }>
  find(id: string, teamId: string, kind: TaskKind): Promise<TaskView | undefined>
  /** Without their results, newest first; all of the last moment, so that the next page begins before it. */
  list(teamId: string, before: Date | undefined): Promise<{ tasks: TaskView[]; hasMore: boolean }>
  thread(threadId: string, teamId: string): Promise<TaskView[]>
  /** Those after the first so many. */
  lines(id: string, after: number): Promise<StepLine[]>
  /** What a step saw. */
  snapshot(id: string, snapshotId: string): Promise<Seen | undefined>
  /** Says in which state it was. */
  cancel(id: string, teamId: string, kind: TaskKind): Promise<TaskState | undefined>
}

/** Whoever does the thinking for a plan, and under which name that is told. */
export type MakeMind = (plan: TaskPlan, urls: readonly string[]) => { mind: Mind; engine: string }
