import { Fault } from '../fault.ts'
import type { Access, Call, McpCaller } from './route.ts'

export type { McpCaller } from './route.ts'

/** Answers one MCP request that has been let in; the body of the request is its text, not parsed yet. */
export type ServeMcp = (
  call: Pick<Call<Access, unknown, unknown, unknown>, 'request' | 'reply' | 'signal' | 'publicUrl'>,
  who: McpCaller,
) => Promise<unknown>

/** Serves the tools of the service over itself. */
export function createServeMcp(): ServeMcp {
  return async () => {
    throw new Fault('NOT_IMPLEMENTED', 'The hosted MCP server is not part of this version of the service.')
  }
}
