import type { AuditNote } from '../contract/audit.ts'
import type { AgentRequest } from '../contract/agent.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Webhook } from '../contract/webhook.ts'
import type { AgentStrategy } from './agent-strategy.ts'
import type { Observation, Step } from './step.ts'

export type TaskKind = 'agent' | 'extract'
export type TaskState = 'processing' | 'completed' | 'failed' | 'cancelled'

/** What a task is to do: what of a request decides its work. Plain data, kept with the task. */
export interface TaskPlan {
  prompt: string
  instructions?: string
  schema?: JsonSchema
  urls: readonly string[]
  /**
   * `urls`: these URLs and no redirect. `pages`: these URLs, with redirects on their sites. `sites` and `hosts`: any page there.
   * `anywhere`: any page.
   */
  reach: 'urls' | 'pages' | 'sites' | 'hosts' | 'anywhere'
  searches: boolean
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

export interface NewTask {
  kind: TaskKind
  teamId: string
  keyId: string | null
  plan: TaskPlan
  threadId: string | undefined
  webhook: Webhook | undefined
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

export interface TaskResult {
  data?: unknown
  message?: string
  partial?: unknown
  partialSchemaValid?: boolean
  /** The pages that each value is from, by a JSON pointer into `data`, or into `partial` where there is no data. */
  sources?: Record<string, string[]>
  missing?: string[]
  tokens?: number
  cost?: number
}

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
  newValues: number
  known: number
}

export interface TraceStep extends Pick<NewStep, 'seq' | 'summary' | 'credits' | 'beganAt'> {
  snapshotId: string
  endedAt: Date
}

export interface TaskQueue {
  /** `holding` are the claims that this process works on; whatever else is claimed in its name got lost on the way. */
  claim(most: number, holding: readonly string[]): Promise<ClaimedTask[]>
  /** In their order; never all at once, because together they may be large. */
  steps(id: string): AsyncIterable<Step>
  earlierPages(task: Pick<ClaimedTask, 'threadId' | 'turn'>): Promise<string[]>
  hold(task: ClaimedTask, credits: number): Promise<'held' | 'insufficient' | 'cancelled' | 'gone'>
  record(task: ClaimedTask, step: NewStep): Promise<'recorded' | 'cancelled' | 'gone'>
  finish(task: ClaimedTask, end: TaskEnd, report: unknown[]): Promise<'ended' | 'cancelled' | 'gone'>
  release(task: ClaimedTask): Promise<void>
  /** Calls back when there may be a task to claim, and with its id when one was cancelled. */
  onNotification(notify: (cancelledId: string) => void): Promise<AsyncDisposable>
}

interface NewStep extends Step {
  seq: number
  beganAt: Date
  summary: StepSummary
  report: unknown[] | undefined
}

export interface TaskView extends Pick<
  ClaimedTask,
  'id' | 'kind' | 'plan' | 'threadId' | 'turn' | 'createdAt'
> {
  state: TaskState
  cancelledAt: Date | undefined
  steps: number
  creditsUsed: number
  engine: string | undefined
  result: TaskResult
  error: string | undefined
  warning: string | undefined
  stopReason: string | undefined
  startedAt: Date | undefined
  endedAt: Date | undefined
  expiresAt: Date
}

export interface AgentTasks {
  /** Fails with 402 without enough credits, 404 for an unknown thread, 409 for one that is busy. */
  start(task: NewTask): Promise<{ id: string; threadId: string; threadTurn: number }>
  find(id: string, teamId: string, kind: TaskKind): Promise<TaskView | undefined>
  /** Without their results, newest first; all of the last moment, so that the next page begins before it. */
  list(teamId: string, before: Date | undefined): Promise<{ tasks: TaskView[]; hasMore: boolean }>
  thread(threadId: string, teamId: string): Promise<TaskView[]>
  traceSteps(id: string, after: number): Promise<TraceStep[]>
  snapshot(id: string, snapshotId: string): Promise<Observation | undefined>
  cancel(id: string, teamId: string, kind: TaskKind): Promise<TaskState | undefined>
}

export type StrategyFactory = (
  plan: TaskPlan,
  urls: readonly string[],
) => { strategy: AgentStrategy; engine: string }
