import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { outcomeOf, traceOf } from '../../agent/agent.ts'
import type { TaskView, AgentTasks, TraceStep } from '../../agent/agent.ts'
import type { AgentListResponse, AgentStatusResponse } from '../../contract/agent.ts'
import type { AgentThreadResponse } from '../../contract/agent-trace.ts'

/** The task as its status response shows it. A failed task is a successful response. */
export function agentStatus(task: TaskView): AgentStatusResponse {
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

const MAX_HINT_CHARS = 100

export function agentListItem(task: TaskView): AgentListResponse['agents'][number] {
  const { urls, prompt, schema, model, effort, origin, integration } = task.plan
  return {
    id: task.id,
    createdAt: task.createdAt.toISOString(),
    targetHint: urls[0] ?? prompt.slice(0, MAX_HINT_CHARS),
    origin,
    integration,
    settings: { hidden: false, starred: false },
    status: task.state,
    options: { ...(urls.length > 0 && { urls: [...urls] }), prompt, schema, model, effort },
  }
}

export function agentThread(
  id: string,
  tasks: readonly TaskView[],
  includeData: boolean,
): AgentThreadResponse['thread'] {
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

const POLL_MS = 250
const CLOSE_NORMAL = 1000
const CLOSE_NOT_FOUND = 1008
const CLOSE_ERROR = 1011

/** Sends a socket the state of a task, then each event of its trace, then the end. */
export async function watchAgent(
  socket: WebSocket,
  { id, teamId }: { id: string; teamId: string },
  tasks: AgentTasks,
): Promise<void> {
  const send = (type: string, data: unknown) =>
    new Promise<void>((resolve, reject) =>
      socket.send(JSON.stringify({ type, data }), (failure) => (failure ? reject(failure) : resolve())),
    )
  const closed = new AbortController()
  socket.on('close', () => closed.abort())
  const lines: TraceStep[] = []
  let steps = 0
  let sent = 0
  let isFirst = true
  try {
    for (;;) {
      const task = await tasks.find(id, teamId, 'agent')
      if (!task) return socket.close(CLOSE_NOT_FOUND, 'There is no agent task with this id.')
      if (isFirst) await send('catchup', agentStatus(task))
      isFirst = false
      if (sent === 0 || task.steps > steps || task.endedAt) {
        if (task.steps > lines.length) lines.push(...(await tasks.traceSteps(id, lines.length)))
        // Newer steps are sent with the next poll.
        steps = task.steps
        const events = traceOf(task, lines.slice(0, steps))
        for (const event of events.slice(sent)) await send('event', event)
        sent = events.length
      }
      if (task.endedAt) {
        await send('done', agentStatus(task))
        return socket.close(CLOSE_NORMAL, 'done')
      }
      await delay(POLL_MS, undefined, { signal: closed.signal })
    }
  } catch {
    // A socket that the client closed is not an error.
    socket.close(CLOSE_ERROR, 'The task can no longer be watched.')
  }
}
