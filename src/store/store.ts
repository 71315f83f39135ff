import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../fault.ts'
import { queueTables } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { backup } from './backup.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { watchDisk } from './disk.ts'
import type { Disk } from './disk.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { connectToRunning } from './embedded/connect-to-running.ts'
import { migrate } from './schema/migrate.ts'
import { restore } from './restore.ts'

export { createAgentQueue } from './agent-queue.ts'
export { createAgentTasks } from './agent-tasks.ts'
export { createApiKeys } from './api-keys.ts'
export { createAuditTrail } from './audit-trail.ts'
export { createBlobs } from './blobs.ts'
export { createBrowserSessions } from './browser-sessions.ts'
export { createCrawls } from './crawls.ts'
export { createFeedbackBook, createSearches } from './feedback.ts'
export { createFirstStart } from './first-start.ts'
export { openFlights } from './flights.ts'
export { createFrontier } from './frontier.ts'
export { HOUSEKEEPING, tidy } from './housekeeping.ts'
export { createJobKeys } from './job-keys.ts'
export { createJobList } from './job-list.ts'
export { createKeylessDays } from './keyless-days.ts'
export { createKeylessTeam } from './keyless-team.ts'
export { createLedger } from './ledger.ts'
export { createCountIn, createMembers, createSignInCodes, createTeamMembers } from './members.ts'
export { closeStoredCredentials } from './close-stored-credentials.ts'
export { createRecordings } from './recordings.ts'
export { createConnections } from './connections.ts'
export { createOAuthClients, createOAuthGrants } from './oauth-grants.ts'
export { createOAuthRecords } from './oauth-records.ts'
export { createModelTokens } from './model-tokens.ts'
export { createOrganizations } from './organizations.ts'
export { createPageCache } from './page-cache.ts'
export { createPartnerAccounts } from './partner-accounts.ts'
export { createPartners } from './partners.ts'
export { createProcesses, forgetProcesses } from './processes.ts'
export { createProfiles } from './profiles.ts'
export { createRateWindows } from './rate-windows.ts'
export { createScrapes } from './scrapes.ts'
export { createSearchIndex } from './search-index.ts'
export { createSeenPages } from './seen-pages.ts'
export { createSiemBacklog } from './siem-events.ts'
export { createSiteMemory } from './site-memory.ts'
export { readSetting, writeSetting } from './settings.ts'
export { openSlots } from './slots.ts'
export { serverWarnings } from './server-warnings.ts'
export { createSnapshots } from './snapshots.ts'
export { createTargetCredentials } from './target-credentials.ts'
export { createTeamData } from './team-data.ts'
export { createTeams } from './teams.ts'
export { createUploadPlaces } from './uploads.ts'
export { createUsage } from './usage.ts'
export { createDeliveryLog, createOutbox } from './webhooks.ts'

export interface StoreSettings {
  dataDir: string
  /** Another server than the embedded one. */
  databaseUrl: string | undefined
  /** The root secret; without one, the data directory's own. */
  secret: string | undefined
}

export interface OpenDatabase {
  database: Database
  rootSecret: string
}

/** The open database of this installation, migrated. */
export interface Store extends OpenDatabase, AsyncDisposable {
  schemaVersion: number
  disk: Disk
  /** Nobody else can be using the database: it is embedded and the data directory is locked. */
  exclusive: boolean
  /** Settles with the reason when the embedded server is gone for good. */
  lost: Promise<unknown>
}

/** Opens the embedded database, or the one of `databaseUrl`, and brings its schema up to date. */
export async function openStore(settings: StoreSettings, log: Log): Promise<Store> {
  await using opening = new AsyncDisposableStack()
  const { database: opened, server } = await openServer(settings, log, opening)
  const { database, disk } = await watchDisk(opened, { dataDir: settings.dataDir, log })
  opening.use(disk)
  const schemaVersion = await migrate(database)
  const rootSecret = settings.secret ?? (await ownSecret(settings.dataDir))
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

/** Opens the database for a moment: of a running service where there is one, otherwise as that service would. */
export async function openBesideService(
  settings: StoreSettings,
  log: Log,
): Promise<OpenDatabase & AsyncDisposable> {
  const running = settings.databaseUrl === undefined ? await connectToRunning(settings.dataDir) : undefined
  if (running === undefined) return openStore(settings, log)
  const rootSecret = settings.secret ?? (await ownSecret(settings.dataDir))
  const database = await openDatabase(running, log)
  return { database, rootSecret, [Symbol.asyncDispose]: () => database.close() }
}

/** Writes one consistent snapshot into a new file. */
export async function backupStore({ database }: OpenDatabase, file: string) {
  return backup(database, file)
}

/** Fills an empty database from a backup. */
export async function restoreStore(settings: StoreSettings, file: string, log: Log) {
  await using opening = new AsyncDisposableStack()
  const { database } = await openServer(settings, log, opening)
  return await restore(database, file, queueTables())
}

/** The embedded server, or the one of `databaseUrl`; what was opened is closed with the stack. */
async function openServer(settings: StoreSettings, log: Log, opening: AsyncDisposableStack) {
  const server =
    settings.databaseUrl === undefined
      ? opening.use(await openEmbedded({ dataDir: settings.dataDir, log }))
      : undefined
  const database = await openDatabase(server?.connection ?? { connectionString: settings.databaseUrl! }, log)
  opening.defer(() => database.close())
  return { database, server }
}

/**
 * Made once, and whole or not at all. Losing it makes the sealed values unreadable, so it lies beside the database it
 * belongs to.
 */
async function ownSecret(dataDir: string): Promise<string> {
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
      `${file} does not hold the root secret. Bring it back from a backup, or set WINNOW_SECRET.`,
    )
  }
  return secret
}
