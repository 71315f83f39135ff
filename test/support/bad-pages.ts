import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../src/browser/browser.ts'
import { Fault } from '../../src/fault.ts'
import { ENDLESS_SOURCES, HOSTILE_SOURCES, OVERFLOWING_SOURCES } from './browser-page-sources.ts'
import type { BrowserPages } from './browser-pages.ts'
import type { VisitPage } from './test-browser.ts'

/** Pages that take many seconds; for each kind there is a faster one among the others. */
const SLOW: ReadonlySet<string> = new Set([
  '/giant',
  '/nested-frames',
  '/deepest',
  '/alert-loop',
  '/deep-shadows',
  '/growing',
  '/infinite-scroll',
  '/many-frames',
  '/popups',
  '/requests',
  '/workers',
  '/style-hang',
  ...Object.keys(OVERFLOWING_SOURCES),
])

/** Further expectations about a page. */
const EXTRA: Record<string, (html: string, warnings: string) => void> = {
  '/alert': (html) => assert.match(html, /went on/),
  '/giant': (html) => assert.equal(html.match(/<b><\/b>/g)?.length, 200_000),
  '/deep': (html) => assert.match(html, />bottom</),
  '/deep-shadows': (html) => assert.match(html, />innermost</),
  '/clobbered': (html) => assert.match(html, /<form><input name="attributes">.*in the form<\/form>/),
  '/nested-frames': (_, warnings) => assert.match(warnings, /frame/),
  '/many-frames': (_, warnings) => assert.match(warnings, /too many frames/),
}

/** Tests of pages that try to harm a browser or its reader. */
export function testBadPages(
  pace: 'quick' | 'slow',
  ground: () => { site: BrowserPages; browser: Browser; see: VisitPage },
): void {
  const paths = (sources: object) =>
    Object.keys(sources).filter((path) => SLOW.has(path) === (pace === 'slow'))

  for (const path of paths(HOSTILE_SOURCES)) {
    test(`is read despite its attack: ${path}`, async () => {
      const { site, browser, see } = ground()
      const { html, url, warnings } = await see(path)
      assert.match(html, /<p>reached<\/p>/)
      EXTRA[path]?.(html, warnings.join())
      assert.equal(url, site.url + path)
      assert.equal(browser.counts().openTabs, 0)
    })
  }

  for (const path of paths(ENDLESS_SOURCES)) {
    test(`ends at its time limit: ${path}`, async () => {
      const { see } = ground()
      await assert.rejects(see(path, {}, 4000), (error) => {
        assert.ok(error instanceof Fault)
        assert.match(error.code, /^(SCRAPE_TIMEOUT|SCRAPE_ALL_ENGINES_FAILED)$/)
        return true
      })
      assert.match((await see('/script')).html, /row alpha/)
    })
  }

  for (const path of paths(OVERFLOWING_SOURCES)) {
    test(`sends too much data, and ends only its own visit: ${path}`, async () => {
      const { see } = ground()
      await assert.rejects(see(path, {}, 60_000), (error) => error instanceof Fault)
      assert.match((await see('/script')).html, /row alpha/)
    })
  }
}
