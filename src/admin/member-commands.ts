import { MemberRequest } from '../contract/admin.ts'
import { Fault } from '../fault.ts'
import { createCodeHash, newCode } from '../oauth/oauth.ts'
import { createConnections, createSignInCodes, createTeamMembers } from '../store/store.ts'
import { teamListCommand, teamFor, readId, readOptions } from './command.ts'
import type { Command } from './command.ts'

export const MEMBER_COMMANDS: readonly Command[] = [
  {
    words: ['add', 'user'],
    options: { email: 'its address', team: 'id of the team; the default one otherwise' },
    required: ['email'],
    summary: 'Add a user to a team, who can then sign in and connect programs to it.',
    async run({ database }, { values }) {
      const { email } = readOptions(MemberRequest, { email: values.email })
      const team = await teamFor(database, values)
      const member = await createTeamMembers(database).add(team.id, email)
      return { ...member, teamId: team.id }
    },
  },
  {
    words: ['remove', 'user'],
    arguments: ['id of the user'],
    options: { team: 'id of the team; the default one otherwise' },
    summary: 'Remove a user from a team, and end what programs may do there because of it.',
    async run({ database }, { values, positionals }) {
      const team = await teamFor(database, values)
      const removed = await createTeamMembers(database).remove(team.id, readId(positionals[0], 'a user'))
      if (!removed) throw new Fault('NOT_FOUND', `There is no user ${positionals[0]} in this team.`)
      return { removed: positionals[0] }
    },
  },
  teamListCommand('users', "A team's users.", (database, teamId, page) =>
    createTeamMembers(database).list(teamId, page),
  ),
  teamListCommand('connections', 'Programs that users connected to a team.', (database, teamId, page) =>
    createConnections(database).list(teamId, page),
  ),
  {
    words: ['remove', 'connection'],
    arguments: ['id of the connection'],
    options: { team: 'id of the team; the default one otherwise' },
    summary: 'End what one program may do in the name of a team.',
    async run({ database }, { values, positionals }) {
      const team = await teamFor(database, values)
      const ended = await createConnections(database).end(team.id, readId(positionals[0], 'a connection'))
      if (!ended) throw new Fault('NOT_FOUND', `There is no connection ${positionals[0]} of this team.`)
      return { removed: positionals[0] }
    },
  },
  {
    words: ['login-code'],
    arguments: ['e-mail address'],
    summary:
      'Make a code with which this user can sign in within the next 10 minutes. It is shown now and never again.',
    async run({ database, rootSecret }, { positionals }) {
      const { email } = readOptions(MemberRequest, { email: positionals[0] })
      const code = newCode()
      const hash = createCodeHash(rootSecret)(email, code)
      const issued = await createSignInCodes(database).issue(email, '', hash)
      if (!issued) throw new Fault('NOT_FOUND', `Nobody with the address ${email} belongs to a team.`)
      return { email, code, validMinutes: 10 }
    },
  },
]
