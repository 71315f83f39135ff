import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeOnce } from './make-once.ts'

/** A Chromium and where it finds what the machine may lack. */
export interface Program {
  path: string
  /** Shared libraries that came with it. */
  libraries?: string
  /** Fonts that came with it. */
  fonts?: string
}

const UNPACKING_MS = 180_000

/** The Chromium of `@sparticuz/chromium`, unpacked into the folder once; undefined when there is none for this machine. */
export async function unpackPackaged(home: string, signal: AbortSignal): Promise<Program | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const version = await packagedVersion()
  if (version === undefined) return undefined
  const folder = join(home, `chromium-${version}`)
  await makeOnce(folder, (draft) => runMaker(import.meta.resolve('./unpack-process.ts'), draft, signal))
  return {
    path: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  }
}

async function packagedVersion(): Promise<string | undefined> {
  try {
    const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
    return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
  } catch {
    return undefined
  }
}

/**
 * Runs one of our programs that fill a folder. In a process of its own, because that takes seconds of a core, and
 * because the package goes by the environment: it unpacks to TMPDIR, trusts whatever lies there, and brings its
 * libraries only where it believes to be on a service of its makers' liking.
 */
export async function runMaker(program: string, folder: string, signal: AbortSignal): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(program), folder],
    {
      cwd: folder,
      env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
      timeout: UNPACKING_MS,
      signal,
      killSignal: 'SIGKILL',
    },
  )
}
