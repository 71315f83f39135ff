import type { Caller } from '../../access/access.ts'
import { traceOf } from '../../agent/agent.ts'
import type { AgentTasks, TaskPlan } from '../../agent/agent.ts'
import {
  AgentResponse,
  AgentListResponse,
  AgentListQuery,
  AgentRequest,
  AgentStatusResponse,
} from '../../contract/agent.ts'
import {
  AgentSnapshotResponse,
  AgentThreadResponse,
  AgentThreadQuery,
  AgentTraceResponse,
  AgentTraceQuery,
} from '../../contract/agent-trace.ts'
import { OkResponse, IdParams, SnapshotParams, ThreadParams } from '../../contract/fields.ts'
import type { JsonSchema } from '../../contract/json-schema.ts'
import type { ThreatPolicy } from '../../contract/threat-protection.ts'
import { Fault } from '../../fault.ts'
import { jobAuditNote } from '../server/audit.ts'
import { agentListItem, agentStatus, agentThread, watchAgent } from './agent-status.ts'
import { route, routesWith } from '../server/route.ts'
import { screenStartUrls } from '../jobs/screen-start-urls.ts'
import type { ScreenStartNeeds } from '../jobs/screen-start-urls.ts'
import { refuseZeroRetention } from '../server/request-rules.ts'

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
    response: AgentResponse,
    errors: { 404: 'There is no thread with this id.', 409: 'A task of this thread is running.' },
    async handle({ caller, body, signal }) {
      refuseZeroRetention(caller, 'an agent')
      const { teamId, keyId } = caller
      const { urls, threatProtection: override, threadId, webhook } = body
      const given = { urls, override, reason: 'agent', omitsBlocked: false }
      const { screening } = await screenStartUrls(needs, { caller, signal }, given)
      const plan = planOf(body, screening)
      const audit = jobAuditNote(caller, body)
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
      response: AgentListResponse,
      async handle({ caller, query: { before }, publicUrl }) {
        const { tasks, hasMore } = await agentTasks.list(caller.teamId, toDate(before))
        const last = tasks.at(-1)?.createdAt.getTime()
        return {
          success: true,
          agents: tasks.map(agentListItem),
          ...(hasMore && { next: `${publicUrl()}/v2/agent?before=${last}` }),
        }
      },
    }),
    statusRoute('GET /v2/agent/:id', 'State and result of a task', {
      params: IdParams,
      response: AgentStatusResponse,
      handle: async ({ caller, params: { id } }) => agentStatus(await findTask(agentTasks, id, caller)),
      watch: (socket, { caller, params: { id } }) =>
        void watchAgent(socket, { id, teamId: caller.teamId }, agentTasks),
    }),
    statusRoute('DELETE /v2/agent/:id', 'Cancel a task', {
      description: 'The current step ends, and no further step starts. Work that was done is charged.',
      params: IdParams,
      response: OkResponse,
      errors: { 409: 'The task has already ended.' },
      async handle({ caller, params: { id } }) {
        const before = await agentTasks.cancel(id, caller.teamId, 'agent')
        if (before === undefined) throw taskNotFound()
        if (before === 'completed' || before === 'failed') {
          throw new Fault('CONFLICT', `Cannot cancel task ${id}: its status is already '${before}'.`)
        }
        return { success: true }
      },
    }),
  ]
}

function stepRoutes(needs: AgentNeeds) {
  const { agentTasks } = needs
  return [
    statusRoute('GET /v2/agent/:id/trace', 'The steps of a task', {
      params: IdParams,
      query: AgentTraceQuery,
      response: AgentTraceResponse,
      async handle({ caller, params: { id }, query: { liveView } }) {
        const task = await findTask(agentTasks, id, caller)
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
    statusRoute('GET /v2/agent/:id/snapshots/:snapshotId', 'The page that a task saw at one step', {
      params: SnapshotParams,
      response: AgentSnapshotResponse,
      async handle({ caller, params: { id, snapshotId } }) {
        await findTask(agentTasks, id, caller)
        const seen = await agentTasks.snapshot(id, snapshotId)
        if (!seen) throw new Fault('NOT_FOUND', 'There is no snapshot with this id.')
        return { success: true, id, snapshotId, snapshot: JSON.stringify(seen) }
      },
    }),
    statusRoute('GET /v2/agent/threads/:threadId', 'A conversation of tasks', {
      params: ThreadParams,
      query: AgentThreadQuery,
      response: AgentThreadResponse,
      async handle({ caller, params: { threadId }, query: { includeData } }) {
        const tasks = await agentTasks.thread(threadId, caller.teamId)
        if (tasks.length === 0)
          throw new Fault('thread_not_found', 'There is no thread with this id, or it has expired.')
        return { success: true, thread: agentThread(threadId, tasks, includeData) }
      },
    }),
  ]
}

async function findTask(agentTasks: AgentTasks, id: string, { teamId }: Caller) {
  const task = await agentTasks.find(id, teamId, 'agent')
  if (!task) throw taskNotFound()
  return task
}

/** The part of a request that decides the work of its task. */
function planOf(request: AgentRequest, screening: ThreatPolicy | undefined): TaskPlan {
  const { prompt, urls, schema, model, maxCredits, effort, mode, origin, integration } = request
  return {
    prompt,
    urls,
    ...schemaField(schema),
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

/** An empty schema counts as none. */
export function schemaField(schema: JsonSchema | undefined): Pick<TaskPlan, 'schema'> {
  return schema && Object.keys(schema).length > 0 ? { schema } : {}
}

/** Times beyond the range of dates count as after all tasks. */
function toDate(milliseconds: number | undefined): Date | undefined {
  const moment = new Date(milliseconds ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

function taskNotFound(): Fault {
  return new Fault('NOT_FOUND', 'There is no agent task with this id, or it has expired.')
}
