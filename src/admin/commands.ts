import {
  hashedKey,
  inheritLimits,
  newAdminKey,
  newApiKey,
  newPartnerKey,
  noKeyLimits,
} from '../access/access.ts'
import { AdminKeyRequest, OrganizationRequest, PartnerRequest, TeamRequest } from '../contract/admin.ts'
import { Fault } from '../fault.ts'
import {
  backupStore,
  createApiKeys,
  createOrganizations,
  createPartners,
  createTeams,
  writeSetting,
} from '../store/store.ts'
import {
  listAll,
  findOrFail,
  teamListCommand,
  requireSetting,
  teamFor,
  parseList,
  parseNumber,
  readId,
  readOptions,
} from './command.ts'
import type { Command } from './command.ts'
import { MEMBER_COMMANDS } from './member-commands.ts'

/** All commands. The help is generated from this table. */
export const COMMANDS: readonly Command[] = [
  {
    words: ['create', 'organization'],
    options: { name: 'its name' },
    required: ['name'],
    summary: 'Create an organization.',
    run: ({ database }, { values }) =>
      createOrganizations(database).create(readOptions(OrganizationRequest, { name: values.name })),
  },
  {
    words: ['create', 'team'],
    options: {
      name: 'its name',
      organization: 'id of its organization; default: the default one',
      credits: 'its balance; default: unlimited',
      concurrency: 'maximum concurrency; default: unlimited',
    },
    required: ['name'],
    summary: 'Create a team.',
    async run({ database }, { values }) {
      const request = readOptions(TeamRequest, {
        name: values.name,
        credits: parseNumber(values.credits),
        limits: { concurrency: parseNumber(values.concurrency) },
      })
      const organizationId =
        values.organization === undefined
          ? await requireSetting(database, 'defaultOrganizationId')
          : readId(values.organization, 'an organization')
      await findOrFail(createOrganizations(database).find(organizationId), 'organization', organizationId)
      return createTeams(database).create({ ...request, organizationId })
    },
  },
  {
    words: ['create', 'key'],
    options: {
      team: 'id of the team; default: the default team',
      name: 'purpose of the key',
      expires: 'expiry date, such as 2027-01-31; default: never',
      ips: 'allowed IP addresses and CIDR ranges, separated by commas; default: all',
      scopes: 'allowed families of endpoints, separated by commas, such as scrape,search; default: all',
    },
    summary: 'Create an API key. It is only shown now.',
    async run({ database }, { values }) {
      const request = readOptions(
        AdminKeyRequest,
        {
          name: values.name ?? 'from the command line',
          expiresAt: values.expires,
          allowedIps: parseList(values.ips),
          scopes: parseList(values.scopes),
        },
        { expiresAt: 'expires', allowedIps: 'ips' },
      )
      const team = await teamFor(database, values)
      const key = newApiKey()
      const limits = inheritLimits(noKeyLimits, request)
      const { id } = await createApiKeys(database).create(team.id, { name: request.name, ...limits }, key)
      return { id, teamId: team.id, apiKey: key.key, ...limits }
    },
  },
  {
    words: ['create', 'partner'],
    options: { name: 'its name', 'coupon-credits': 'credits for each of its new teams' },
    required: ['name'],
    summary: 'Create a partner. Its key is only shown now.',
    async run({ database }, { values }) {
      const request = readOptions(
        PartnerRequest,
        { name: values.name, couponCredits: parseNumber(values['coupon-credits']) },
        { couponCredits: 'coupon-credits' },
      )
      const key = newPartnerKey()
      const { id, name } = await createPartners(database).create(request, key)
      return { id, name, partnerKey: key.key }
    },
  },
  {
    words: ['rotate', 'key'],
    arguments: ['id of the key'],
    summary: 'Replace an API key by a new one of the same team. The old one becomes invalid at once.',
    async run({ database }, { positionals }) {
      const key = newApiKey()
      const rotated = await findOrFail(
        createApiKeys(database).rotate(readId(positionals[0], 'a key'), key),
        'key',
        positionals[0],
      )
      return { id: rotated.id, teamId: rotated.teamId, apiKey: key.key }
    },
  },
  {
    words: ['rotate', 'admin-key'],
    summary: 'Replace the administration key. If WINNOW_ADMIN_KEY is set, the next start restores it.',
    async run({ database }) {
      const key = newAdminKey()
      await writeSetting(database, 'adminKeyHash', hashedKey(key.key).hash.toString('hex'))
      return { adminKey: key.key }
    },
  },
  {
    words: ['rotate', 'partner'],
    arguments: ['id of the partner'],
    summary: "Replace a partner's key. The old one becomes invalid at once.",
    async run({ database }, { positionals }) {
      const key = newPartnerKey()
      const { id, name } = await findOrFail(
        createPartners(database).rotate(readId(positionals[0], 'a partner'), key),
        'partner',
        positionals[0],
      )
      return { id, name, partnerKey: key.key }
    },
  },
  {
    words: ['remove', 'key'],
    arguments: ['id of the key'],
    summary: 'Delete an API key.',
    async run({ database }, { positionals }) {
      const removed = await createApiKeys(database).remove(readId(positionals[0], 'a key'))
      if (!removed) throw new Fault('NOT_FOUND', `No key has the id ${positionals[0]}.`)
      return { removed: positionals[0] }
    },
  },
  {
    words: ['list', 'organizations'],
    summary: 'All organizations.',
    run: ({ database }) => listAll((page) => createOrganizations(database).list(page)),
  },
  {
    words: ['list', 'teams'],
    summary: 'List all teams with their balance and limits.',
    run: ({ database }) => listAll((page) => createTeams(database).list(page)),
  },
  teamListCommand(
    'keys',
    "List a team's API keys, by their last four characters.",
    (database, teamId, page) => createApiKeys(database).list(teamId, page),
  ),
  {
    words: ['list', 'partners'],
    summary: 'All partners.',
    run: ({ database }) => listAll((page) => createPartners(database).list(page)),
  },
  ...MEMBER_COMMANDS,
  {
    words: ['backup'],
    arguments: ['file'],
    summary: 'Write one consistent snapshot of the database into a new file.',
    run: (store, { positionals }) => backupStore(store, positionals[0]!),
  },
  {
    words: ['restore'],
    arguments: ['file'],
    summary:
      'Restore a backup into an empty database: stop the service and set WINNOW_DATA_DIR or DATABASE_URL to a new one.',
    restores: true,
    run: () => Promise.reject(new Error('restore opens the database by itself')),
  },
]
