import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { launchChromium } from './launch.ts'
import type { ChromiumProcess, Installation } from './launch.ts'
import { processStatus } from './process-status.ts'
import { within } from '../../work/abort.ts'

/** Starts Chromium with its sandbox; and where the machine does not allow one, without, which is said once. */
export function createLauncher(
  installation: Installation,
  { gateServer, log }: { gateServer: string; log: Log },
): () => Promise<ChromiumProcess> {
  let sandbox = true
  let checked = false

  async function launch(): Promise<ChromiumProcess> {
    try {
      return await launchChromium(installation, { gateServer, sandbox })
    } catch (failure) {
      const { message } = failure as Error
      if (!sandbox || !NO_SANDBOX.test(message)) throw failedStart(message, failure)
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

function failedStart(message: string, cause: unknown): Fault {
  const said = message.split('\n').filter((line) => /\[err\]|ERROR|error/.test(line))
  const lines = (said.length > 0 ? said : [message.split('\n')[0]!]).slice(-3).join('\n')
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
