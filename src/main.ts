import { setFlagsFromString } from 'node:v8'
import { banner } from './compose/banner.ts'
import { ConfigError, loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { Fault } from './fault.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import type { StoreSettings } from './store/store.ts'

const HELP = `Winnow turns the web and documents into clean data.

Usage: npm start                        run the service
       npm run winnow -- admin --help   teams, keys, partners, backup
       npm run winnow -- migrate        bring the database of DATABASE_URL up to date and end

Settings come from the environment; docs/reference/configuration.md lists them all. The ones most often set:
  PORT, HOST            where it listens                     (3002, 0.0.0.0)
  WINNOW_DATA_DIR       embedded database and files          (./data)
  DATABASE_URL          a PostgreSQL server instead of the embedded one
  WINNOW_ROLE           all, api or worker                   (all)
  WINNOW_ALLOWED_TARGETS  private hosts and ranges that may be scraped
`

// The service's own thread makes little that lives long: it can do with a third more than it needs instead of several
// times as much.
setFlagsFromString('--heap-growing-percent=30')

async function main(args: readonly string[]): Promise<number> {
  const [command = 'serve', ...rest] = args
  if (
    command === '--help' ||
    command === '-h' ||
    command === 'help' ||
    (command === 'serve' && rest.some(isHelp))
  ) {
    process.stdout.write(HELP)
    return 0
  }
  // Each command loads only the modules it needs, because loading takes most of its time.
  if (command === 'admin') {
    const { runAdmin } = await import('./admin/admin.ts')
    return runAdmin(rest, () => storeSettings(readConfig()), process.stdout)
  }
  const config = readConfig()
  if (command === 'migrate' && rest.length === 0) return migrate(config)
  if (command === 'serve' && rest.length === 0) return serve(config)
  process.stderr.write(`There is no command '${args.join(' ')}'.\n\n${HELP}`)
  return 2
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function readConfig(): Config {
  // oxlint-disable-next-line no-process-env -- the one place where the environment enters.
  return loadConfig(process.env)
}

function storeSettings(config: Config): StoreSettings {
  return { dataDir: config.WINNOW_DATA_DIR, databaseUrl: config.DATABASE_URL, secret: config.WINNOW_SECRET }
}

/** The limit for a stop: a busy machine needs several seconds, and Docker kills after ten. The system closes the rest. */
const MAX_STOP_MS = 8_000

async function serve(config: Config): Promise<number> {
  const log = createLog(config.LOG_LEVEL, process.stdout.isTTY === true)
  // Ctrl-C may arrive twice, from the terminal and from npm: asking again changes nothing.
  const stopRequest = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopRequest.abort())
  if (process.connected) process.once('disconnect', () => stopRequest.abort())
  stopRequest.signal.addEventListener('abort', () => forceExitLater(log), { once: true })
  const { startApp } = await import('./app.ts')
  const app = await startApp(config, log)
  app.warmUp()
  process.stdout.write(banner({ ...app, hasConfiguredKey: config.WINNOW_API_KEY !== undefined }))
  const failure = await Promise.race([aborted(stopRequest.signal), app.failed])
  if (failure === undefined) log.info('stopping')
  else log.fatal({ err: failure }, 'stopping, because the database is gone')
  await app.stop()
  return failure === undefined ? 0 : 1
}

/** A database that does not answer must not keep the process: the embedded one ends with it. */
function forceExitLater(log: Log): void {
  setTimeout(() => {
    log.error('the stop took too long and was cut short')
    process.exit(1)
  }, MAX_STOP_MS).unref()
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function migrate(config: Config): Promise<number> {
  const log = createLog(config.LOG_LEVEL, process.stdout.isTTY === true)
  const { openStore } = await import('./store/store.ts')
  await using store = await openStore(storeSettings(config), log)
  process.stdout.write(`The database is at schema version ${store.schemaVersion}.\n`)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (failure) {
  process.exitCode = 1
  if (failure instanceof ConfigError)
    process.stderr.write(`Winnow cannot start with these settings:\n${failure.message}\n`)
  else if (failure instanceof Fault) process.stderr.write(`${failure.message}\n`)
  else
    process.stderr.write(
      `${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}\n`,
    )
}
