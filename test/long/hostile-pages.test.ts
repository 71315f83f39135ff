import { after, before, describe } from 'node:test'
import type { Browser } from '../../src/browser/browser.ts'
import { testBadPages } from '../support/bad-pages.ts'
import { startBrowserPages } from '../support/browser-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { openTestBrowser } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let browser: Browser
let see: VisitPage

before(async () => {
  site = stack.use(await startBrowserPages())
  ;({ browser, visitPage: see } = stack.use(await openTestBrowser(site)))
})
after(() => stack.disposeAsync())

describe('a page that behaves badly for long', () => {
  testBadPages('slow', () => ({ site, browser, see }))
})
