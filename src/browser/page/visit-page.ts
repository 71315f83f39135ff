import { Fault } from '../../fault.ts'
import type { Tab } from '../engine.ts'
import type { Visit, Visited } from '../visit.ts'
import { loadLazyContent, pause } from './settle.ts'
import type { TabNeeds } from './tab/intercept.ts'
import { arrive, assertPassed, assertWebAddress } from './navigate.ts'
import { closePopups, openTab } from './tab/open-tab.ts'
import type { OpenTab } from './tab/open-tab.ts'
import { noActions, performActions, removeOverlays } from './perform-actions.ts'
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
): Promise<Visited> {
  const tab = await openTab(fresh, visit, needs, signal)
  closePopups(tab)
  const arrival = await arrive(tab, needs.pass)
  if (arrival.state === 'file') return arrival
  // An answer without content is a page without content: there is no file to fetch either.
  if (arrival.state === 'empty')
    return await visitedOf(tab, { html: '', screenshot: undefined, actions: noActions() })
  await removeOverlays(tab)
  await loadLazyContent(tab)
  await pause(visit.waitForMs, tab.signal)
  const actions = await performActions(tab)
  // What was done may have led elsewhere.
  assertPassed(tab, needs.pass)
  assertWebAddress(tab.page.url())
  await removeOverlays(tab)
  const screenshot = visit.screenshot && (await takeScreenshot(tab, visit.screenshot))
  const html = await readPage(tab)
  const branding = visit.branding ? await readBranding(tab) : undefined
  return await visitedOf(tab, { html, screenshot, branding, actions })
}

type Findings = Pick<Extract<Visited, { state: 'page' }>, 'html' | 'screenshot' | 'branding' | 'actions'>

async function visitedOf(tab: OpenTab, findings: Findings): Promise<Visited> {
  const answer = tab.answer()
  if (answer === undefined) throw new Fault('SCRAPE_SITE_ERROR', 'The target gave no answer.')
  return {
    state: 'page',
    url: findings.html === '' ? answer.url() : tab.page.url(),
    status: answer.status(),
    headers: answer.headers(),
    ...findings,
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
