import { readFileSync } from 'node:fs'
import { orAborted } from '../../work/abort.ts'
import type { Branding } from '../../contract/branding.ts'
import { brandingOf } from '../branding/branding-of.ts'
import type { StyleSample } from '../branding/style-sample.ts'
import type { OpenTab } from './open-tab.ts'
import { ReaderError } from './reader.ts'

/**
 * How the page in the tab looks, from the styles that the browser computed. They are read by our own script, so the
 * page cannot say anything else than it shows; a page whose styles do not come in time has none.
 */
export async function readBranding(tab: OpenTab): Promise<Branding | undefined> {
  const sample = await stylesInTime(tab)
  return sample && brandingOf(sample)
}

async function stylesInTime(tab: OpenTab): Promise<StyleSample | undefined> {
  const signal = AbortSignal.any([tab.signal, AbortSignal.timeout(MAX_MS)])
  try {
    return await orAborted(readStyles(tab), signal)
  } catch {
    tab.signal.throwIfAborted()
    tab.warn('The styles of the page could not be read, so there is no branding.')
    return undefined
  }
}

/** A page may move on between the script and the call; then the script has to follow it. */
async function readStyles({ reader }: OpenTab): Promise<StyleSample> {
  const read = async () => {
    await reader.evaluate(SCRIPT)
    return await reader.call<StyleSample>('styles', { budgetMs: BUDGET_MS, mostElements: MOST_ELEMENTS })
  }
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    return await read()
  }
}

const MAX_MS = 5000
/** Of the page's time. */
const BUDGET_MS = 100
const MOST_ELEMENTS = 2000

/** Only the pages that are asked for it get this script, beside the one that every page gets. */
const SCRIPT = `if (globalThis.winnow.styles === undefined) {\n${['colors', 'looks', 'marks', 'styles']
  .map((name) => readFileSync(new URL(`in-page/${name}.js`, import.meta.url), 'utf8'))
  .join('\n')}\n}`
