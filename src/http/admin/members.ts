import type { TeamMembers, Teams } from '../../access/access.ts'
import { Member, MemberList, MemberParams, MemberRequest } from '../../contract/admin.ts'
import { Done } from '../../contract/answer.ts'
import { IdParams } from '../../contract/ids.ts'
import { PageQuery } from '../../contract/query.ts'
import { found, page } from './answers.ts'
import { route } from '../server/route.ts'

export interface MemberNeeds {
  teams: Teams
  members: TeamMembers
}

const common = { access: 'admin', tag: 'Administration' } as const

/** Which users belong to a team, and so can connect programs to it. */
export function memberRoutes({ teams, members }: MemberNeeds) {
  return [
    route('GET /admin/v1/teams/:id/users', "A team's users", {
      ...common,
      params: IdParams,
      query: PageQuery,
      answer: MemberList,
      async handle({ params, query }) {
        found(await teams.find(params.id), 'team')
        return page(await members.list(params.id, query))
      },
    }),
    route('POST /admin/v1/teams/:id/users', 'Add a user to a team', {
      ...common,
      description: 'Whoever reads mail at this address can sign in and connect programs to the team.',
      params: IdParams,
      body: MemberRequest,
      answer: Member,
      handle: async ({ params, body }) => found(await members.add(params.id, body.email, 'admin'), 'team'),
    }),
    route('DELETE /admin/v1/teams/:id/users/:userId', 'Remove a user from a team', {
      ...common,
      description: 'Ends at once whatever the user allowed programs to do in the name of the team.',
      params: MemberParams,
      answer: Done,
      async handle({ params }) {
        if (!(await members.remove(params.id, params.userId, 'admin'))) found(undefined, 'user')
        return { success: true }
      },
    }),
  ]
}
