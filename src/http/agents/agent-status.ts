import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { outcomeOf, traceOf } from '../../agent/agent.ts'
import type { TaskView, AgentTasks, TraceStep } from '../../agent/agent.ts'
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

const POLL_MS = 250
const ENDED = 1000
const NO_SUCH_THING = 1008
const DEFECT = 1011

/** Tells a socket the state of a task, then each event of its trace as it comes, then the end. */
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
  let told = 0
  let isFirst = true
  try {
    for (;;) {
      const task = await tasks.find(id, teamId, 'agent')
      if (!task) return socket.close(NO_SUCH_THING, 'There is no agent task with this id.')
      if (isFirst) await send('catchup', agentStatus(task))
      isFirst = false
      if (told === 0 || task.steps > steps || task.endedAt) {
        if (task.steps > lines.length) lines.push(...(await tasks.traceSteps(id, lines.length)))
        // Steps that came after the task was looked at are told with the next look.
        steps = task.steps
        const events = traceOf(task, lines.slice(0, steps))
        for (const event of events.slice(told)) await send('event', event)
        told = events.length
      }
      if (task.endedAt) {
        await send('done', agentStatus(task))
        return socket.close(ENDED, 'done')
      }
      await delay(POLL_MS, undefined, { signal: closed.signal })
    }
  } catch {
    // A socket that the client closed is no failure of ours.
    socket.close(DEFECT, 'The task can no longer be watched.')
  }
}
