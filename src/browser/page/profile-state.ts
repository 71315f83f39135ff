import type { BrowserContext } from 'playwright-core'
import { orAborted } from '../../work/abort.ts'

interface StateOwner {
  context: BrowserContext
  signal: AbortSignal
  /** Told when there is more than a profile may hold. */
  warn(sentence: string): void
}

/**
 * Cookies and storage of a context, as text for a profile; undefined when there is too much. Playwright opens pages of
 * its own meanwhile, to look at the storage of other origins; whoever looks after new pages must leave those alone.
 */
export async function profileStateOf({ context, signal, warn }: StateOwner): Promise<string | undefined> {
  const state = JSON.stringify(await orAborted(context.storageState({ indexedDB: true }), signal))
  if (state.length <= MAX_STATE_CHARS) return state
  warn('The page stored more than a profile may hold, so the profile was not changed.')
  return undefined
}

const MAX_STATE_CHARS = 10_000_000
