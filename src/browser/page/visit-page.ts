import { Fault } from '../../fault.ts'
import type { Tab } from '../engine.ts'
import type { Visit, VisitResult } from '../visit.ts'
import { loadLazyContent, pause } from './settle.ts'
import type { TabNeeds } from './tab/intercept.ts'
import { loadPage, assertLoaded, assertWebUrl } from './navigate.ts'
import { closePopups, openTab } from './tab/open-tab.ts'
import type { OpenTab } from './tab/open-tab.ts'
import { emptyOutcome, performActions, removeOverlays } from './perform-actions.ts'
import { profileStateOf } from './tab/context-options.ts'
import { readPage } from './reading/read-page.ts'
import { takeScreenshot } from './captures.ts'
import { orAborted } from '../../concurrency/abort.ts'
import type { Branding } from '../../contract/branding.ts'
import { brandingOf } from '../branding/branding-of.ts'
import { BRANDING } from './reading/page-script.ts'

export async function visitPage(
  fresh: Tab,
  visit: Visit,
  needs: TabNeeds,
  signal: AbortSignal,
): Promise<VisitResult> {
  const tab = await openTab(fresh, visit, needs, signal)
  closePopups(tab)
  const outcome = await loadPage(tab, needs.credential)
  if (outcome.state === 'file') return outcome
  // An answer without content is a page without content: there is no file to fetch either.
  if (outcome.state === 'empty')
    return await visitResult(tab, { html: '', screenshot: undefined, actions: emptyOutcome() })
  await removeOverlays(tab)
  await loadLazyContent(tab)
  await pause(visit.waitForMs, tab.signal)
  const actions = await performActions(tab)
  // What was done may have led elsewhere.
  assertLoaded(tab, needs.credential)
  assertWebUrl(tab.page.url())
  await removeOverlays(tab)
  const screenshot = visit.screenshot && (await takeScreenshot(tab, visit.screenshot))
  const html = await readPage(tab)
  const branding = visit.branding ? await readBranding(tab) : undefined
  return await visitResult(tab, { html, screenshot, branding, actions })
}

type PageContent = Pick<
  Extract<VisitResult, { state: 'page' }>,
  'html' | 'screenshot' | 'branding' | 'actions'
>

async function visitResult(tab: OpenTab, content: PageContent): Promise<VisitResult> {
  const response = tab.response()
  if (response === undefined) throw new Fault('SCRAPE_SITE_ERROR', 'The target gave no answer.')
  return {
    state: 'page',
    url: content.html === '' ? response.url() : tab.page.url(),
    status: response.status(),
    headers: response.headers(),
    ...content,
    // Last, for it may warn.
    profileState: await profileStateAfter(tab),
    warnings: tab.warnings(),
    isWithheld: tab.isWithheld(),
  }
}

async function profileStateAfter(tab: OpenTab): Promise<string | undefined> {
  if (!tab.visit.profile?.saveChanges) return undefined
  tab.context.removeAllListeners('page')
  return await profileStateOf(tab)
}

// Styles are read by our own script, so the page cannot say anything else than it shows; a page whose styles do not
// come in time has none.
async function readBranding(tab: OpenTab): Promise<Branding | undefined> {
  const signal = AbortSignal.any([tab.signal, AbortSignal.timeout(MAX_MS)])
  const sample = await orAborted(tab.reader.call(BRANDING, 'styles'), signal).catch(() => undefined)
  if (sample !== undefined) return brandingOf(sample)
  tab.signal.throwIfAborted()
  tab.warn('The styles of the page could not be read, so there is no branding.')
  return undefined
}

const MAX_MS = 5000
