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
  // The service has no way to end an extraction early.
  extract: { path: '/v2/extract', statusTool: 'winnow_extract_status', isCancellable: false },
} as const

const JsonSchema = z.record(z.string(), z.unknown()).describe('The form of the data, as a JSON Schema.')

/** Tools for data that has to be looked for. */
export const taskTools: AnyTool[] = [
  tool({
    name: 'agent',
    title: 'Find data with an agent',
    description:
      'Lets an agent search, open and read pages until it has the data that the prompt describes, in the form of `schema`. Use it when it is not known where the data is; winnow_scrape with a json format is cheaper when it is. Waits up to waitSeconds; winnow_agent_status gives the result of a task that takes longer. Cancelling the call cancels the task. Costs vary; set maxCredits.',
    input: z.looseObject({
      prompt: z.string().min(1).max(10_000).describe('What data to find.'),
      urls: z.array(z.string().min(1)).max(1000).optional().describe('Where to look.'),
      strictConstrainToURLs: z.boolean().optional().describe('Visit nothing but these urls.'),
      schema: JsonSchema.optional(),
      model: z.string().optional().describe('spark-1-mini (default) or spark-1-pro.'),
      effort: z.string().optional().describe('low, medium or high.'),
      maxCredits: z.number().positive().optional().describe('Default 2500.'),
      threadId: z.string().optional().describe('A conversation to go on with.'),
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
    title: 'Status of an agent',
    description: 'Tells how far a task of winnow_agent is, and its data when it is completed. Free.',
    input: z.strictObject({ id: Id }),
    output: TaskOutput,
    annotations: { readOnly: true, idempotent: true },
    run: ({ id }, context) => statusOf('agent', id, context),
  }),
  tool({
    name: 'extract',
    title: 'Extract data from pages',
    description:
      'Reads data in the form of `schema` from up to 10 addresses (`https://site/*` for a whole site). For one page winnow_scrape with a json format does the same. Waits up to waitSeconds; winnow_extract_status gives the result of one that takes longer. An extraction cannot be cancelled.',
    input: z.looseObject({
      urls: z.array(z.string().min(1)).max(10).optional(),
      prompt: z.string().max(10_000).optional().describe('What to extract.'),
      schema: JsonSchema.optional(),
      systemPrompt: z.string().max(10_000).optional(),
      allowExternalLinks: z.boolean().optional(),
      enableWebSearch: z.boolean().optional(),
      includeSubdomains: z.boolean().optional(),
      showSources: z.boolean().optional().describe('Say which page each value is from.'),
      limit: z.int().min(1).optional().describe('How many pages at most.'),
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
    description: 'Tells how far an extraction of winnow_extract is, and its data when it is completed. Free.',
    input: z.strictObject({ id: Id }),
    output: TaskOutput,
    annotations: { readOnly: true, idempotent: true },
    run: ({ id }, context) => statusOf('extract', id, context),
  }),
  tool({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Ends a running crawl, batch or agent task. What it has read so far can still be asked for.',
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

/** A failed extraction is an answer too, which the client's own methods know. */
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
  const note = `It still runs. Call ${TASKS[kind].statusTool} with {"id":"${id}"} later for the result.`
  return {
    value: { id, ...state, notes: [note] },
    link: { uri: `winnow://${kind}/${id}`, name: `${kind} ${id}` },
  }
}
