import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { run } from '../../packages/cli/src/run.ts'
import { API_KEY } from './app.ts'

interface RunOptions {
  stdin?: string | Uint8Array
  /** Whether standard output and error are terminals. */
  terminal?: boolean
  environment?: Record<string, string>
  signal?: AbortSignal
  /** What is typed when something is asked. */
  typed?: string
}

interface RunResult {
  code: number
  out: string
  err: string
}

/** The command line in this process, in a folder and with settings of its own. */
export interface CommandLine extends AsyncDisposable {
  folder: string
  winnow(args: readonly string[], options?: RunOptions): Promise<RunResult>
}

export async function openCommandLine(apiUrl: () => string): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-cli-'))
  return {
    folder,
    async winnow(args, { stdin, terminal = false, environment = {}, signal, typed = '' } = {}) {
      const [stdout, stderr] = [screen(terminal), screen(terminal)]
      const code = await run({
        args,
        environment: {
          SERVICE_API_URL: apiUrl(),
          SERVICE_API_KEY: API_KEY,
          XDG_CONFIG_HOME: join(folder, 'settings'),
          ...environment,
        },
        input: {
          isTerminal: stdin === undefined,
          bytes: async () => new Uint8Array(Buffer.from(stdin ?? '')),
          secret: async () => typed,
        },
        stdout,
        stderr,
        folder,
        home: folder,
        platform: 'linux',
        signal: signal ?? new AbortController().signal,
        fetch,
      })
      return { code, out: stdout.text(), err: stderr.text() }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function screen(isTTY: boolean) {
  const parts: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      parts.push(chunk.toString())
      done()
    },
  })
  return Object.assign(stream, { isTTY, columns: 80, text: () => parts.join('') })
}
