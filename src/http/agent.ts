import { checkThreatOverride } from '../access/access.ts'
import {
  AgentAnswer,
  AgentListAnswer,
  AgentListQuery,
  AgentRequest,
  AgentStatusAnswer,
} from '../contract/agent.ts'
import {
  AgentSnapshotAnswer,
  AgentThreadAnswer,
  AgentThreadQuery,
  AgentTraceAnswer,
  AgentTraceQuery,
} from '../contract/agent-trace.ts'
import { Done } from '../contract/answer.ts'
import { IdParams, SnapshotParams, ThreadParams } from '../contract/ids.ts'
import { noSuch, notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const status = { access: 'team', bucket: 'status', tag: 'Agent' } as const

/** Data described in words, found by an agent. */
export function agentRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/agent',
      access: 'team',
      bucket: 'agent',
      tag: 'Agent',
      summary: 'Start an agent task',
      body: AgentRequest,
      answer: AgentAnswer,
      handle({ who, body }) {
        checkThreatOverride(who, body.threatProtection)
        return notBuilt('The agent')()
      },
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/agent',
      summary: "The team's agent tasks",
      query: AgentListQuery,
      answer: AgentListAnswer,
      handle: notBuilt('The agent'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/agent/:id',
      summary: 'State and result of a task',
      params: IdParams,
      answer: AgentStatusAnswer,
      handle: noSuch('agent task'),
    }),
    route({
      ...status,
      method: 'DELETE',
      path: '/v2/agent/:id',
      summary: 'Cancel a task',
      params: IdParams,
      answer: Done,
      handle: noSuch('agent task'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/agent/:id/trace',
      summary: 'What a task did, step by step',
      params: IdParams,
      query: AgentTraceQuery,
      answer: AgentTraceAnswer,
      handle: noSuch('agent task'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/agent/:id/snapshots/:snapshotId',
      summary: 'What a task saw at one step',
      params: SnapshotParams,
      answer: AgentSnapshotAnswer,
      handle: noSuch('agent task'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/agent/threads/:threadId',
      summary: 'A conversation of tasks',
      params: ThreadParams,
      query: AgentThreadQuery,
      answer: AgentThreadAnswer,
      handle: noSuch('thread'),
    }),
  ]
}
