import { randomUUID } from 'node:crypto'
import {
  createAuthenticate,
  createCharge,
  createRateLimit,
  hashKey,
  holdLease,
  newApiKey,
  noKeyLimits,
  noLimits,
} from '../src/access/access.ts'
import { Siem } from '../src/contract/siem.ts'
import { ThreatProtection } from '../src/contract/threat-protection.ts'
import { createLog } from '../src/log.ts'
import {
  createApiKeys,
  createLedger,
  createOrganizations,
  createProcesses,
  createRateWindows,
  createTeams,
  openStore,
} from '../src/store/store.ts'
import type { Store } from '../src/store/store.ts'
import { temporaryFolder } from '../test/support/service.ts'
import { inParallel, printRows, startCpuClock } from './figures.ts'
import type { Rows } from './figures.ts'
import { cpuMs, treeOf } from './processes.ts'

const NAIVE = 'the same without sharing'
const TEAMS = 20
const ROUNDS = 3
/** Concurrent requests, and requests in total. */
const LOADS = [
  [50, 2_000],
  [1, 2_000],
] as const

/**
 * Cost of access control per request: key check, rate limit, hold and settle, on a separate database. For comparison, in
 * alternating rounds: the same when each request runs its own statements, and a bare round trip.
 */
export async function benchAccess(): Promise<void> {
  await using folder = await temporaryFolder()
  const log = createLog('error', false)
  await using store = await openStore(
    { dataDir: folder.path, databaseUrl: undefined, secret: undefined },
    log,
  )
  await using lease = await holdLease(createProcesses(store.database), 'api', log)
  const teams = await makeTeams(store)
  const requests: Record<string, (place: number) => Promise<unknown>> = {
    'key check, rate limit, charge': admittedRequest(store, teams, () => lease.current().processId),
    [NAIVE]: naiveRequest(store, teams, () => lease.current().processId),
    'select 1': () => store.database.prepared(`select 1`, []),
  }
  for (const request of Object.values(requests)) await measure(request, 500, 50)
  for (const [atOnce, count] of LOADS) {
    const rows: Rows = {}
    const costs = await inTurns(requests, count, atOnce)
    const naive = costs.get(NAIVE)!
    for (const [name, { own, database }] of costs) {
      const ratio = (own + database) / (naive.own + naive.database)
      rows[name] = { 'ms CPU': own + database, Node: own, PostgreSQL: database, ratio }
    }
    printRows(`${atOnce} at once, median of ${ROUNDS} rounds of ${count}`, rows)
  }
  console.log('aim with 50 at once: at most 1.0 ms')
}

interface Team {
  id: string
  key: string
}

/** The longest list that an organization may have: a team's policy is loaded with its key. */
function manyDomains(): string[] {
  return Array.from({ length: 1000 }, (_, place) => `*.domain-${place}.example`)
}

/** Teams with enough credits and high limits, so that every request is counted and none is refused. */
async function makeTeams({ database }: Store): Promise<Team[]> {
  const organization = await createOrganizations(database).create({
    name: 'bench',
    threatProtection: ThreatProtection.parse({ policy: { blacklist: manyDomains() } }),
    siem: Siem.parse({}),
  })
  return Promise.all(
    Array.from({ length: TEAMS }, async (_, place) => {
      const team = await createTeams(database).create({
        organizationId: organization.id,
        name: `team ${place}`,
        credits: 1e9,
        limits: { ...noLimits, perMinute: { ...noLimits.perMinute, scrape: 1e9 } },
      })
      const key = newApiKey()
      await createApiKeys(database).create(team.id, { name: 'bench', ...noKeyLimits }, key)
      return { id: team.id, key: key.key }
    }),
  )
}

function admittedRequest({ database }: Store, teams: Team[], processId: () => string) {
  const authenticate = createAuthenticate(createApiKeys(database), async () => Buffer.alloc(0))
  const limitRate = createRateLimit(createRateWindows(database))
  const charge = createCharge(createLedger(database, processId))
  return async (place: number) => {
    const caller = await authenticate(`Bearer ${teams[place % TEAMS]!.key}`)
    await limitRate(caller, 'scrape')
    await charge(caller, { credits: 1, reason: 'bench' }, async () => ({ value: undefined, usedCredits: 1 }))
  }
}

/** The same tables and functions, but each request sends its own statements. */
function naiveRequest({ database }: Store, teams: Team[], processId: () => string) {
  return async (place: number) => {
    const [caller] = await database.prepared<{ id: string; team_id: string }>(
      `select k.id, k.team_id, t.limits from api_keys k join teams t on t.id = k.team_id where k.hash = $1`,
      [hashKey(teams[place % TEAMS]!.key)],
    )
    await database.prepared(
      `insert into rate_windows as w (team_id, bucket, started_at, used) values ($1, 'naive', now(), 1)
       on conflict (team_id, bucket) do update set used = w.used + 1 returning used`,
      [caller!.team_id],
    )
    const holdId = randomUUID()
    await database.prepared(
      `select open_holds($1, array[$2::uuid], array[$3::uuid], array[$4::uuid], array[1::bigint], array['bench'])`,
      [processId(), holdId, caller!.team_id, caller!.id],
    )
    await database.prepared(`select close_holds(array[$1::uuid], array[1::bigint])`, [holdId])
  }
}

interface Cost {
  own: number
  database: number
}

/** Alternating rounds, so that other load on the machine affects all variants alike. */
async function inTurns(
  requests: Record<string, (place: number) => Promise<unknown>>,
  count: number,
  atOnce: number,
): Promise<Map<string, Cost>> {
  const rounds = new Map(Object.keys(requests).map((name): [string, Cost[]] => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, request] of Object.entries(requests)) {
      rounds.get(name)!.push(await measure(request, count, atOnce))
    }
  }
  return new Map(
    Array.from(rounds, ([name, costs]) => [
      name,
      costs.toSorted((a, b) => a.own + a.database - b.own - b.database)[Math.floor(ROUNDS / 2)]!,
    ]),
  )
}

/** CPU time per request in milliseconds, of this process and of the database. */
async function measure(
  request: (place: number) => Promise<unknown>,
  count: number,
  atOnce: number,
): Promise<Cost> {
  const servers = () => treeOf(process.pid).filter((pid) => pid !== process.pid)
  const clock = startCpuClock()
  const before = cpuMs(servers())
  await inParallel(count, atOnce, request)
  return { own: clock() / count, database: (cpuMs(servers()) - before) / count }
}
