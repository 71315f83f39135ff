import { z } from 'zod'
import { responseObject, successResponse, Timestamp, Id, QueryBoolean } from './fields.ts'

export const AgentTraceQuery = z.object({
  liveView: QueryBoolean.prefault(false).describe('Include the open browsers.'),
})

/** One step of an agent's task. Each type has additional fields. */
const AgentTraceEvent = z.looseObject({
  schemaVersion: z.literal(1),
  eventId: z.string(),
  runId: z.string(),
  occurredAt: Timestamp,
  producerSequence: z.int(),
  agent: responseObject({
    id: z.string(),
    role: z.enum(['orchestrator', 'subagent', 'browser', 'system']),
    name: z.string(),
    parentId: z.string().optional(),
  }),
  type: z.enum([
    'run.started',
    'run.cancel_requested',
    'run.finished',
    'agent.started',
    'agent.finished',
    'browser.session.started',
    'browser.session.finished',
    'progress.reported',
    'reasoning.summary',
    'tool_call.started',
    'tool_call.finished',
    'artifact.updated',
    'error.occurred',
  ]),
})

export const AgentTraceResponse = successResponse({
  id: Id,
  events: z.array(AgentTraceEvent),
  creditsUsed: z.number().optional(),
  activeBrowserSessions: z
    .array(
      responseObject({
        id: z.string(),
        liveViewUrl: z.string(),
        viewport: responseObject({ width: z.int(), height: z.int() }),
      }),
    )
    .optional(),
})
export type AgentTraceResponse = z.output<typeof AgentTraceResponse>

export const AgentSnapshotResponse = successResponse({ id: Id, snapshotId: Id, snapshot: z.string() })

export const AgentThreadQuery = z.object({
  includeData: QueryBoolean.prefault(false).describe('Include the result of each run.'),
})

export const AgentThreadResponse = successResponse({
  thread: responseObject({
    id: Id,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    status: z.enum(['idle', 'running']),
    runs: z.array(
      responseObject({
        id: Id,
        turn: z.int(),
        mode: z.enum(['extract', 'chat']),
        prompt: z.string(),
        urls: z.array(z.string()).optional(),
        schema: z.unknown().optional(),
        effort: z.enum(['low', 'medium', 'high']).optional(),
        status: z.enum(['processing', 'succeeded', 'failed', 'cancelled', 'refused', 'credit_limit_reached']),
        createdAt: Timestamp,
        finishedAt: Timestamp.nullable(),
        creditsUsed: z.number().nullable(),
        message: z.string().nullable(),
        data: z.unknown().optional(),
      }),
    ),
  }),
})
export type AgentThreadResponse = z.output<typeof AgentThreadResponse>
