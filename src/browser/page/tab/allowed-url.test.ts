import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAllowedUrl } from './allowed-url.ts'

describe('an address that a tab may show', () => {
  for (const url of [
    '',
    'http://site.test/',
    'HTTPS://site.test/a?b#c',
    ' \thttps://site.test/',
    'about:blank',
    'about:blank#top',
    'about:srcdoc',
    'data:text/html,hello',
    'blob:https://site.test/1f0c',
    'blob:null/1f0c',
    'chrome-error://chromewebdata/',
  ]) {
    it(`takes ${JSON.stringify(url)}`, () => assert.equal(isAllowedUrl(url), true))
  }
  for (const url of [
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    ' file:///etc/passwd',
    'fi\nle:///etc/passwd',
    'filesystem:http://site.test/temporary/a',
    'chrome://version',
    'chrome-untrusted://terms',
    'chrome-extension://abc/page.html',
    'devtools://devtools/bundled/inspector.html',
    'view-source:http://site.test/',
    'about:version',
    'about:blankets',
    'blob:file:///1f0c',
    'javascript:alert(1)',
    'ftp://site.test/',
    'ws://site.test/',
    'no address',
  ]) {
    it(`refuses ${JSON.stringify(url)}`, () => assert.equal(isAllowedUrl(url), false))
  }
})
