import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asksConsent, ElementKinds } from './kind.ts'
import type { ElementKind } from './kind.ts'

describe('asksConsent', () => {
  const banners = [
    'onetrust-consent-sdk',
    'onetrust-banner-sdk',
    'CybotCookiebotDialog',
    'usercentrics-root',
    'didomi-host',
    'qc-cmp2-container',
    'BorlabsCookieBox borlabs-cookie',
    'cky-consent-container',
    'cky-overlay cky-hide',
    'cmplz-cookiebanner',
    'sp_message_container_1',
    'tarteaucitronRoot',
    'fc-consent-root',
    'cookie-law-info-bar',
    'cookie-notice',
    'cookieConsent',
    'js-cookie-consent cookie-consent',
    'site-cookies-banner',
    'gdpr_popup',
    'ccpa-notice',
    'cookie-policy-banner',
    'consent-manager',
    'termly-consent-banner',
  ]
  for (const name of [
    'cc-window cc-banner',
    'hs-eu-cookie-confirmation',
    'eu-cookie-compliance-banner',
    'moove_gdpr_cookie_info_bar',
    'iubenda-cs-banner',
    'osano-cm-window',
    'truste-consent-track',
    'klaro',
    'cookiefirst-root',
    'axeptio_overlay',
    'shopify-pc__banner',
  ])
    it(`knows ${name}`, () => assert.equal(asksConsent(name), true))
  for (const name of banners) it(`knows ${name}`, () => assert.equal(asksConsent(name), true))

  const others = [
    '',
    'sticky-header',
    'cookie-lawyer',
    'nocookie-box',
    'cookie-boxes',
    'tricky-cards',
    'article-cookies',
    'cookie-recipe',
    'recipe cookies',
    'cookie-policy',
    'privacy-policy',
    'page-gdpr',
    'informed-consent',
    'consent-form',
    'message',
    'cookie',
    'main-content post',
  ]
  for (const name of others)
    it(`lets ${name || 'no name'} pass`, () => assert.equal(asksConsent(name), false))
})

describe('Kinds', () => {
  it('takes elements of one name and the same classes for one kind', () => {
    const kinds = new ElementKinds()
    const kind = kinds.of('div', 'card wide')
    assert.equal(kinds.of('div', 'card wide'), kind)
    assert.notEqual(kinds.of('li', 'card wide'), kind)
    assert.notEqual(kinds.of('div', 'card'), kind)
    assert.notEqual(kinds.of('div', ''), kind)
  })

  const alike: [string, string][] = [
    ['post post-17', 'post post-18'],
    ['product first', 'product'],
    ['row odd', 'row even'],
    ['slide is-active', 'slide'],
    ['product outofstock', 'product instock'],
  ]
  for (const [one, other] of alike) {
    it(`takes "${one}" and "${other}" for one kind`, () => {
      const kinds = new ElementKinds()
      assert.equal(kinds.of('li', one), kinds.of('li', other))
    })
  }

  it('does not take words for marks that only begin like them', () => {
    const kinds = new ElementKinds()
    assert.notEqual(kinds.of('li', 'first-name'), kinds.of('li', ''))
    assert.notEqual(kinds.of('li', 'salesman'), kinds.of('li', ''))
  })

  it('gives every kind an id of its own', () => {
    const kinds = new ElementKinds()
    const all = ['div', 'p', 'li'].flatMap((name) => ['', 'post', 'card'].map((it) => kinds.of(name, it)))
    assert.equal(new Set(all.map(({ id }) => id)).size, 9)
  })

  it('is of one page: another page begins anew', () => {
    assert.notEqual(new ElementKinds().of('p', 'x'), new ElementKinds().of('p', 'x'))
  })

  const flags: [keyof Omit<ElementKind, 'id'>, string[], string[]][] = [
    [
      'isUnseen',
      [
        'sr-only',
        'screen-reader-text',
        'visually-hidden',
        'visuallyhidden',
        'u-visually-hidden',
        'skip-link',
      ],
      ['', 'hidden-gems', 'screen', 'nosr-only', 'skipper'],
    ],
    ['isConsent', ['cookie-banner'], ['cookies']],
    [
      'isPost',
      ['post', 'comments', 'forum-post', 'reply_body', 'thread-title'],
      ['', 'postal', 'signpost', 'imposter'],
    ],
    ['isGoods', ['product', 'price', 'add-to-cart', 'product-card'], ['', 'production', 'byproduct']],
    ['isCard', ['card', 'grid-item', 'result', 'entries result'], ['', 'cardiology', 'discard']],
  ]
  for (const [flag, yes, no] of flags) {
    it(`tells ${flag} by the classes`, () => {
      const kinds = new ElementKinds()
      for (const classes of yes) assert.equal(kinds.of('div', classes)[flag], true, classes)
      for (const classes of no) assert.equal(kinds.of('div', classes)[flag], false, classes)
    })
  }
})
