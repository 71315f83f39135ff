import type { Pass } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import { arrive } from '../page/arrive.ts'
import { loadLazyContent } from '../page/lazy-content.ts'
import { assertPassed } from '../page/navigate.ts'
import type { OpenTab } from '../page/open-tab.ts'
import { pause } from '../page/pause.ts'
import { performActions } from '../page/perform-actions.ts'

/**
 * Brings a page to where its visit left it, and leaves it there: opened, waited for, acted on. Advertisements are
 * blocked as they were, but nothing is taken out of the page: a banner that asks for consent is there to be clicked.
 * Actions that only read the page, which also tidies it, are left out for the same reason.
 */
export async function replay(tab: OpenTab, pass: Pass): Promise<void> {
  const actions = tab.visit.actions.filter(({ type }) => !READING.has(type))
  const landing = await arrive(tab, pass)
  if (landing.state === 'file') {
    throw new Fault('CONFLICT', 'The address leads to a file, and not to a page that a session could open.')
  }
  if (landing.state === 'empty') return
  // What the actions are to find may only be there after scrolling, as it was at the visit.
  if (actions.length > 0) await loadLazyContent(tab)
  await pause(tab.visit.waitForMs, tab.signal)
  await performActions({ ...tab, visit: { ...tab.visit, actions } })
  assertPassed(tab, pass)
}

const READING = new Set(['screenshot', 'scrape', 'pdf'])
