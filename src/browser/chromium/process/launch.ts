import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, LaunchOptions } from 'playwright-core'
import { killGroup } from '../../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../../concurrency/confined-process.ts'
import { SYSTEM_PATH } from '../install/find-chromium.ts'
import { fontConfig } from '../install/fonts.ts'
import { killProcessesUsing, openRunFolder, processStatus } from './run-folder.ts'
import type { Program } from '../install/find-chromium.ts'
import { withPipe } from './pipe.ts'
import type { RunFolder } from './run-folder.ts'
import { orAborted, within } from '../../../concurrency/abort.ts'
import { Fault } from '../../../fault.ts'
import type { Log } from '../../../log.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Installation {
  program: Program
  account: OwnAccount
  home: string
  fonts: string | undefined
  commandPrefix: readonly string[]
}

/** A running Chromium with a profile of its own. It ends when this process does, however that happens. */
export type ChromiumProcess = Awaited<ReturnType<typeof launchChromium>>

const LAUNCH_MS = 20_000
const RESPONSE_MS = 6_000
const CLOSE_MS = 1_000

async function launchChromium(
  installation: Installation,
  { proxyServer, sandbox }: { proxyServer: string; sandbox: boolean },
) {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(await openRunFolder(installation.home, installation.account))
  opening.defer(async () => void (await killProcessesUsing(folder.path)))
  // Loaded when it is needed: it is large, and a service that renders nothing should stay small.
  const { chromium } = await import('playwright-core')
  const launchOptions = await buildLaunchOptions(installation, folder)
  const start = () =>
    chromium.launch({
      ...launchOptions,
      headless: true,
      chromiumSandbox: sandbox,
      args: chromiumFlags(proxyServer),
      ignoreDefaultArgs: REMOVED_FLAGS,
      artifactsDir: folder.downloads,
      downloadsPath: folder.downloads,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_MS,
    })
  const { browser, pipe } = await withPipe(launchOptions.executablePath, start)
  const started = await watchProcess(browser)
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

async function buildLaunchOptions(
  { program, fonts, commandPrefix }: Installation,
  folder: RunFolder,
): Promise<LaunchOptions> {
  // Neither a shell nor fontconfig there.
  if (process.platform === 'win32') return { executablePath: program.path }
  const fontFile = join(folder.path, 'fonts.conf')
  await writeFile(fontFile, fontConfig(fonts, program.fonts, folder.fontCache), { mode: 0o644 })
  return {
    executablePath: await writeWrapper(program.path, folder, commandPrefix),
    env: {
      PATH: SYSTEM_PATH,
      HOME: folder.temporary,
      TMPDIR: folder.temporary,
      FONTCONFIG_FILE: fontFile,
      ...(program.libraries && { LD_LIBRARY_PATH: program.libraries }),
    },
  }
}

async function watchProcess(browser: Browser) {
  // Aborts when the process has ended, expected or not.
  const ended = new AbortController()
  browser.once('disconnected', () => ended.abort(new Error('The browser is gone.')))
  const session = await within(RESPONSE_MS, browser.newBrowserCDPSession())
  // Lists its processes. Rejects when Chromium does not answer in time, which means that it hangs.
  const parts = async () => {
    const { processInfo } = await within(RESPONSE_MS, session.send('SystemInfo.getProcessInfo'))
    return processInfo.map(({ id, type }) => ({ pid: id, type }))
  }
  const { pid } = (await parts()).find(({ type }) => type === 'browser')!
  // Playwright starts the browser as the leader of a process group, which everything it starts stays in.
  return { browser, pid, parts, ended: ended.signal, kill: () => killGroup({ pid }) }
}

/** Starts Chromium with its sandbox; and where the machine does not allow one, without, which is said once. */
export function createLauncher(
  installation: Installation,
  { proxyServer, log }: { proxyServer: string; log: Log },
): () => Promise<ChromiumProcess> {
  let sandbox = true
  let checked = false

  async function launch(): Promise<ChromiumProcess> {
    try {
      return await launchChromium(installation, { proxyServer, sandbox })
    } catch (failure) {
      const { message } = failure as Error
      if (!sandbox || !NO_SANDBOX.test(message)) throw startFault(message, failure)
      // Never as root: the installation says whom it runs as.
      log.warn(
        'this machine gives the browser no user namespaces: it runs unprivileged but without its sandbox',
      )
      sandbox = false
      return launch()
    }
  }

  return async () => {
    const chromium = await launch()
    if (sandbox && !checked) {
      checked = true
      await checkSandbox(chromium, log).catch((failure: unknown) =>
        log.warn({ err: failure }, 'whether the pages of the browser are in a sandbox could not be checked'),
      )
    }
    return chromium
  }
}

const NO_SANDBOX = /No usable sandbox|Failed to move to new namespace|credentials\.cc|zygote_host_impl_linux/

function startFault(message: string, cause: unknown): Fault {
  const errorLines = message.split('\n').filter((line) => /\[err\]|ERROR|error/.test(line))
  const lines = (errorLines.length > 0 ? errorLines : [message.split('\n')[0]!]).slice(-3).join('\n')
  return new Fault('UNAVAILABLE', `The browser does not start: ${lines}`, { cause })
}

const CHECK_MS = 10_000

/** That it was asked for does not mean it is there: looks at a process that pages run in. */
async function checkSandbox({ browser, parts }: ChromiumProcess, log: Log): Promise<void> {
  if (process.platform !== 'linux') return
  const context = await within(CHECK_MS, browser.newContext())
  try {
    await within(CHECK_MS, context.newPage())
    const renderer = (await parts()).find(({ type }) => type === 'renderer')
    const status = renderer && (await processStatus(renderer.pid))
    if (!status?.sandboxed) log.warn('the browser runs unprivileged, but its pages are not in a sandbox')
  } finally {
    await within(CHECK_MS, context.close())
  }
}

function chromiumFlags(proxyServer: string): string[] {
  return [
    // Everything goes through the gate, what is on this machine too.
    `--proxy-server=${proxyServer}`,
    '--proxy-bypass-list=<-loopback>',
    // A second wall: the browser itself resolves no name, so nothing can go around the gate by one.
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(proxyServer).hostname}`,
    // The one is understood by the packaged Chromium, the other by an installed Chrome; neither knows both.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    // A container's /dev/shm is often too small.
    '--disable-dev-shm-usage',
    '--disk-cache-size=33554432',
    '--font-render-hinting=none',
    // Pages that serve programs something else would otherwise be told that one visits them.
    '--disable-blink-features=AutomationControlled',
    `--js-flags=--max-old-space-size=${MAX_HEAP_MB}`,
  ]
}

const MAX_HEAP_MB = 1024

// With this protection a page that navigates ten thousand times in a row is slowed down instead of stopping the
// whole browser; and nobody asked for its windows.
const REMOVED_FLAGS = ['--disable-ipc-flooding-protection', '--disable-popup-blocking']

export async function privilegeDropCommand(account: OwnAccount): Promise<readonly string[]> {
  const dropping = account.separate
    ? [
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : []
  const command = ['setpriv', ...dropping, '--no-new-privs', '--pdeathsig=KILL', '--']
  try {
    await promisify(execFile)(command[0]!, [...command.slice(1), 'true'], {
      env: { PATH: SYSTEM_PATH },
      timeout: 10_000,
    })
    return command
  } catch (cause) {
    // Then the browser ends when its pipe closes, which is a moment later.
    if (!account.separate) return []
    throw new Fault(
      'UNAVAILABLE',
      `The browser is not run as root, and setpriv (of util-linux) cannot start it as user ${account.uid}: ${(cause as Error).message.trim()}. Start Winnow as an ordinary user, or install util-linux.`,
      { cause },
    )
  }
}

// Playwright starts this program in place of Chromium; it keeps the process id and the pipe's descriptors. The
// profile that Playwright makes would be left behind when we are killed, so it is removed at once; the last profile
// on the command line counts.
async function writeWrapper(
  program: string,
  folder: RunFolder,
  commandPrefix: readonly string[],
): Promise<string> {
  const wrapper = join(folder.path, 'start')
  const command = [...commandPrefix, program].map(quoted).join(' ')
  const script = `#!/bin/sh
for argument do
  case "$argument" in --user-data-dir=*) rmdir "\${argument#--user-data-dir=}" 2>/dev/null ;; esac
done
cd /
exec ${command} "$@" ${quoted(`--user-data-dir=${folder.profile}`)}
`
  await writeFile(wrapper, script, { mode: 0o755 })
  return wrapper
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
