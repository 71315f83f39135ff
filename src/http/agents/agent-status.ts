import { outcomeOf } from '../../agent/agent.ts'
import type { TaskView } from '../../agent/agent.ts'
import type { AgentListAnswer, AgentStatusAnswer } from '../../contract/agent.ts'
import type { AgentThreadAnswer } from '../../contract/agent-trace.ts'

/** A task as its status tells it; a failed one is a successful answer. */
export function agentStatus(task: TaskView): AgentStatusAnswer {
  const { plan, result } = task
  return {
    success: true,
    status: task.state,
    data: result.data,
    error: task.error,
    warning: task.warning,
    model: plan.model,
    effort: plan.effort,
    expiresAt: task.expiresAt.toISOString(),
    creditsUsed: task.creditsUsed,
    tokensUsed: result.tokens,
    modelCost: result.cost,
    threadId: task.threadId,
    threadTurn: task.turn,
    mode: plan.mode,
    message: result.message,
    partial: result.partial,
    partialSchemaValid: result.partialSchemaValid,
    stopReason: task.stopReason,
    sources: result.sources,
    missing: result.missing,
  }
}

const LONGEST_HINT = 100

export function agentInList(task: TaskView): AgentListAnswer['agents'][number] {
  const { urls, prompt, schema, model, effort, origin, integration } = task.plan
  return {
    id: task.id,
    createdAt: task.createdAt.toISOString(),
    targetHint: urls[0] ?? prompt.slice(0, LONGEST_HINT),
    origin,
    integration,
    settings: { hidden: false, starred: false },
    status: task.state,
    options: { ...(urls.length > 0 && { urls: [...urls] }), prompt, schema, model, effort },
  }
}

/** The tasks of a thread, in the order of their turns. */
export function agentThread(
  id: string,
  tasks: readonly TaskView[],
  includeData: boolean,
): AgentThreadAnswer['thread'] {
  const moments = tasks.map(({ createdAt, endedAt }) => endedAt ?? createdAt)
  return {
    id,
    createdAt: tasks[0]!.createdAt.toISOString(),
    updatedAt: new Date(Math.max(...moments.map(Number))).toISOString(),
    status: tasks.some(({ state }) => state === 'processing') ? 'running' : 'idle',
    runs: tasks.map((task) => ({
      id: task.id,
      turn: task.turn,
      mode: task.plan.mode,
      prompt: task.plan.prompt,
      ...(task.plan.urls.length > 0 && { urls: [...task.plan.urls] }),
      schema: task.plan.schema,
      effort: task.plan.effort,
      status: task.state === 'processing' ? 'processing' : outcomeOf(task),
      createdAt: task.createdAt.toISOString(),
      finishedAt: task.endedAt?.toISOString() ?? null,
      creditsUsed: task.endedAt ? task.creditsUsed : null,
      message: task.result.message ?? null,
      ...(includeData && { data: task.result.data }),
    })),
  }
}
