import type { Pass } from '../../egress/egress.ts'
import { assertPassed, assertWebAddress, navigate } from './navigate.ts'
import type { OpenTab } from './open-tab.ts'
import { giveCookies } from './open-tab.ts'
import { settle } from './settle.ts'

/** Where a tab stands after its address was opened. */
export type Landing = { state: 'page' } | { state: 'empty' } | { state: 'file'; url: string }

/** Opens the address of a visit in its tab, and waits until the page has come to rest. */
export async function arrive(tab: OpenTab, pass: Pass): Promise<Landing> {
  await giveCookies(tab)
  const arrival = await navigate(tab, pass)
  if (arrival.state !== 'page') return arrival
  const { url, contentType } = await settle(tab, LOAD_MS)
  assertPassed(tab, pass)
  if (tab.answer()?.headers()['content-length'] === '0') return { state: 'empty' }
  if (!HTML.test(contentType)) return { state: 'file', url }
  assertWebAddress(url)
  return { state: 'page' }
}

const HTML = /^(text\/html|application\/xhtml\+xml)$/
const LOAD_MS = 10_000
