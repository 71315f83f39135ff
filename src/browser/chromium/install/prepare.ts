import { Fault } from '../../../fault.ts'
import type { Log } from '../../../log.ts'
import { browserAccount, browserHome } from './home.ts'
import { findChromium } from './find-chromium.ts'
import { unpackFonts } from './fonts.ts'
import type { Installation } from '../process/launch.ts'
import { removeStaleFolders } from '../process/run-folder.ts'
import { privilegeDropCommand } from '../process/launch.ts'

interface PreparationSettings {
  configured: string | undefined
  dataDir: string
  log: Log
}

const RETRY_MS = 30_000

export function createPreparation(settings: PreparationSettings) {
  let preparing: Promise<Installation> | undefined
  let reason: string | undefined
  let isUnderWay = false
  let failedAt = 0
  const closing = new AbortController()

  async function attempt(): Promise<Installation> {
    isUnderWay = true
    reason = undefined
    try {
      return await prepare(settings, closing.signal)
    } catch (failure) {
      reason = (failure as Error).message
      failedAt = performance.now()
      if (!closing.signal.aborted) settings.log.warn({ reason }, 'there is no browser')
      throw failure instanceof Fault ? failure : new Fault('UNAVAILABLE', reason, { cause: failure })
    } finally {
      isUnderWay = false
    }
  }

  return {
    /** Undefined also while it is being unpacked, and some time after a failure: then the next visit tries again. */
    unavailable: () => (performance.now() - failedAt > RETRY_MS ? undefined : reason),
    isUnderWay: () => isUnderWay,
    ready(): Promise<Installation> {
      if (failedAt > 0 && performance.now() - failedAt > RETRY_MS) {
        failedAt = 0
        preparing = undefined
      }
      preparing ??= attempt()
      return preparing
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
      await preparing?.catch(() => {})
    },
  }
}

async function prepare(
  { configured, dataDir, log }: PreparationSettings,
  signal: AbortSignal,
): Promise<Installation> {
  const account = browserAccount()
  const home = await browserHome(dataDir, account)
  await removeStaleFolders(home, log)
  const program = await findChromium({ configured, home, account, signal })
  return {
    program,
    account,
    home,
    fonts: await unpackFonts(home, signal).catch((failure: unknown) => {
      signal.throwIfAborted()
      // Letters would be missing on screenshots; nothing else needs them.
      log.warn({ err: failure }, 'the fonts for the browser could not be unpacked')
      return undefined
    }),
    commandPrefix: process.platform === 'win32' ? [] : await privilegeDropCommand(account),
  }
}
