import { command } from '../command.ts'
import type { Command, Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Flags, FlagValues } from '../flag.ts'
import { toUrl, isJobId } from '../job-id.ts'
import { readJson } from '../read-json.ts'
import { compact } from '../scrape-flags.ts'

const MONITOR_FLAGS = {
  name: { kind: 'text', takes: 'name', help: 'What it is called' },
  schedule: {
    kind: 'text',
    takes: 'when',
    help: '"every 30 minutes", "daily at 9:00", or five fields of cron',
  },
  timezone: { kind: 'text', takes: 'zone', help: 'Time zone of the schedule (UTC)' },
  goal: { kind: 'text', takes: 'words', help: 'Which changes matter' },
  crawl: { kind: 'text', takes: 'url', help: 'Watch a site from this address on' },
  queries: { kind: 'list', takes: 'words', help: 'Watch what a search finds' },
  webhook: { kind: 'text', takes: 'url', help: 'Address that is told what happens' },
  email: { kind: 'list', takes: 'addresses', help: 'Who is told by mail' },
  body: { kind: 'text', takes: 'json', help: 'Further fields, as the API takes them' },
  'body-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
} as const satisfies Flags

const PAGING = {
  limit: { kind: 'number', takes: 'number', min: 1, help: 'How many' },
  offset: { kind: 'number', takes: 'number', help: 'From which on' },
} as const satisfies Flags

/** Commands about pages that are watched. The service says so itself where it has none. */
export const monitorCommands: Record<string, Command> = {
  'monitor create': command({
    summary: 'Watch pages, a site or a search',
    takes: '[url...]',
    flags: MONITOR_FLAGS,
    examples: [
      ['monitor create https://example.com/prices --schedule hourly --goal "Prices change"', 'A page'],
      ['monitor create --crawl https://example.com --schedule "daily at 9:00" --name example', 'A site'],
    ],
    async run({ flags, words }, session) {
      const targets = targetsOf(words, flags)
      const given = await monitorOptions(flags, session)
      if (targets.length === 0 && given.targets === undefined)
        throw new UsageError('What is watched? Addresses, --crawl or --queries are missing.')
      if (given.schedule === undefined)
        throw new UsageError('When? --schedule is missing.', '--schedule "every 30 minutes"')
      const name = flags.name ?? flags.crawl ?? words[0] ?? flags.queries?.[0] ?? 'monitor'
      const monitor = { name, ...given, ...(targets.length > 0 && { targets }) }
      return await show(
        await session.client.createMonitor(monitor as never, { signal: session.signal }),
        session,
      )
    },
  }),
  'monitor list': command({
    summary: 'What is watched',
    flags: PAGING,
    examples: [['monitor list', 'All monitors']],
    run: async ({ flags }, session) =>
      await show(await session.client.listMonitors(paging(flags), { signal: session.signal }), session),
  }),
  'monitor get': command({
    summary: 'One monitor',
    takes: '<id>',
    flags: {},
    examples: [['monitor get 01890a5d-ac96-774b-bcce-b302099a8057', 'Its schedule, targets and last check']],
    run: async ({ words }, session) =>
      await show(await session.client.getMonitor(idOf(words), { signal: session.signal }), session),
  }),
  'monitor update': command({
    summary: 'Change, pause or resume a monitor',
    takes: '<id>',
    flags: {
      ...MONITOR_FLAGS,
      pause: { kind: 'switch', help: 'Pause it' },
      resume: { kind: 'switch', help: 'Go on' },
    },
    examples: [['monitor update 01890a5d-ac96-774b-bcce-b302099a8057 --pause', 'Pause it']],
    async run({ flags, words }, session) {
      const id = idOf(words)
      const targets = targetsOf(words.slice(1), flags)
      const status = flags.pause ? 'paused' : flags.resume ? 'active' : undefined
      const change = compact({
        ...(await monitorOptions(flags, session)),
        name: flags.name,
        status,
        targets: targets.length > 0 ? targets : undefined,
      })
      return await show(
        await session.client.updateMonitor(id, change as never, { signal: session.signal }),
        session,
      )
    },
  }),
  'monitor delete': command({
    summary: 'Watch it no more',
    takes: '<id>',
    flags: {},
    examples: [['monitor delete 01890a5d-ac96-774b-bcce-b302099a8057', 'Delete it']],
    run: async ({ words }, session) =>
      await show(await session.client.deleteMonitor(idOf(words), { signal: session.signal }), session),
  }),
  'monitor run': command({
    summary: 'Look now',
    takes: '<id>',
    flags: {},
    examples: [['monitor run 01890a5d-ac96-774b-bcce-b302099a8057', 'Begin a check']],
    run: async ({ words }, session) =>
      await show(await session.client.runMonitor(idOf(words), { signal: session.signal }), session),
  }),
  'monitor checks': command({
    summary: 'What was looked at and when',
    takes: '<id>',
    flags: {
      ...PAGING,
      'check-status': { kind: 'text', takes: 'status', help: 'Only checks in this state' },
    },
    examples: [['monitor checks 01890a5d-ac96-774b-bcce-b302099a8057', 'Its checks']],
    run: async ({ flags, words }, session) =>
      await show(
        await session.client.listChecks(
          idOf(words),
          compact({ ...paging(flags), status: flags['check-status'] }) as never,
          { signal: session.signal },
        ),
        session,
      ),
  }),
  'monitor check': command({
    summary: 'What one check has found',
    takes: '<id> <check-id>',
    flags: {},
    examples: [
      [
        'monitor check 01890a5d-ac96-774b-bcce-b302099a8057 01890a5d-ac96-774b-bcce-b302099a8058',
        'Its pages and differences',
      ],
    ],
    async run({ words }, session) {
      const id = idOf(words)
      const [, checkId] = words
      if (checkId === undefined || !isJobId(checkId))
        throw new UsageError('Which check? Its id is missing.', `winnow monitor checks ${id}`)
      return await show(await session.client.getCheck(id, checkId, {}, { signal: session.signal }), session)
    },
  }),
}

function idOf([id]: readonly string[]): string {
  if (id === undefined) throw new UsageError('Which monitor? Its id is missing.', 'winnow monitor list')
  if (!isJobId(id)) throw new UsageError(`"${id}" is not the id of a monitor.`, 'winnow monitor list')
  return id
}

/** Monitors are read by programs first, so people get the same as JSON with indentation. */
async function show(answer: unknown, { out }: Session) {
  await out.result({ text: JSON.stringify(answer, undefined, 2), data: answer })
  return EXIT.ok
}

function paging({ limit, offset }: FlagValues<typeof PAGING>) {
  return { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
}

function targetsOf(
  urls: readonly string[],
  { crawl, queries }: { crawl: string | undefined; queries: string[] | undefined },
) {
  return [
    ...(urls.length > 0 ? [{ type: 'scrape', urls: urls.map(toUrl) }] : []),
    ...(crawl === undefined ? [] : [{ type: 'crawl', url: toUrl(crawl) }]),
    ...(queries === undefined ? [] : [{ type: 'search', queries }]),
  ]
}

async function monitorOptions(
  flags: FlagValues<typeof MONITOR_FLAGS>,
  { folder }: Session,
): Promise<Record<string, unknown>> {
  const isCron =
    flags.schedule !== undefined &&
    flags.schedule.trim().split(/\s+/).length === 5 &&
    /^[\d*]/.test(flags.schedule)
  const schedule = flags.schedule && {
    [isCron ? 'cron' : 'text']: flags.schedule,
    ...(flags.timezone !== undefined && { timezone: flags.timezone }),
  }
  return compact({
    schedule,
    goal: flags.goal,
    webhook: flags.webhook && { url: flags.webhook },
    notification: flags.email && { email: { enabled: true, recipients: flags.email } },
    ...(await readJson('body', { text: flags.body, file: flags['body-file'] }, folder)),
  })
}
