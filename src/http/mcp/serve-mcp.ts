import { Winnow } from '../../../packages/client/src/client.ts'
import { createToolServer } from '../../../packages/mcp/src/tools.ts'
import { placeOf } from '../../log.ts'
import type { Log } from '../../log.ts'
import { answerMcp } from './answer-mcp.ts'
import type { CallInside } from './call-inside.ts'
import type { Access, Call, McpCaller } from '../server/route.ts'

/** Answers one MCP request that has been let in; the body of the request is its text, not parsed yet. */
export type ServeMcp = (
  call: Pick<Call<Access, unknown, unknown, unknown>, 'request' | 'reply' | 'signal' | 'publicUrl'>,
  who: McpCaller,
) => Promise<unknown>

interface ServeNeeds {
  callInside: CallInside
  /** The root that the operator named, if any. */
  configuredUrl: string | undefined
  version: string
  log: Log
}

/**
 * Serves the tools of the service over itself. Nothing is remembered between two requests, so any process behind a
 * balancer can answer any of them: each gets a server of its own, which speaks the revision that the request speaks.
 */
export function createServeMcp({ callInside, configuredUrl, version, log }: ServeNeeds): ServeMcp {
  return async ({ request, reply, signal, publicUrl }, who) => {
    const root = publicUrl()
    const fetch = callInside({
      who,
      clientAddress: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      publicUrl: root,
    })
    const client = new Winnow({ fetch, apiUrl: root, origin: 'mcp', maxRetries: 0 })
    const tools = 'caller' in who ? 'all' : 'keyless'
    // What a message says may be nobody's to keep, so only the place of a defect is told.
    const onDefect = (failure: unknown) =>
      log.error({ requestId: request.id, err: placeOf(failure) }, 'defect')
    const makeServer = () => createToolServer({ client, tools, files: 'upload', version, onDefect })
    return await answerMcp({ request, reply, signal }, { makeServer, configuredUrl })
  }
}
