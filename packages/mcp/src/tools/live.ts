import { z } from 'zod'
import { AnyOutput, RunOutput } from '../outputs.ts'
import { singleRequest, documentOf, pathSegment, send } from '../call.ts'
import { normalizeNestedOptions } from '../normalize-options.ts'
import { NestedOptions } from '../scrape-input.ts'
import { tool } from '../tool.ts'
import type { ToolOutput, AnyTool, JsonObject, ToolContext } from '../tool.ts'
import { Id, joinWarnings } from './job-input.ts'

const Language = z.enum(['node', 'python', 'bash']).optional()
const Timeout = z.int().min(1).max(300).optional().describe('Seconds (default 30).')
const Code = z.string().min(1).max(100_000)
const SessionId = Id.describe('Of winnow_browser_open.')

const lifetime = {
  recordSession: z.boolean().optional(),
  ttl: z.int().optional().describe('Seconds until it is closed, 30 to 3600.'),
  activityTtl: z.int().optional().describe('Seconds without use.'),
}

const InteractInput = z
  .looseObject({
    url: z.string().min(1).optional().describe('A page to open first; or scrapeId.'),
    scrapeId: Id.optional().describe('metadata.scrapeId of an earlier scrape.'),
    prompt: z.string().min(1).max(10_000).optional().describe('What to do on the page, in words.'),
    code: Code.optional().describe('A program instead; `page` is the Playwright page.'),
    variables: z.record(z.string(), z.string()).optional().describe('Values that the prompt calls <name>.'),
    schema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of the output.'),
    language: Language,
    timeout: Timeout,
    ...lifetime,
    scrapeOptions: NestedOptions.optional(),
  })
  .refine(({ url, scrapeId }) => (url === undefined) !== (scrapeId === undefined), {
    message: 'give either url or scrapeId',
  })
  .refine(({ scrapeId, scrapeOptions }) => scrapeId === undefined || scrapeOptions === undefined, {
    message: 'scrapeOptions goes with url: the page of scrapeId was scraped already',
  })
  .refine(({ prompt, code }) => prompt !== undefined || code !== undefined, {
    message: 'give prompt or code',
  })
type InteractInput = z.output<typeof InteractInput>

/** Tools for a live browser. */
export const liveTools: AnyTool[] = [
  tool({
    name: 'interact',
    title: 'Act on a live page',
    description:
      'Clicks, types and reads in a live browser page: in words (prompt) or with a program (code). The page stays open for further calls with the same scrapeId; close it with winnow_interact_stop. Costs 2 credits a minute, 7 with a prompt.',
    input: InteractInput,
    output: RunOutput,
    // What a button does, only its page knows.
    annotations: { destructive: true, openWorld: true },
    normalize: normalizeNestedOptions,
    run: interact,
  }),
  tool({
    name: 'interact_stop',
    title: 'Close a live page',
    description: 'Closes the live page of winnow_interact.',
    input: z.strictObject({ scrapeId: Id.describe('As winnow_interact had it.') }),
    output: AnyOutput,
    annotations: { destructive: true, idempotent: true },
    run: singleRequest(({ scrapeId }) => ({
      method: 'DELETE',
      path: `/v2/scrape/${pathSegment(scrapeId)}/interact`,
    })),
  }),
  tool({
    name: 'browser_open',
    title: 'Open a browser',
    description:
      'Opens an empty browser for winnow_browser_execute. Costs 2 credits a minute until winnow_browser_close.',
    input: z.looseObject({
      ...lifetime,
      streamWebView: z.boolean().optional(),
      profile: z
        .looseObject({ name: z.string(), saveChanges: z.boolean().optional() })
        .optional()
        .describe('With its cookies.'),
    }),
    output: AnyOutput,
    annotations: { openWorld: true },
    run: singleRequest((body) => ({ method: 'POST', path: '/v2/browser', body })),
  }),
  tool({
    name: 'browser_execute',
    title: 'Run a program in a browser',
    description: 'Runs a program in a session of winnow_browser_open; `page` is the Playwright page.',
    input: z.looseObject({ id: SessionId, code: Code, language: Language, timeout: Timeout }),
    output: RunOutput,
    // What a button does, only its page knows.
    annotations: { destructive: true, openWorld: true },
    async run({ id, ...task }, { client, signal }) {
      return { value: { ...(await client.runInBrowser(id, task, { signal })) } }
    },
  }),
  tool({
    name: 'browser_list',
    title: 'List browsers',
    description: 'Lists your browser sessions. Free.',
    input: z.strictObject({ status: z.enum(['active', 'destroyed']).optional() }),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest((query) => ({ method: 'GET', path: '/v2/browser', query })),
  }),
  tool({
    name: 'browser_replay',
    title: 'Replay a recorded browser',
    description: 'Lists the actions of a session with recordSession, with pictures. Free.',
    input: z.strictObject({ id: Id.describe('Or sessionId of winnow_interact.') }),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest(({ id }) => ({ method: 'GET', path: `/v2/browser/${pathSegment(id)}/replay` })),
  }),
  tool({
    name: 'browser_close',
    title: 'Close a browser',
    description: 'Closes a session of winnow_browser_open.',
    input: z.strictObject({ id: SessionId }),
    output: AnyOutput,
    annotations: { destructive: true, idempotent: true },
    run: singleRequest(({ id }) => ({ method: 'DELETE', path: `/v2/browser/${pathSegment(id)}` })),
  }),
]

async function interact(input: InteractInput, context: ToolContext): Promise<ToolOutput> {
  const { url, scrapeOptions, scrapeId: given, ...task } = input
  const opened = given === undefined ? await openPage({ url, ...scrapeOptions }, context) : {}
  const scrapeId = given ?? opened.metadata!.scrapeId
  // A program that fails is an answer with what it printed, which the client's own method knows.
  const outcome = { ...(await context.client.interact(scrapeId, task, { signal: context.signal })) }
  return { value: { ...outcome, scrapeId, ...joinWarnings(opened, outcome) } }
}

interface Opened extends JsonObject {
  metadata?: { scrapeId: string }
}

async function openPage(body: JsonObject, context: ToolContext): Promise<Opened> {
  return documentOf(await send(context, { method: 'POST', path: '/v2/scrape', body }))
}
