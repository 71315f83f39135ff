import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCheckerSettings } from './settings.ts'
import type { CheckerName } from './settings.ts'

const read = (provider?: CheckerName, url?: string, key?: string) =>
  readCheckerSettings({ provider, url, key })

describe('the checker settings', () => {
  it('are optional', () => assert.equal(read(), undefined))

  it('are accepted as each checker requires them', () => {
    assert.deepEqual(read('web-risk', undefined, 'k'), { name: 'web-risk', url: undefined, key: 'k' })
    assert.deepEqual(read('urlhaus', 'http://127.0.0.1:9/', 'k'), {
      name: 'urlhaus',
      url: 'http://127.0.0.1:9',
      key: 'k',
    })
    assert.deepEqual(read('http', 'http://risk.internal/check/'), {
      name: 'http',
      url: 'http://risk.internal/check/',
      key: undefined,
    })
    assert.deepEqual(read('list', ' /etc/hosts.block , b.txt,'), {
      name: 'list',
      files: ['/etc/hosts.block', 'b.txt'],
    })
  })

  const refused: [Parameters<typeof read>, RegExp][] = [
    [['web-risk'], /^WINNOW_URL_RISK_KEY: is required for the provider web-risk/],
    [['safe-browsing'], /^WINNOW_URL_RISK_KEY: is required for the provider safe-browsing/],
    [['virustotal'], /^WINNOW_URL_RISK_KEY: is required for the provider virustotal/],
    [['urlhaus', 'http://127.0.0.1:9'], /^WINNOW_URL_RISK_KEY: is required for the provider urlhaus/],
    [['http'], /^WINNOW_URL_RISK_URL: is required for the provider http/],
    [['list'], /^WINNOW_URL_RISK_URL: is required for the provider list/],
    [['list', ' , '], /^WINNOW_URL_RISK_URL: is required for the provider list/],
    [['list', 'a.txt', 'k'], /^WINNOW_URL_RISK_KEY: .* list has no key/],
    [[undefined, 'http://127.0.0.1:9'], /^WINNOW_URL_RISK_URL: .*WINNOW_URL_RISK_PROVIDER is not/],
    [[undefined, undefined, 'k'], /^WINNOW_URL_RISK_KEY: .*WINNOW_URL_RISK_PROVIDER is not/],
    [['http', 'risk.internal'], /^WINNOW_URL_RISK_URL: must be a URL/],
    [['http', 'ftp://risk.internal'], /^WINNOW_URL_RISK_URL: must be a URL/],
    [['http', 'http://u:p@risk.internal'], /^WINNOW_URL_RISK_URL: .*without user name/],
    [['http', 'http://risk.internal?token=1'], /^WINNOW_URL_RISK_URL: .*without user name/],
    [['virustotal', undefined, 'a secret key'], /^WINNOW_URL_RISK_KEY: must be visible ASCII/],
  ]
  for (const [given, message] of refused) {
    it(`rejects ${JSON.stringify(given)}`, () => {
      assert.throws(
        () => read(...given),
        (failure: Error) => message.test(failure.message) && !failure.message.includes('secret'),
      )
    })
  }
})
