import { MemberRequest } from '../contract/admin.ts'
import { Fault } from '../fault.ts'
import { createCodeHash, newCode } from '../oauth/oauth.ts'
import { createConnections, createSignInCodes, createTeamMembers } from '../store/store.ts'
import { teamListCommand, teamFor, readId, readOptions } from './command.ts'
import type { Command } from './command.ts'

export const MEMBER_COMMANDS: readonly Command[] = [
  {
    words: ['add', 'user'],
    options: { email: 'e-mail address of the user', team: 'id of the team; default: the default team' },
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
    options: { team: 'id of the team; default: the default team' },
    summary: 'Remove a user from a team, and end the access of programs that the user connected.',
    async run({ database }, { values, positionals }) {
      const team = await teamFor(database, values)
      const removed = await createTeamMembers(database).remove(team.id, readId(positionals[0], 'a user'))
      if (!removed) throw new Fault('NOT_FOUND', `No user of this team has the id ${positionals[0]}.`)
      return { removed: positionals[0] }
    },
  },
  teamListCommand('users', "A team's users.", (database, teamId, page) =>
    createTeamMembers(database).list(teamId, page),
  ),
  teamListCommand(
    'connections',
    'List the programs that users connected to a team.',
    (database, teamId, page) => createConnections(database).list(teamId, page),
  ),
  {
    words: ['remove', 'connection'],
    arguments: ['id of the connection'],
    options: { team: 'id of the team; default: the default team' },
    summary: 'End the access of one program to a team.',
    async run({ database }, { values, positionals }) {
      const team = await teamFor(database, values)
      const ended = await createConnections(database).end(team.id, readId(positionals[0], 'a connection'))
      if (!ended) throw new Fault('NOT_FOUND', `No connection of this team has the id ${positionals[0]}.`)
      return { removed: positionals[0] }
    },
  },
  {
    words: ['login-code'],
    arguments: ['e-mail address'],
    summary: 'Create a code for this user, valid for 10 minutes. It is only shown now.',
    async run({ database, rootSecret }, { positionals }) {
      const { email } = readOptions(MemberRequest, { email: positionals[0] })
      const code = newCode()
      const hash = createCodeHash(rootSecret)(email, code)
      const issued = await createSignInCodes(database).issue(email, '', hash)
      if (!issued)
        throw new Fault(
          'NOT_FOUND',
          `No user with the e-mail address ${email} belongs to a team. Add one with 'admin add user'.`,
        )
      return { email, code, validMinutes: 10 }
    },
  },
]
