import { z } from 'zod'
import { TaskOutput } from '../outputs.ts'
import { singleRequest, pathSegment, startJob } from '../call.ts'
import { normalizeNestedOptions } from '../normalize-options.ts'
import { NestedOptions } from '../scrape-input.ts'
import { tool } from '../tool.ts'
import type { ToolOutput, AnyTool, RequestContext, JsonObject, ToolContext } from '../tool.ts'
import { superviseJob, isFinal, waitForJob } from '../wait-for-job.ts'
import type { Job } from '../wait-for-job.ts'
import { Id, joinWarnings, WaitSeconds, Webhook } from './job-input.ts'

const TASKS = {
  agent: { path: '/v2/agent', statusTool: 'winnow_agent_status', isCancellable: true },
  // The service cannot cancel an extraction.
  extract: { path: '/v2/extract', statusTool: 'winnow_extract_status', isCancellable: false },
} as const

const JsonSchema = z.record(z.string(), z.unknown()).describe('JSON Schema of the data.')

/** Tools that find data. */
export const taskTools: AnyTool[] = [
  tool({
    name: 'agent',
    title: 'Find data with an agent',
    description:
      'Runs an agent that searches and reads pages until it has the data described by the prompt, in the form of `schema`. Use it when you do not know which pages have the data; otherwise winnow_scrape with a json format is cheaper. Waits up to waitSeconds; winnow_agent_status returns the result of a longer task. Cancelling the call cancels the task. Costs vary; set maxCredits.',
    input: z.looseObject({
      prompt: z.string().min(1).max(10_000).describe('Description of the data.'),
      urls: z.array(z.string().min(1)).max(1000).optional().describe('Pages to start from.'),
      strictConstrainToURLs: z.boolean().optional().describe('Visit only these urls.'),
      schema: JsonSchema.optional(),
      model: z.string().optional().describe('spark-1-mini (default) or spark-1-pro.'),
      effort: z.string().optional().describe('low, medium or high.'),
      maxCredits: z.number().positive().optional().describe('Default 2500.'),
      threadId: z.string().optional().describe('The conversation to continue.'),
      mode: z.string().optional().describe('extract (default) or chat.'),
      webhook: Webhook.optional(),
      waitSeconds: WaitSeconds,
    }),
    output: TaskOutput,
    annotations: { openWorld: true },
    normalize: normalizeNestedOptions,
    run: ({ waitSeconds, ...body }, context) => startAndWait('agent', { body, waitSeconds, context }),
  }),
  tool({
    name: 'agent_status',
    title: 'Status of an agent task',
    description: 'Returns the state of a task of winnow_agent, and its data when it is completed. Free.',
    input: z.strictObject({ id: Id }),
    output: TaskOutput,
    annotations: { readOnly: true, idempotent: true },
    run: ({ id }, context) => statusOf('agent', id, context),
  }),
  tool({
    name: 'extract',
    title: 'Extract data from pages',
    description:
      'Extracts data in the form of `schema` from up to 10 URLs (`https://site/*` for a whole site). For one page winnow_scrape with a json format does the same. Waits up to waitSeconds; winnow_extract_status returns the result of a longer one. An extraction cannot be cancelled.',
    input: z.looseObject({
      urls: z.array(z.string().min(1)).max(10).optional(),
      prompt: z.string().max(10_000).optional().describe('Description of the data.'),
      schema: JsonSchema.optional(),
      systemPrompt: z.string().max(10_000).optional(),
      allowExternalLinks: z.boolean().optional(),
      enableWebSearch: z.boolean().optional(),
      includeSubdomains: z.boolean().optional(),
      showSources: z.boolean().optional().describe('Return the source page of each value.'),
      limit: z.int().min(1).optional().describe('Maximum number of pages.'),
      scrapeOptions: NestedOptions.optional(),
      waitSeconds: WaitSeconds,
    }),
    output: TaskOutput,
    annotations: { openWorld: true },
    normalize: normalizeNestedOptions,
    run: ({ waitSeconds, ...body }, context) => startAndWait('extract', { body, waitSeconds, context }),
  }),
  tool({
    name: 'extract_status',
    title: 'Status of an extraction',
    description:
      'Returns the state of an extraction of winnow_extract, and its data when it is completed. Free.',
    input: z.strictObject({ id: Id }),
    output: TaskOutput,
    annotations: { readOnly: true, idempotent: true },
    run: ({ id }, context) => statusOf('extract', id, context),
  }),
  tool({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Cancels a running crawl, batch or agent task. Its results so far can still be read.',
    input: z.strictObject({ kind: z.enum(['crawl', 'batch', 'agent']), id: Id }),
    output: TaskOutput,
    annotations: { destructive: true, idempotent: true },
    run: singleRequest(({ kind, id }) => ({
      method: 'DELETE',
      path: `/v2/${kind === 'batch' ? 'batch/scrape' : kind}/${pathSegment(id)}`,
    })),
  }),
]

async function startAndWait(
  kind: keyof typeof TASKS,
  { body, waitSeconds, context }: { body: JsonObject; waitSeconds: number; context: ToolContext },
): Promise<ToolOutput> {
  const { path, statusTool, isCancellable } = TASKS[kind]
  const started = await startJob(context, { path, body })
  const id = String(started['id'])
  const job: Job = {
    id,
    kind,
    statusTool,
    status: (signal) => stateOf(kind, id, { client: context.client, signal }),
    cancel: isCancellable ? () => context.client.request('DELETE', `${path}/${pathSegment(id)}`) : undefined,
  }
  return await superviseJob(job, context, async () => {
    const state = await waitForJob(job, waitSeconds, context)
    return toToolOutput(kind, id, { ...started, ...state, ...joinWarnings(started, state) })
  })
}

async function statusOf(kind: keyof typeof TASKS, id: string, context: ToolContext): Promise<ToolOutput> {
  return toToolOutput(kind, id, await stateOf(kind, id, context))
}

/** A failed extraction is a result too, which the client's own methods handle. */
async function stateOf(
  kind: keyof typeof TASKS,
  id: string,
  { client, signal }: RequestContext,
): Promise<JsonObject> {
  const answer = kind === 'agent' ? client.getAgent(id, { signal }) : client.getExtract(id, { signal })
  return { ...(await answer) }
}

function toToolOutput(kind: keyof typeof TASKS, id: string, state: JsonObject): ToolOutput {
  if (isFinal(state)) return { value: { id, ...state } }
  const note = `It is still running. Call ${TASKS[kind].statusTool} with {"id":"${id}"} later for the result.`
  return {
    value: { id, ...state, notes: [note] },
    link: { uri: `winnow://${kind}/${id}`, name: `${kind} ${id}` },
  }
}
