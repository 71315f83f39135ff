import { InMemoryServerEventBus, createRequestStateCodec } from '@modelcontextprotocol/server'
import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server'
import { randomBytes } from 'node:crypto'
import { AskingServer } from './conformance/asking-server.ts'
import { addAskingTools } from './conformance/add-asking-tools.ts'
import { addContentTools } from './conformance/add-content-tools.ts'
import { addPrompts } from './conformance/add-prompts.ts'
import { addResources } from './conformance/add-resources.ts'
import { addRoundTripTools } from './conformance/add-round-trip-tools.ts'
import { addStreamTools } from './conformance/add-stream-tools.ts'

interface ConformanceFixture {
  makeServer(): McpServer
  /** The source of the pipeline's subscription streams. */
  bus: ServerEventBus
}

/**
 * The server required by the scenarios of `@modelcontextprotocol/conformance`: tools, resources and prompts
 * with given names and responses. Mounted on the service's own HTTP pipeline it shows that the pipeline
 * supports the whole protocol, including parts that the service's tools do not use. Every request gets its
 * own server, so state between requests is in the encrypted request state or in objects that all servers of
 * one fixture share.
 */
export function conformanceFixture(): ConformanceFixture {
  const bus = new InMemoryServerEventBus()
  const seal = createRequestStateCodec<Record<string, unknown>>({ key: randomBytes(32) })
  const awaited: AskingServer['awaited'] = new Map()
  return {
    bus,
    makeServer() {
      const server = new AskingServer(awaited, {
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          logging: {},
          completions: {},
        },
        requestState: { verify: seal.verify },
      })
      addContentTools(server)
      addStreamTools(server, bus)
      addAskingTools(server)
      addRoundTripTools(server, seal)
      addResources(server)
      addPrompts(server)
      server.server.setRequestHandler('logging/setLevel', () => ({}))
      server.server.setRequestHandler('completion/complete', () => ({
        completion: { values: [], total: 0, hasMore: false },
      }))
      return server
    },
  }
}
