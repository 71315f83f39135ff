import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, LaunchOptions } from 'playwright-core'
import type { BrowserAccount } from './account.ts'
import { SYSTEM_PATH } from './find-chromium.ts'
import { fontConfig } from './fonts.ts'
import { killCarriersOf } from './kill-carriers.ts'
import type { Program } from './packaged.ts'
import { withPipe } from './pipe.ts'
import type { ProtocolPipe } from './pipe.ts'
import { openRunFolder } from './run-folder.ts'
import type { RunFolder } from './run-folder.ts'
import { switches, UNWANTED_SWITCHES } from './switches.ts'
import { orAborted, within } from '../../work/abort.ts'
import { writeWrapper } from './wrapper.ts'
import type { Precautions } from './wrapper.ts'

/** What to start, as whom and where. */
export interface Installation {
  program: Program
  account: BrowserAccount
  home: string
  /** Folder of our own fonts. */
  fonts: string | undefined
  precautions: Precautions
}

/** A running Chromium with a profile of its own. It ends when this process does, however that happens. */
export interface ChromiumProcess extends AsyncDisposable {
  browser: Browser
  pid: number
  /** Aborts when the process is gone, whether asked to or not. */
  ended: AbortSignal
  /** The processes it consists of. Rejects when it does not answer in time, which it always does unless it hangs. */
  parts(): Promise<{ pid: number; type: string }[]>
  kill(): void
  /** Undefined where it cannot be got at. */
  pipe: ProtocolPipe | undefined
  /** Where the browser may put files; gone with it. */
  downloads: string
}

const LAUNCH_MS = 20_000
const ANSWER_MS = 6_000
const CLOSE_MS = 1_000

/** Starts a Chromium that reaches nothing but the gate. */
export async function launchChromium(
  installation: Installation,
  { gateServer, sandbox }: { gateServer: string; sandbox: boolean },
): Promise<ChromiumProcess> {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(await openRunFolder(installation.home, installation.account))
  opening.defer(async () => void (await killCarriersOf(folder.path)))
  // Loaded when it is needed: it is large, and a service that renders nothing should stay small.
  const { chromium } = await import('playwright-core')
  const surroundings = await environment(installation, folder)
  const start = () =>
    chromium.launch({
      ...surroundings,
      headless: true,
      chromiumSandbox: sandbox,
      args: switches(gateServer),
      ignoreDefaultArgs: UNWANTED_SWITCHES,
      artifactsDir: folder.downloads,
      downloadsPath: folder.downloads,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_MS,
    })
  const { browser, pipe } = await withPipe(surroundings.executablePath, start)
  const started = await attend(browser)
  const open = opening.move()
  return {
    ...started,
    pipe,
    downloads: folder.downloads,
    async [Symbol.asyncDispose]() {
      await within(CLOSE_MS, browser.close()).catch(() => {})
      started.kill()
      // A killed process takes a moment.
      if (!started.ended.aborted) await orAborted(delay(CLOSE_MS), started.ended).catch(() => {})
      await open.disposeAsync()
    },
  }
}

async function environment(
  { program, fonts, precautions }: Installation,
  folder: RunFolder,
): Promise<LaunchOptions> {
  // Neither a shell nor fontconfig there.
  if (process.platform === 'win32') return { executablePath: program.path }
  const fontFile = join(folder.path, 'fonts.conf')
  const places = { own: fonts, packaged: program.fonts, cache: folder.fontCache }
  await writeFile(fontFile, fontConfig(places), { mode: 0o644 })
  return {
    executablePath: await writeWrapper(program.path, folder, precautions),
    env: {
      PATH: SYSTEM_PATH,
      HOME: folder.temporary,
      TMPDIR: folder.temporary,
      FONTCONFIG_FILE: fontFile,
      ...(program.libraries && { LD_LIBRARY_PATH: program.libraries }),
    },
  }
}

async function attend(
  browser: Browser,
): Promise<Omit<ChromiumProcess, keyof AsyncDisposable | 'pipe' | 'downloads'>> {
  const ended = new AbortController()
  browser.once('disconnected', () => ended.abort(new Error('The browser is gone.')))
  const session = await within(ANSWER_MS, browser.newBrowserCDPSession())
  const parts = async () => {
    const { processInfo } = await within(ANSWER_MS, session.send('SystemInfo.getProcessInfo'))
    return processInfo.map(({ id, type }) => ({ pid: id, type }))
  }
  const { pid } = (await parts()).find(({ type }) => type === 'browser')!
  return { browser, pid, parts, ended: ended.signal, kill: () => killTree(pid) }
}

/** Playwright starts the browser as the leader of a process group, which everything it starts stays in. */
function killTree(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
