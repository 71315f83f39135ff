import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { traceOf } from '../../agent/agent.ts'
import type { AgentTasks, StepLine } from '../../agent/agent.ts'
import { agentStatus } from './agent-status.ts'

const POLL_MS = 250
/** The close codes that existing clients know. */
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
  const lines: StepLine[] = []
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
        if (task.steps > lines.length) lines.push(...(await tasks.lines(id, lines.length)))
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
