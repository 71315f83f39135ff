import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import { WinnowError } from '../../client/src/client.ts'
import type { Winnow } from '../../client/src/client.ts'
import { documentOf, pathSegment, send } from './call.ts'
import { collectPages } from './collect-pages.ts'
import { fit } from './fit.ts'
import type { JsonObject } from './tool.ts'
import { Id } from './tools/job-input.ts'

type ReadContext = { client: Winnow; signal: AbortSignal }

/** What the service keeps for a while, by the kinds that an address may name. */
const RESOURCES: Record<
  string,
  { title: string; description: string; read(id: string, context: ReadContext): Promise<JsonObject> }
> = {
  scrape: {
    title: 'A scraped page',
    description: 'The document of an earlier scrape, by metadata.scrapeId.',
    read: async (id, context) => documentOf(await get(context, `/v2/scrape/${pathSegment(id)}`)),
  },
  crawl: {
    title: 'A crawl',
    description: 'State and pages of a crawl.',
    read: async (id, context) => (await collectPages('crawl', id, { context })).value,
  },
  batch: {
    title: 'A batch',
    description: 'State and pages of a batch scrape.',
    read: async (id, context) => (await collectPages('batch', id, { context })).value,
  },
  agent: {
    title: 'A task of the agent',
    description: 'State and data of an agent task.',
    read: (id, context) => get(context, `/v2/agent/${pathSegment(id)}`),
  },
  extract: {
    title: 'An extraction',
    description: 'State and data of an extraction.',
    read: (id, context) => get(context, `/v2/extract/${pathSegment(id)}`),
  },
}

/** Makes results readable by address (`winnow://crawl/{id}`), for as long as the service keeps them. */
export function registerResources(server: McpServer, client: Winnow): void {
  for (const [kind, { title, description, read }] of Object.entries(RESOURCES)) {
    const list =
      kind === 'agent'
        ? ({ mcpReq }: { mcpReq: { signal: AbortSignal } }) => listAgents({ client, signal: mcpReq.signal })
        : undefined
    server.registerResource(
      kind,
      new ResourceTemplate(`winnow://${kind}/{id}`, { list }),
      { title, description, mimeType: 'application/json' },
      async (uri, { id }, { mcpReq }) => {
        if (!Id.safeParse(id).success) throw new ResourceNotFoundError(uri.href)
        try {
          return contentsOf(uri.href, await read(String(id), { client, signal: mcpReq.signal }))
        } catch (failure) {
          throw toProtocolError(uri.href, failure)
        }
      },
    )
  }
}

/** A page is given as Markdown first, which is what most readers put before a model, then whole. */
function contentsOf(uri: string, value: JsonObject): ReadResourceResult {
  const { fitted, text } = fit(value)
  const markdown = fitted['markdown']
  return {
    contents: [
      ...(typeof markdown === 'string' ? [{ uri, mimeType: 'text/markdown', text: markdown }] : []),
      { uri, mimeType: 'application/json', text },
    ],
  }
}

/** The team's latest tasks; of the other kinds the service has no list of what is finished. */
async function listAgents(context: ReadContext) {
  const { agents } = await get(context, '/v2/agent')
  const found = agents as { id: string; targetHint: string; status: string }[]
  return {
    resources: found.map(({ id, targetHint, status }) => ({
      uri: `winnow://agent/${id}`,
      name: `agent ${id}`,
      title: `${targetHint} (${status})`,
    })),
  }
}

function get(context: ReadContext, path: string): Promise<JsonObject> {
  return send(context, { method: 'GET', path })
}

function toProtocolError(uri: string, failure: unknown): unknown {
  if (!(failure instanceof WinnowError)) return failure
  if (failure.status === 404 || failure.status === 400) return new ResourceNotFoundError(uri)
  return new ProtocolError(ProtocolErrorCode.InternalError, `${failure.code}: ${failure.message}`)
}
