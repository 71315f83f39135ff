import { Fault } from '../../fault.ts'
import type { Tab } from '../engine.ts'
import type { ActionOutcome, Visit, Visited } from '../visit.ts'
import { loadLazyContent } from './lazy-content.ts'
import { assertPassed, assertWebAddress, navigate } from './navigate.ts'
import { openTab } from './open-tab.ts'
import type { OpenTab, TabNeeds } from './open-tab.ts'
import { orAborted } from '../../abort.ts'
import { removeOverlays } from './overlays.ts'
import { pause } from './pause.ts'
import { performActions } from './perform-actions.ts'
import { readBranding } from './read-branding.ts'
import { readPage } from './read-page.ts'
import { takeScreenshot } from './screenshot.ts'
import { settle } from './settle.ts'

/** One visit in a fresh tab: open the address, wait, act, read. */
export async function visitPage(
  fresh: Tab,
  visit: Visit,
  needs: TabNeeds,
  signal: AbortSignal,
): Promise<Visited> {
  const tab = await openTab(fresh, visit, needs, signal)
  const arrival = await navigate(tab, needs.pass)
  if (arrival.state === 'file') return arrival
  if (arrival.state === 'empty') return await emptyPage(tab)
  const { url, contentType } = await settle(tab, LOAD_MS)
  assertPassed(tab, needs.pass)
  if (tab.answer()?.headers()['content-length'] === '0') return await emptyPage(tab)
  if (!HTML.test(contentType)) return { state: 'file', url }
  assertWebAddress(url)
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

const HTML = /^(text\/html|application\/xhtml\+xml)$/
const LOAD_MS = 10_000
const MAX_STATE_CHARS = 10_000_000
const NO_ACTIONS: ActionOutcome = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }

/** An answer without content is a page without content: there is no file to fetch either. */
async function emptyPage(tab: OpenTab): Promise<Visited> {
  return await visitedOf(tab, { html: '', screenshot: undefined, actions: NO_ACTIONS })
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
    profileState: await profileStateOf(tab),
    warnings: tab.warnings(),
  }
}

async function profileStateOf({ visit, context, signal, warn }: OpenTab): Promise<string | undefined> {
  if (!visit.profile?.saveChanges) return undefined
  // Playwright opens pages of its own to look at the storage of other origins, which are no pop-ups.
  context.removeAllListeners('page')
  const state = JSON.stringify(await orAborted(context.storageState({ indexedDB: true }), signal))
  if (state.length <= MAX_STATE_CHARS) return state
  warn('The page stored more than a profile may hold, so the profile was not changed.')
  return undefined
}
