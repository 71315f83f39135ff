import { readFileSync } from 'node:fs'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Winnow } from '../../client/src/client.ts'
import { serveHttp } from './serve-http.ts'
import { BadSetting, loadSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { createToolServer } from './tool-server.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const HELP = `winnow-mcp ${version}: the tools of Winnow for AI clients.

Without settings it speaks MCP on its standard input and output.

  SERVICE_API_URL         the address of the service (default http://localhost:3002);
                          when set, winnow_parse reads files of this machine, unless other
                          machines can reach this server
  SERVICE_API_KEY         an API key; without one there are only search, scrape and parse
  HTTP_STREAMABLE_SERVER  true: serve http://HOST:PORT/mcp instead
  HOST, PORT              where to listen then (127.0.0.1, 3000)
  ALLOWED_HOSTS           more names under which it may be reached then, separated by commas
  SHARE_API_KEY           true: callers from other machines without a key act with SERVICE_API_KEY
`

const FORCED_END_MS = 5000

await run(process.argv.slice(2))

async function run(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(HELP)
  if (words.includes('--version')) return void process.stdout.write(`${version}\n`)
  try {
    if (words.length > 0)
      throw new BadSetting(`It takes no arguments but --help and --version, not ${words[0]}.`)
    // oxlint-disable-next-line no-process-env -- the one place where the environment enters.
    await serve(loadSettings(process.env))
  } catch (failure) {
    printLine(describe(failure))
    process.exitCode = failure instanceof BadSetting ? 2 : 1
    process.disconnect?.()
  }
}

async function serve({ apiKey, apiUrl, files, transport }: Settings): Promise<void> {
  const create = ({ key, files }: { key: string | undefined; files: Settings['files'] }) => {
    // Said in full, because the client would otherwise look into the environment for itself.
    const client = new Winnow({ apiKey: key ?? '', apiUrl, origin: `winnow-mcp@${version}` })
    const tools = key === undefined ? 'keyless' : 'all'
    return createToolServer({ client, tools, files, version, onDefect: logDefect })
  }
  if (transport.kind === 'stdio') {
    const { close } = serveStdio(() => create({ key: apiKey, files }))
    // What is still under way at the end is cancelled; the process is over once that is done.
    process.stdin.once('close', exitSoon)
    closeOnSignal(close)
    return
  }
  const isKeyShared = apiKey === undefined || transport.isKeyShared
  const { url, reach, close } = await serveHttp({
    ...transport,
    keyless: isKeyShared ? 'everybody' : 'this machine',
    create: (caller) =>
      create({ key: caller.apiKey ?? apiKey, files: caller.reach === 'this machine' ? files : 'upload' }),
  })
  printLine(`the tools are at ${url}`)
  if (reach === 'other machines')
    printLine(`other machines can reach it: no local files, and ${KEY_POLICY[isKeyShared ? 'lent' : 'own']}`)
  if (process.connected) process.once('disconnect', () => void shutDown(close))
  closeOnSignal(close)
}

const KEY_POLICY = {
  lent: 'callers without a key act as this server does.',
  own: 'callers need a key of their own (SHARE_API_KEY=true lends them SERVICE_API_KEY).',
}

/** Ends when it is told to. */
function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(close))
}

async function shutDown(close: () => Promise<void>): Promise<void> {
  exitSoon()
  await close()
  process.stdin.destroy()
}

/** Nothing keeps the process from here on but the work that is ending, and that not for long. */
function exitSoon(): void {
  if (process.connected) process.disconnect()
  setTimeout(() => process.exit(), FORCED_END_MS).unref()
}

function logDefect(failure: unknown): void {
  printLine(`a tool failed: ${failure instanceof Error ? failure.stack : String(failure)}`)
}

/** Standard output belongs to the protocol. */
function printLine(sentence: string): void {
  process.stderr.write(`winnow-mcp: ${sentence}\n`)
}

function describe(failure: unknown): string {
  const { code, message } = failure as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'the port is taken; set PORT to another one.'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is no address of this machine.'
  if (code === 'EACCES') return 'the port may not be used; set PORT to one above 1023.'
  return message
}
