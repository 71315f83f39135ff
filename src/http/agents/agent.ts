import type { Caller } from '../../access/access.ts'
import { traceOf } from '../../agent/agent.ts'
import type { AgentTasks, TaskPlan } from '../../agent/agent.ts'
import {
  AgentAnswer,
  AgentListAnswer,
  AgentListQuery,
  AgentRequest,
  AgentStatusAnswer,
} from '../../contract/agent.ts'
import {
  AgentSnapshotAnswer,
  AgentThreadAnswer,
  AgentThreadQuery,
  AgentTraceAnswer,
  AgentTraceQuery,
} from '../../contract/agent-trace.ts'
import { Done, IdParams, SnapshotParams, ThreadParams } from '../../contract/fields.ts'
import type { JsonSchema } from '../../contract/json-schema.ts'
import type { ThreatPolicy } from '../../contract/threat-protection.ts'
import { Fault } from '../../fault.ts'
import { jobNote } from '../server/audit.ts'
import { agentInList, agentStatus, agentThread, watchAgent } from './agent-status.ts'
import { route, routesWith } from '../server/route.ts'
import { screenStart } from '../jobs/screen-start.ts'
import type { ScreenStartNeeds } from '../jobs/screen-start.ts'
import { refuseUnkept } from '../server/request-rules.ts'

export interface AgentNeeds extends ScreenStartNeeds {
  agentTasks: AgentTasks
}

const statusRoute = routesWith({ access: 'team', scope: 'agent', bucket: 'status', tag: 'Agent' })

export function agentRoutes(needs: AgentNeeds) {
  return [startTask(needs), ...taskRoutes(needs), ...stepRoutes(needs)]
}

function startTask(needs: AgentNeeds) {
  const { agentTasks } = needs
  return route('POST /v2/agent', 'Start an agent task', {
    access: 'team',
    scope: 'agent',
    bucket: 'agent',
    tag: 'Agent',
    body: AgentRequest,
    answer: AgentAnswer,
    alsoFails: { 404: 'There is no such thread.', 409: 'A task of the thread is running.' },
    async handle({ who, body, signal }) {
      refuseUnkept(who, 'an agent')
      const { teamId, keyId } = who
      const { urls, threatProtection: override, threadId, webhook } = body
      const given = { urls, override, reason: 'agent', leavesOut: false }
      const { screening } = await screenStart(needs, { who, signal }, given)
      const plan = planOf(body, screening)
      const audit = jobNote(who, body)
      return {
        success: true,
        ...(await agentTasks.start({ kind: 'agent', teamId, keyId, plan, threadId, webhook, audit })),
      }
    },
  })
}

function taskRoutes(needs: AgentNeeds) {
  const { agentTasks } = needs
  return [
    statusRoute('GET /v2/agent', "The team's agent tasks", {
      query: AgentListQuery,
      answer: AgentListAnswer,
      async handle({ who, query: { before }, publicUrl }) {
        const { tasks, hasMore } = await agentTasks.list(who.teamId, readMoment(before))
        const last = tasks.at(-1)?.createdAt.getTime()
        return {
          success: true,
          agents: tasks.map(agentInList),
          ...(hasMore && { next: `${publicUrl()}/v2/agent?before=${last}` }),
        }
      },
    }),
    statusRoute('GET /v2/agent/:id', 'State and result of a task', {
      params: IdParams,
      answer: AgentStatusAnswer,
      handle: async ({ who, params: { id } }) => agentStatus(await findTask(agentTasks, id, who)),
      watch: (socket, { who, params: { id } }) =>
        void watchAgent(socket, { id, teamId: who.teamId }, agentTasks),
    }),
    statusRoute('DELETE /v2/agent/:id', 'Cancel a task', {
      description: 'The step under way ends, and nothing after it begins. What was done is charged.',
      params: IdParams,
      answer: Done,
      alsoFails: { 409: 'The task has ended.' },
      async handle({ who, params: { id } }) {
        const before = await agentTasks.cancel(id, who.teamId, 'agent')
        if (before === undefined) throw noSuchTask()
        if (before === 'completed' || before === 'failed') {
          throw new Fault('CONFLICT', `This task has ended already: it is ${before}.`)
        }
        return { success: true }
      },
    }),
  ]
}

function stepRoutes(needs: AgentNeeds) {
  const { agentTasks } = needs
  return [
    statusRoute('GET /v2/agent/:id/trace', 'What a task did, step by step', {
      params: IdParams,
      query: AgentTraceQuery,
      answer: AgentTraceAnswer,
      async handle({ who, params: { id }, query: { liveView } }) {
        const task = await findTask(agentTasks, id, who)
        const lines = await agentTasks.traceSteps(id, 0)
        return {
          success: true,
          id,
          events: traceOf(task, lines),
          creditsUsed: task.creditsUsed,
          ...(liveView && { activeBrowserSessions: [] }),
        }
      },
    }),
    statusRoute('GET /v2/agent/:id/snapshots/:snapshotId', 'What a task saw at one step', {
      params: SnapshotParams,
      answer: AgentSnapshotAnswer,
      async handle({ who, params: { id, snapshotId } }) {
        await findTask(agentTasks, id, who)
        const seen = await agentTasks.snapshot(id, snapshotId)
        if (!seen) throw new Fault('NOT_FOUND', 'There is no snapshot with this id.')
        return { success: true, id, snapshotId, snapshot: JSON.stringify(seen) }
      },
    }),
    statusRoute('GET /v2/agent/threads/:threadId', 'A conversation of tasks', {
      params: ThreadParams,
      query: AgentThreadQuery,
      answer: AgentThreadAnswer,
      async handle({ who, params: { threadId }, query: { includeData } }) {
        const tasks = await agentTasks.thread(threadId, who.teamId)
        if (tasks.length === 0)
          throw new Fault('thread_not_found', 'There is no thread with this id, or it has expired.')
        return { success: true, thread: agentThread(threadId, tasks, includeData) }
      },
    }),
  ]
}

async function findTask(agentTasks: AgentTasks, id: string, { teamId }: Caller) {
  const task = await agentTasks.find(id, teamId, 'agent')
  if (!task) throw noSuchTask()
  return task
}

/** What of a request decides the work of its task. */
function planOf(request: AgentRequest, screening: ThreatPolicy | undefined): TaskPlan {
  const { prompt, urls, schema, model, maxCredits, effort, mode, origin, integration } = request
  return {
    prompt,
    urls,
    ...schemaIn(schema),
    reach: request.strictConstrainToURLs ? 'urls' : urls.length > 0 ? 'sites' : 'anywhere',
    searches: urls.length === 0,
    mode,
    model,
    ...(effort && { effort }),
    maxCredits,
    ...(screening && { screening }),
    origin,
    ...(integration !== undefined && { integration }),
  }
}

/** A schema that says nothing is none. */
export function schemaIn(schema: JsonSchema | undefined): Pick<TaskPlan, 'schema'> {
  return schema && Object.keys(schema).length > 0 ? { schema } : {}
}

/** Moments that no date can have are after all tasks. */
function readMoment(milliseconds: number | undefined): Date | undefined {
  const moment = new Date(milliseconds ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

function noSuchTask(): Fault {
  return new Fault('NOT_FOUND', 'There is no agent task with this id, or it has expired.')
}
