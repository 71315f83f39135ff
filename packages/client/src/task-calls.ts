import { path } from './calls.ts'
import { requireCompleted } from './crawl-job.ts'
import { JobCalls } from './job-calls.ts'
import { pollJob } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'
import { isStandardSchema, validateData, withJsonSchemas } from './schema.ts'
import type { DataOf, JsonSchema, SchemaLike } from './schema.ts'
import type { CallOptions } from './transport.ts'
import type {
  AgentAnswer,
  AgentListAnswer,
  AgentListQuery,
  AgentRequest,
  AgentSnapshotAnswer,
  AgentStatusAnswer,
  AgentThreadAnswer,
  AgentThreadQuery,
  AgentTraceAnswer,
  AgentTraceQuery,
  Done,
  ExtractAnswer,
  ExtractRequest,
  ExtractStatusAnswer,
} from './wire.ts'

/** A request whose schema may come from a library. */
type Task<Request, Schema> = Omit<Request, 'schema'> & { schema?: Schema | undefined }

/** How a task is waited for. */
export interface TaskWaitOptions<State> extends WaitOptions {
  /** Told how far the task is, whenever it was asked. */
  onProgress?: ((state: State) => void) | undefined
}

/** A completed task: its last state, with data of the type of the schema that it was given. */
export type CompletedTask<State, Schema> = Omit<State, 'data'> & { id: string; data: DataOf<Schema> }

const AGENT = '/v2/agent'
const EXTRACT = '/v2/extract'

/** Calls about tasks: data that is found, in words or in the form of a schema. */
export class TaskCalls extends JobCalls {
  startAgent(task: Task<AgentRequest, SchemaLike>, call?: CallOptions): Promise<AgentAnswer> {
    return this.post(AGENT, withJsonSchemas(task), call)
  }

  /** Starts a task and waits until it is completed. Fails with `JOB_FAILED` or `JOB_CANCELLED` when it is not. */
  async agent<const Schema extends SchemaLike = JsonSchema>(
    task: Task<AgentRequest, Schema>,
    waitOptions: TaskWaitOptions<AgentStatusAnswer> = {},
  ): Promise<CompletedTask<AgentStatusAnswer, Schema>> {
    const { id } = await this.startAgent(task as Task<AgentRequest, SchemaLike>, {
      signal: waitOptions.signal,
    })
    return await validateTaskData(requireCompleted(await this.waitForAgent(id, waitOptions)), task.schema)
  }

  /** Waits until a task has ended, however it did. */
  waitForAgent(
    id: string,
    waitOptions: TaskWaitOptions<AgentStatusAnswer> = {},
  ): Promise<AgentStatusAnswer & { id: string }> {
    return waitForEnd(id, (call) => this.getAgent(id, call), waitOptions)
  }

  getAgent(id: string, call?: CallOptions): Promise<AgentStatusAnswer> {
    return this.get(path`/v2/agent/${id}`, call)
  }

  cancelAgent(id: string, call?: CallOptions): Promise<Done> {
    return this.delete(path`/v2/agent/${id}`, call)
  }

  listAgents(query: AgentListQuery = {}, call?: CallOptions): Promise<AgentListAnswer> {
    return this.get(AGENT, call, query)
  }

  /** What a task did, step by step. */
  agentTrace(id: string, query: AgentTraceQuery = {}, call?: CallOptions): Promise<AgentTraceAnswer> {
    return this.get(path`/v2/agent/${id}/trace`, call, query)
  }

  agentSnapshot(id: string, snapshotId: string, call?: CallOptions): Promise<AgentSnapshotAnswer> {
    return this.get(path`/v2/agent/${id}/snapshots/${snapshotId}`, call)
  }

  /** The tasks of a conversation. */
  agentThread(
    threadId: string,
    query: AgentThreadQuery = {},
    call?: CallOptions,
  ): Promise<AgentThreadAnswer> {
    return this.get(path`/v2/agent/threads/${threadId}`, call, query)
  }

  startExtract(task: Task<ExtractRequest, SchemaLike>, call?: CallOptions): Promise<ExtractAnswer> {
    return this.post(EXTRACT, withJsonSchemas(task), call)
  }

  /** Starts an extraction and waits until it is completed. Fails with `JOB_FAILED` or `JOB_CANCELLED` when it is not. */
  async extract<const Schema extends SchemaLike = JsonSchema>(
    task: Task<ExtractRequest, Schema>,
    waitOptions: TaskWaitOptions<ExtractStatusAnswer> = {},
  ): Promise<CompletedTask<ExtractStatusAnswer, Schema> & Pick<ExtractAnswer, 'invalidURLs'>> {
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

  /** Waits until an extraction has ended, however it did. */
  waitForExtract(
    id: string,
    waitOptions: TaskWaitOptions<ExtractStatusAnswer> = {},
  ): Promise<ExtractStatusAnswer & { id: string }> {
    return waitForEnd(id, (call) => this.getExtract(id, call), waitOptions)
  }

  getExtract(id: string, call?: CallOptions): Promise<ExtractStatusAnswer> {
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
