import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compiledOnce } from './run-node.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('firecrawl-cli/dist/index.js'))

/** Disables the update check; nothing may leave this machine. */
const ALONE = {
  FIRECRAWL_NO_UPDATE_CHECK: '1',
  NODE_USE_ENV_PROXY: '1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
  NO_COLOR: '1',
}

/** The output and exit code of a command. */
interface RunResult {
  code: number | null
  out: string
  errors: string
}

/** The unmodified command line from npm, with its own home and working folder. */
export interface PublishedCli extends AsyncDisposable {
  folder: string
  run(...args: string[]): Promise<RunResult>
}

export async function openCli(env: Record<string, string>): Promise<PublishedCli> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-cli-'))
  return {
    folder,
    async run(...args) {
      const child = spawn(process.execPath, [PROGRAM, ...args], {
        cwd: folder,
        env: { ...ALONE, ...compiledOnce(), HOME: folder, PATH: folder, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = new Promise<number | null>((done) => child.once('close', done))
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { code: await ended, out, errors }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
