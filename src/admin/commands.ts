import { describeKey, newAdminKey, newApiKey, newPartnerKey, noLimits } from '../access/access.ts'
import type { Paged, PageRequest } from '../access/access.ts'
import { Siem } from '../contract/siem.ts'
import { ThreatProtection } from '../contract/threat-protection.ts'
import { Fault } from '../fault.ts'
import {
  backupStore,
  createApiKeys,
  createOrganizations,
  createPartners,
  createTeams,
  readSetting,
  writeSetting,
} from '../store/store.ts'
import type { OpenDatabase } from '../store/store.ts'

/** One thing an operator can do from the command line. */
export interface Command {
  words: string[]
  arguments: string[]
  options: Record<string, string>
  required: string[]
  summary: string
  /** Works on a database that must still be empty, so it is not opened as usual. */
  restores?: true
  run(
    store: OpenDatabase,
    given: { values: Record<string, string | boolean | undefined>; positionals: string[] },
  ): Promise<unknown>
}

/** The table of commands; help is made from it. */
export const COMMANDS: readonly Command[] = [
  {
    words: ['create', 'organization'],
    arguments: [],
    options: { name: 'its name' },
    required: ['name'],
    summary: 'Make an organization.',
    run: ({ database }, { values }) =>
      createOrganizations(database).create({
        name: text(values.name),
        threatProtection: ThreatProtection.parse({}),
        siem: Siem.parse({}),
      }),
  },
  {
    words: ['create', 'team'],
    arguments: [],
    options: {
      name: 'its name',
      organization: 'id of its organization; the default one otherwise',
      credits: 'its balance; never runs out otherwise',
      concurrency: 'how much it may do at once; no limit otherwise',
    },
    required: ['name'],
    summary: 'Make a team.',
    run: async ({ database }, { values }) =>
      createTeams(database).create({
        name: text(values.name),
        organizationId:
          optionalText(values.organization) ?? (await setting(database, 'defaultOrganizationId')),
        credits: whole(values.credits, '--credits'),
        limits: { ...noLimits, concurrency: whole(values.concurrency, '--concurrency') },
      }),
  },
  {
    words: ['create', 'key'],
    arguments: [],
    options: { team: 'id of the team; the default one otherwise', name: 'what it is for' },
    required: [],
    summary: 'Make an API key. It is shown now and never again.',
    async run({ database }, { values }) {
      const teamId = optionalText(values.team) ?? (await setting(database, 'defaultTeamId'))
      await existing(createTeams(database).find(teamId), 'team', teamId)
      const key = newApiKey()
      const { id } = await createApiKeys(database).create(
        teamId,
        optionalText(values.name) ?? 'from the command line',
        key,
      )
      return { id, teamId, apiKey: key.key }
    },
  },
  {
    words: ['create', 'partner'],
    arguments: [],
    options: { name: 'its name', 'coupon-credits': 'credits that each of its new teams gets' },
    required: ['name'],
    summary: 'Make a partner. Its key is shown now and never again.',
    async run({ database }, { values }) {
      const key = newPartnerKey()
      const couponCredits = whole(values['coupon-credits'], '--coupon-credits') ?? 0
      const { id, name } = await createPartners(database).create(
        { name: text(values.name), couponCredits },
        key,
      )
      return { id, name, partnerKey: key.key }
    },
  },
  {
    words: ['rotate', 'key'],
    arguments: ['id of the key'],
    options: {},
    required: [],
    summary: 'Replace an API key by a new one of the same team. The old one stops being valid at once.',
    async run({ database }, { positionals }) {
      const key = newApiKey()
      const rotated = await existing(
        createApiKeys(database).rotate(uuid(positionals[0]), key),
        'key',
        positionals[0],
      )
      return { id: rotated.id, teamId: rotated.teamId, apiKey: key.key }
    },
  },
  {
    words: ['rotate', 'admin-key'],
    arguments: [],
    options: {},
    required: [],
    summary: 'Replace the administration key. WINNOW_ADMIN_KEY, where set, wins again at the next start.',
    async run({ database }) {
      const key = newAdminKey()
      await writeSetting(database, 'adminKeyHash', describeKey(key.key).hash.toString('hex'))
      return { adminKey: key.key }
    },
  },
  {
    words: ['rotate', 'partner'],
    arguments: ['id of the partner'],
    options: {},
    required: [],
    summary: "Replace a partner's key. The old one stops being valid at once.",
    async run({ database }, { positionals }) {
      const key = newPartnerKey()
      const { id, name } = await existing(
        createPartners(database).rotate(uuid(positionals[0]), key),
        'partner',
        positionals[0],
      )
      return { id, name, partnerKey: key.key }
    },
  },
  {
    words: ['remove', 'key'],
    arguments: ['id of the key'],
    options: {},
    required: [],
    summary: 'Remove an API key outright.',
    async run({ database }, { positionals }) {
      const removed = await createApiKeys(database).remove(uuid(positionals[0]))
      if (!removed) throw new Fault('NOT_FOUND', `There is no key ${positionals[0]}.`)
      return { removed: positionals[0] }
    },
  },
  {
    words: ['list', 'organizations'],
    arguments: [],
    options: {},
    required: [],
    summary: 'All organizations.',
    run: ({ database }) => all((page) => createOrganizations(database).list(page)),
  },
  {
    words: ['list', 'teams'],
    arguments: [],
    options: {},
    required: [],
    summary: 'All teams with their balance and limits.',
    run: ({ database }) => all((page) => createTeams(database).list(page)),
  },
  {
    words: ['list', 'keys'],
    arguments: [],
    options: { team: 'id of the team; the default one otherwise' },
    required: [],
    summary: "A team's API keys, by their last four characters.",
    async run({ database }, { values }) {
      const teamId = optionalText(values.team) ?? (await setting(database, 'defaultTeamId'))
      return all((page) => createApiKeys(database).list(uuid(teamId), page))
    },
  },
  {
    words: ['list', 'partners'],
    arguments: [],
    options: {},
    required: [],
    summary: 'All partners.',
    run: ({ database }) => all((page) => createPartners(database).list(page)),
  },
  {
    words: ['backup'],
    arguments: ['file'],
    options: {},
    required: [],
    summary: 'Write one consistent snapshot of the database into a new file.',
    run: (store, { positionals }) => backupStore(store, positionals[0]!),
  },
  {
    words: ['restore'],
    arguments: ['file'],
    options: {},
    required: [],
    summary:
      'Fill an empty database from a backup: stop the service and name a new WINNOW_DATA_DIR or DATABASE_URL.',
    restores: true,
    run: () => Promise.reject(new Error('restore opens the database by itself')),
  },
]

async function all<Item>(list: (page: PageRequest) => Promise<Paged<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 100, cursor })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}

async function existing<Thing>(
  found: Promise<Thing | undefined>,
  noun: string,
  id: string | undefined,
): Promise<Thing> {
  const thing = await found
  if (thing === undefined) throw new Fault('NOT_FOUND', `There is no ${noun} ${id}.`)
  return thing
}

async function setting(database: OpenDatabase['database'], name: string): Promise<string> {
  const value = await readSetting<string>(database, name)
  if (value === undefined)
    throw new Fault('NOT_FOUND', "Nothing is set up yet: start the service once with 'npm start'.")
  return value
}

function text(value: string | boolean | undefined): string {
  return optionalText(value)!
}

function optionalText(value: string | boolean | undefined): string | undefined {
  if (value === '') throw new Fault('BAD_REQUEST', 'A value must not be empty.')
  return typeof value === 'string' ? value : undefined
}

function whole(value: string | boolean | undefined, name: string): number | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new Fault('BAD_REQUEST', `${name} takes a whole number.`)
  return Number(value)
}

function uuid(value: string | undefined): string {
  if (value === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
    throw new Fault('BAD_REQUEST', `'${value}' is not an id.`)
  }
  return value
}
