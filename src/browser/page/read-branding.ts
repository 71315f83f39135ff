import { orAborted } from '../../work/abort.ts'
import type { Branding } from '../../contract/branding.ts'
import { brandingOf } from '../branding/branding-of.ts'
import type { StyleSample } from '../branding/style-sample.ts'
import type { OpenTab } from './open-tab.ts'
import { BRANDING } from './page-script.ts'

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
    const limits = { budgetMs: BUDGET_MS, mostElements: MOST_ELEMENTS }
    return await orAborted(tab.reader.call(BRANDING, 'styles', limits), signal)
  } catch {
    tab.signal.throwIfAborted()
    tab.warn('The styles of the page could not be read, so there is no branding.')
    return undefined
  }
}

const MAX_MS = 5000
/** Of the page's time. */
const BUDGET_MS = 100
const MOST_ELEMENTS = 2000
