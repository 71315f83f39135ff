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

/** The part of a request that determines the work. Plain data, stored with the task. */
export interface TaskPlan {
  prompt: string
  instructions?: string
  schema?: JsonSchema
  urls: readonly string[]
  /**
   * `urls`: these URLs and no redirects. `pages`: these URLs, with redirects on their sites. `sites` and
   * `hosts`: any page there. `anywhere`: any page.
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
  /**
   * The policy that screens the task's URLs, as it was when the task started; absent when nothing is
   * screened.
   */
  screening?: ThreatPolicy
  /** Credits spent before the task started: checks of URLs that it leaves out. */
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

/**
 * A task claimed by this process. No other process works on it until it is released or this process is dead.
 */
export interface ClaimedTask {
  id: string
  /** Fences all writes for the task. It is also the id of the hold on credits. */
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
  /** The pages of each value, by a JSON pointer into `data`, or into `partial` if there is no data. */
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

/** The trace entry of a step. Stored beside the step, because observations are large. */
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
  /**
   * `holding`: the claims that this process works on. All other claims of this process are stale and are
   * released.
   */
  claim(most: number, holding: readonly string[]): Promise<ClaimedTask[]>
  /** In order, as a stream: together the steps may be large. */
  steps(id: string): AsyncIterable<Step>
  earlierPages(task: Pick<ClaimedTask, 'threadId' | 'turn'>): Promise<string[]>
  hold(task: ClaimedTask, credits: number): Promise<'held' | 'insufficient' | 'cancelled' | 'gone'>
  record(task: ClaimedTask, step: NewStep): Promise<'recorded' | 'cancelled' | 'gone'>
  finish(task: ClaimedTask, end: TaskEnd, report: unknown[]): Promise<'ended' | 'cancelled' | 'gone'>
  release(task: ClaimedTask): Promise<void>
  /** Calls back without an id when there may be a task to claim, and with the id of a cancelled task. */
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
  /** Throws 402 without enough credits, 404 for an unknown thread, 409 for a busy thread. */
  start(task: NewTask): Promise<{ id: string; threadId: string; threadTurn: number }>
  find(id: string, teamId: string, kind: TaskKind): Promise<TaskView | undefined>
  /**
   * Newest first, without results. Includes all tasks of the last timestamp, so that the next page can begin
   * before it.
   */
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
