import type { AgentTraceAnswer } from '../contract/agent-trace.ts'
import { isPaid } from './price.ts'
import type { TraceStep, TaskView } from './task.ts'

type TraceEvent = AgentTraceAnswer['events'][number]

type RunOutcome = 'succeeded' | 'failed' | 'cancelled' | 'credit_limit_reached'

const ARTIFACT = 'result'

/** Everything that a task did, in the order in which it was learnt. Events are only ever added. */
export function traceOf(task: TaskView, steps: readonly TraceStep[]): TraceEvent[] {
  const drafts: EventDraft[] = [
    ...(task.startedAt ? [startOf(task, task.startedAt)] : []),
    ...steps.flatMap(eventsOf),
    ...(task.endedAt ? endOf(task, task.endedAt) : []),
  ]
  return drafts.map(({ type, at, ...details }, place) => ({
    schemaVersion: 1,
    eventId: `${task.id}-${place + 1}`,
    runId: task.id,
    occurredAt: at.toISOString(),
    producerSequence: place + 1,
    agent: { id: task.id, role: 'orchestrator', name: 'agent' },
    type,
    ...details,
  }))
}

interface EventDraft {
  type: TraceEvent['type']
  at: Date
  [particular: string]: unknown
}

function startOf({ plan }: TaskView, at: Date): EventDraft {
  return {
    type: 'run.started',
    at,
    prompt: plan.prompt,
    model: plan.model,
    maxCredits: plan.maxCredits,
    billing: isPaid(plan) ? 'paid' : 'included',
  }
}

function eventsOf({ seq, summary, credits, snapshotId, beganAt, endedAt }: TraceStep): EventDraft[] {
  const { tool, input, why, result, known, newValues } = summary
  const reason: EventDraft = { type: 'reasoning.summary', at: beganAt, text: why }
  if (tool === 'think') return [reason]
  const call = { toolCallId: snapshotId, toolName: tool }
  const change = known === newValues ? 'init' : 'update'
  const artifact = { kind: 'json', artifactId: ARTIFACT, snapshotId, change, itemCount: known }
  const started: EventDraft = {
    type: 'tool_call.started',
    at: beganAt,
    ...call,
    parameters: { ...input, why },
  }
  const finished: EventDraft = {
    type: 'tool_call.finished',
    at: endedAt,
    ...call,
    result: { step: seq, ...result, creditsUsed: credits },
  }
  if (newValues === 0) return [reason, started, finished]
  const sourceToolCallId = call.toolCallId
  const updated: EventDraft = {
    type: 'artifact.updated',
    at: endedAt,
    artifact: { ...artifact, sourceToolCallId },
  }
  return [reason, started, finished, updated]
}

function endOf(task: TaskView, at: Date): EventDraft[] {
  const { cancelledAt, stopReason, creditsUsed, engine } = task
  const outcome = outcomeOf(task)
  const error = task.error === undefined ? null : errorOf(task)
  const cancelled: EventDraft[] = cancelledAt
    ? [{ type: 'run.cancel_requested', at: cancelledAt, reason: 'user' }]
    : []
  const failed: EventDraft[] = error && outcome === 'failed' ? [{ type: 'error.occurred', at, error }] : []
  const finished: EventDraft = { type: 'run.finished', at, outcome, error, stopReason, creditsUsed, engine }
  return [...cancelled, ...failed, finished]
}

export function outcomeOf({ state, stopReason }: Pick<TaskView, 'state' | 'stopReason'>): RunOutcome {
  if (state === 'completed') return 'succeeded'
  if (state === 'cancelled') return 'cancelled'
  return stopReason === 'credit_limit_reached' ? 'credit_limit_reached' : 'failed'
}

function errorOf({ stopReason, error }: TaskView) {
  const isCredits = stopReason === 'credit_limit_reached' || stopReason === 'insufficient_credits'
  return {
    code: isCredits ? 'credit_limit_reached' : 'internal',
    source: isCredits ? 'billing' : stopReason === 'internal_error' ? 'system' : 'agent',
    retryable: stopReason === 'internal_error',
    message: error,
  }
}
