import type { Connections, Teams } from '../../access/access.ts'
import { ConnectionList, ConnectionParams } from '../../contract/admin.ts'
import { Done } from '../../contract/answer.ts'
import { IdParams } from '../../contract/ids.ts'
import { PageQuery } from '../../contract/query.ts'
import { found, page } from './answers.ts'
import { route } from '../server/route.ts'

export interface ConnectionNeeds {
  teams: Teams
  connections: Connections
}

const common = { access: 'admin', tag: 'Administration' } as const

/** Which programs people connected to a team. */
export function connectionRoutes({ teams, connections }: ConnectionNeeds) {
  return [
    route('GET /admin/v1/teams/:id/connections', 'Programs that were connected to a team', {
      ...common,
      description: 'Those that act for it with an account, through `/v2/mcp-oauth`.',
      params: IdParams,
      query: PageQuery,
      answer: ConnectionList,
      async handle({ params, query }) {
        found(await teams.find(params.id), 'team')
        return page(await connections.list(params.id, query))
      },
    }),
    route('DELETE /admin/v1/teams/:id/connections/:connectionId', 'End a connection', {
      ...common,
      description: 'Every token of it stops being valid at once.',
      params: ConnectionParams,
      answer: Done,
      async handle({ params }) {
        if (!(await connections.end(params.id, params.connectionId, 'admin'))) found(undefined, 'connection')
        return { success: true }
      },
    }),
  ]
}
