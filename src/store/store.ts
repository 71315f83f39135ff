import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../fault.ts'
import { queueTables } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { backup } from './backup/backup.ts'
import { openDatabase } from './database/database.ts'
import type { Database } from './database/database.ts'
import { watchDisk } from './database/disk.ts'
import type { DiskMonitor } from './database/disk.ts'
import { openEmbeddedServer } from './embedded/embedded.ts'
import { connectToRunning } from './embedded/start-server.ts'
import { migrate } from './schema/migrate.ts'
import { restore } from './backup/restore.ts'

export { createAgentQueue, createAgentTasks } from './agents/agent-tasks.ts'
export { createApiKeys, createKeylessTeam } from './teams/api-keys.ts'
export { createAuditTrail } from './teams/audit-trail.ts'
export { createBlobs } from './pages/blobs.ts'
export { createBrowserSessions } from './sessions/browser-sessions.ts'
export { createCrawls } from './crawls/crawls.ts'
export { createFeedbackBook, createSearches } from './search/feedback.ts'
export { createFirstStart } from './teams/first-start.ts'
export { openSharedFetches } from './pages/shared-fetches.ts'
export { createFrontier } from './crawls/frontier.ts'
export { HOUSEKEEPING, deleteExpired } from './housekeeping/housekeeping.ts'
export { createJobKeys } from './jobs/job-keys.ts'
export { createJobList } from './jobs/job-list.ts'
export { createKeylessDays } from './credits/limits.ts'
export { createLedger, createProcesses, removeAllProcesses } from './credits/ledger.ts'
export { createCountInWindow, createMembers, createSignInCodes, createTeamMembers } from './teams/members.ts'
export { createRecordings } from './sessions/recordings.ts'
export {
  createConnections,
  createOAuthClients,
  createOAuthGrants,
  createOAuthRecords,
} from './oauth/oauth-records.ts'
export { createTokenCounter } from './database/settings.ts'
export { createOrganizations, createTeams } from './teams/teams.ts'
export { createPageCache } from './pages/page-cache.ts'
export { createPartnerAccounts } from './teams/partners.ts'
export { createPartners } from './teams/partners.ts'
export { createProfiles } from './sessions/profiles.ts'
export { createRateWindows } from './credits/limits.ts'
export { createScrapes } from './pages/scrapes.ts'
export { createSearchIndex } from './search/search-index.ts'
export { createSeenPages } from './pages/seen-pages.ts'
export { createSiemBacklog } from './reports/siem-events.ts'
export { createSiteMemory } from './pages/site-memory.ts'
export { readSetting, writeSetting } from './database/settings.ts'
export { openSlots } from './credits/slots.ts'
export { serverWarnings } from './database/server-warnings.ts'
export { createSnapshots } from './pages/snapshots.ts'
export { createTargetCredentials } from './pages/target-credentials.ts'
export { createTeamData } from './team-data/team-data.ts'
export { createUploadPlaces } from './pages/uploads.ts'
export { createUsage } from './teams/usage.ts'
export { createDeliveryLog, createOutbox } from './reports/webhooks.ts'

export interface StoreSettings {
  dataDir: string
  databaseUrl: string | undefined
  secret: string | undefined
}

export interface OpenDatabase {
  database: Database
  rootSecret: string
}

export interface Store extends OpenDatabase, AsyncDisposable {
  schemaVersion: number
  disk: DiskMonitor
  /** No other process can use the database: it is embedded and the data directory is locked. */
  exclusive: boolean
  lost: Promise<unknown>
}

export async function openStore(settings: StoreSettings, log: Log): Promise<Store> {
  await using opening = new AsyncDisposableStack()
  const { database: connected, server } = await openServer(settings, log, opening)
  const { database, disk } = await watchDisk(connected, { dataDir: settings.dataDir, log })
  opening.use(disk)
  const schemaVersion = await migrate(database)
  const rootSecret = settings.secret ?? (await readRootSecret(settings.dataDir))
  const open = opening.move()
  return {
    database,
    schemaVersion,
    rootSecret,
    disk,
    exclusive: server !== undefined,
    lost: server?.lost ?? new Promise(() => {}),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/**
 * Opens the database for a short task: that of a running service if there is one, otherwise as the service
 * would.
 */
export async function openAlongsideService(
  settings: StoreSettings,
  log: Log,
): Promise<OpenDatabase & AsyncDisposable> {
  const running = settings.databaseUrl === undefined ? await connectToRunning(settings.dataDir) : undefined
  if (running === undefined) return openStore(settings, log)
  const rootSecret = settings.secret ?? (await readRootSecret(settings.dataDir))
  const database = await openDatabase(running, log)
  return { database, rootSecret, [Symbol.asyncDispose]: () => database.close() }
}

export async function backupStore({ database }: OpenDatabase, file: string) {
  return backup(database, file)
}

export async function restoreStore(settings: StoreSettings, file: string, log: Log) {
  await using opening = new AsyncDisposableStack()
  const { database } = await openServer(settings, log, opening)
  return await restore(database, file, queueTables())
}

async function openServer(settings: StoreSettings, log: Log, opening: AsyncDisposableStack) {
  const server =
    settings.databaseUrl === undefined
      ? opening.use(await openEmbeddedServer({ dataDir: settings.dataDir, log }))
      : undefined
  const database = await openDatabase(server?.connection ?? { connectionString: settings.databaseUrl! }, log)
  opening.defer(() => database.close())
  return { database, server }
}

/**
 * Written atomically. Without it the encrypted values are unreadable, so it is stored beside its database.
 */
async function readRootSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  if (!existsSync(file)) {
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    await rename(draft, file)
  }
  const secret = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Fault(
      'UNAVAILABLE',
      `${file} does not contain the root secret. Restore it from a backup, or set WINNOW_SECRET.`,
    )
  }
  return secret
}
