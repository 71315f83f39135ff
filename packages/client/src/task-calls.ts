import { path } from './calls.ts'
import { requireCompleted } from './crawl-job.ts'
import { JobCalls } from './job-calls.ts'
import { pollJob } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'
import { isStandardSchema, validateData, withJsonSchemas } from './schema.ts'
import type { DataOf, JsonSchema, SchemaLike } from './schema.ts'
import type { CallOptions } from './transport.ts'
import type {
  AgentResponse,
  AgentListResponse,
  AgentListQuery,
  AgentRequest,
  AgentSnapshotResponse,
  AgentStatusResponse,
  AgentThreadResponse,
  AgentThreadQuery,
  AgentTraceResponse,
  AgentTraceQuery,
  OkResponse,
  ExtractResponse,
  ExtractRequest,
  ExtractStatusResponse,
} from './wire.ts'

/** A request whose schema may come from a library. */
type Task<Request, Schema> = Omit<Request, 'schema'> & { schema?: Schema | undefined }

/** Options for waiting for a task. */
export interface TaskWaitOptions<State> extends WaitOptions {
  /** Called with the state of the task after every poll. */
  onProgress?: ((state: State) => void) | undefined
}

/** A completed task: its last state, with data of the type of its schema. */
export type CompletedTask<State, Schema> = Omit<State, 'data'> & { id: string; data: DataOf<Schema> }

const AGENT = '/v2/agent'
const EXTRACT = '/v2/extract'

/** Calls about tasks that find data, by a prompt or a schema. */
export class TaskCalls extends JobCalls {
  startAgent(task: Task<AgentRequest, SchemaLike>, call?: CallOptions): Promise<AgentResponse> {
    return this.post(AGENT, withJsonSchemas(task), call)
  }

  /** Starts a task and waits until it completes. Throws `JOB_FAILED` or `JOB_CANCELLED` otherwise. */
  async agent<const Schema extends SchemaLike = JsonSchema>(
    task: Task<AgentRequest, Schema>,
    waitOptions: TaskWaitOptions<AgentStatusResponse> = {},
  ): Promise<CompletedTask<AgentStatusResponse, Schema>> {
    const { id } = await this.startAgent(task as Task<AgentRequest, SchemaLike>, {
      signal: waitOptions.signal,
    })
    return await validateTaskData(requireCompleted(await this.waitForAgent(id, waitOptions)), task.schema)
  }

  /** Waits until a task has ended, with any final status. */
  waitForAgent(
    id: string,
    waitOptions: TaskWaitOptions<AgentStatusResponse> = {},
  ): Promise<AgentStatusResponse & { id: string }> {
    return waitForEnd(id, (call) => this.getAgent(id, call), waitOptions)
  }

  getAgent(id: string, call?: CallOptions): Promise<AgentStatusResponse> {
    return this.get(path`/v2/agent/${id}`, call)
  }

  cancelAgent(id: string, call?: CallOptions): Promise<OkResponse> {
    return this.delete(path`/v2/agent/${id}`, call)
  }

  listAgents(query: AgentListQuery = {}, call?: CallOptions): Promise<AgentListResponse> {
    return this.get(AGENT, call, query)
  }

  /** The steps of a task. */
  agentTrace(id: string, query: AgentTraceQuery = {}, call?: CallOptions): Promise<AgentTraceResponse> {
    return this.get(path`/v2/agent/${id}/trace`, call, query)
  }

  agentSnapshot(id: string, snapshotId: string, call?: CallOptions): Promise<AgentSnapshotResponse> {
    return this.get(path`/v2/agent/${id}/snapshots/${snapshotId}`, call)
  }

  /** The tasks of a conversation. */
  agentThread(
    threadId: string,
    query: AgentThreadQuery = {},
    call?: CallOptions,
  ): Promise<AgentThreadResponse> {
    return this.get(path`/v2/agent/threads/${threadId}`, call, query)
  }

  startExtract(task: Task<ExtractRequest, SchemaLike>, call?: CallOptions): Promise<ExtractResponse> {
    return this.post(EXTRACT, withJsonSchemas(task), call)
  }

  /** Starts an extraction and waits until it completes. Throws `JOB_FAILED` or `JOB_CANCELLED` otherwise. */
  async extract<const Schema extends SchemaLike = JsonSchema>(
    task: Task<ExtractRequest, Schema>,
    waitOptions: TaskWaitOptions<ExtractStatusResponse> = {},
  ): Promise<CompletedTask<ExtractStatusResponse, Schema> & Pick<ExtractResponse, 'invalidURLs'>> {
    const started = await this.startExtract(task as Task<ExtractRequest, SchemaLike>, {
      signal: waitOptions.signal,
    })
    const ended = await validateTaskData(
      requireCompleted(await this.waitForExtract(started.id, waitOptions)),
      task.schema,
    )
    const { invalidURLs } = started
    return { ...ended, ...(invalidURLs && { invalidURLs }) }
  }

  /** Waits until an extraction has ended, with any final status. */
  waitForExtract(
    id: string,
    waitOptions: TaskWaitOptions<ExtractStatusResponse> = {},
  ): Promise<ExtractStatusResponse & { id: string }> {
    return waitForEnd(id, (call) => this.getExtract(id, call), waitOptions)
  }

  getExtract(id: string, call?: CallOptions): Promise<ExtractStatusResponse> {
    return this.send({ method: 'GET', path: path`/v2/extract/${id}`, mayFail: true }, call)
  }
}

async function waitForEnd<State extends { status: string }>(
  id: string,
  fetchState: (call: CallOptions) => Promise<State>,
  { onProgress, ...waitOptions }: TaskWaitOptions<State>,
): Promise<State & { id: string }> {
  let last: State | undefined
  const states = pollJob<State>(
    {
      id,
      fetchState: (signal) => fetchState({ signal }),
      nextStep: ({ status }) => (status === 'processing' ? 'wait' : 'end'),
    },
    waitOptions,
  )
  for await (const state of states) {
    last = state
    onProgress?.(state)
  }
  return { ...last!, id }
}

async function validateTaskData<State extends { id: string; data?: unknown }, Schema>(
  state: State,
  schema: Schema | undefined,
): Promise<CompletedTask<State, Schema>> {
  const data = isStandardSchema(schema) ? await validateData(schema, state.data, state) : state.data
  return { ...state, data } as CompletedTask<State, Schema>
}
