import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compiledOnce } from './run-node.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('firecrawl-cli/dist/index.js'))

/** It would ask the registry for a newer version of itself; nothing may leave this machine. */
const ALONE = {
  FIRECRAWL_NO_UPDATE_CHECK: '1',
  NODE_USE_ENV_PROXY: '1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
  NO_COLOR: '1',
}

/** What a command wrote, and how it ended. */
interface RunResult {
  code: number | null
  out: string
  errors: string
}

/** The command line from npm, unchanged, for somebody with a home and a working folder of his own. */
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
