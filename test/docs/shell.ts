import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface ShellRun {
  /** undefined when it did not end in time. */
  code: number | undefined
  out: string
  err: string
}

/** One bash in which the blocks of a page run, as if they were typed. */
export interface Shell extends AsyncDisposable {
  run(language: string, code: string): Promise<ShellRun>
  /** Sets a variable that later blocks see. */
  set(variable: string, value: string): Promise<void>
}

/** Blocks are kept in the parent of the folder that they run in, from where packages are found too. */
export async function openShell({
  folder,
  env,
}: {
  folder: string
  env: Record<string, string>
}): Promise<Shell> {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(bash, 'exit').then(([code]) => (code as number | null) ?? 1)
  let written = 0
  const type = (line: string) => bash.stdin.write(`${line}\n`)
  return {
    async run(language, code) {
      const file = join(folder, '..', `block-${++written}`)
      const script = language === 'sh' ? `${file}.sh` : `${file}.${language === 'ts' ? 'mts' : 'mjs'}`
      await writeFile(script, code)
      const command = language === 'sh' ? `. '${script}'` : `node '${script}'`
      const finished = new Promise<number>((resolve) => bash.stdout.once('data', () => resolve(0)))
      // The shell ends with the first command that fails or uses an unset variable.
      type(`set -eu; ${command} </dev/null >'${file}.out' 2>'${file}.err'; set +eu; echo done`)
      const timeout = new AbortController()
      const code_ = await Promise.race([
        finished,
        ended,
        wait(BLOCK_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
      ])
      timeout.abort()
      const [out, err] = await Promise.all(
        [`${file}.out`, `${file}.err`].map((name) => readFile(name, 'utf8')),
      )
      return { code: code_, out: out!, err: err! }
    },
    async set(variable, value) {
      type(`export ${variable}='${value.replaceAll("'", String.raw`'\''`)}'`)
    },
    async [Symbol.asyncDispose]() {
      // With what blocks have left in the background.
      try {
        process.kill(-bash.pid!, 'SIGKILL')
      } catch {}
      await ended
    },
  }
}

const BLOCK_MS = 60_000
