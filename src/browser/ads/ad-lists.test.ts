import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { compile } from 'css-select'
import { createAdFilter } from './ad-filter.ts'
import { defaultAdLists, readAdLists } from './ad-lists.ts'

describe('readAdLists', () => {
  it('reads the files in order and replaces the word default with the shipped lists', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-lists-'))
    try {
      const paths = ['a', 'b'].map((name) => join(folder, name))
      for (const path of paths) await writeFile(path, `! ${path}`)
      const [first, ...rest] = readAdLists([paths[1]!, 'default', paths[0]!])
      assert.equal(first, `! ${paths[1]}`)
      assert.deepEqual(rest, [...defaultAdLists(), `! ${paths[0]}`])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('names a missing file', () => {
    assert.throws(
      () => readAdLists(['default', '/nowhere/ads.txt']),
      new Error('The ad list "/nowhere/ads.txt" cannot be read (ENOENT).'),
    )
  })
})

describe('the shipped lists', () => {
  const lines = defaultAdLists()
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '' && !line.startsWith('!'))
  const filter = createAdFilter({ lists: defaultAdLists() })

  it('have no unsupported line', () => {
    const { network, cosmetic, ignored } = filter.counts
    assert.equal(ignored, 0)
    assert.equal(network + cosmetic, lines.length)
    assert.ok(network > 700 && cosmetic > 300, JSON.stringify(filter.counts))
  })

  it('contain no rule twice', () => {
    const twice = lines.filter((line, index) => lines.indexOf(line) !== index)
    const hosts = new Set(lines.map((line) => hostOf(line)).filter((host) => host !== undefined))
    const covered = [...hosts].filter((host) =>
      [...host.matchAll(/\./g)].some(({ index }) => hosts.has(host.slice(index + 1))),
    )
    assert.deepEqual({ twice, covered }, { twice: [], covered: [] })
  })

  it('have no accidental regular expression', () => {
    assert.deepEqual(
      lines.filter((line) => /^\/[^$]*\/(\$|$)/.test(line)),
      [],
    )
  })

  it('have only valid CSS selectors', () => {
    for (const line of lines) {
      const selector = /##(.+)$/.exec(line)?.[1]
      if (selector) assert.doesNotThrow(() => compile(selector), line)
    }
  })

  const advertising = `
    script https://securepubads.g.doubleclick.net/tag/js/gpt.js
    script https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1
    script https://www.googletagmanager.com/gtag/js?id=G-1
    script https://www.googletagmanager.com/gtm.js?id=GTM-1
    script https://www.google-analytics.com/analytics.js
    ping https://region1.google-analytics.com/g/collect?v=2&tid=G-1
    ping https://metrics.shop.example/g/collect?v=2&tid=G-1
    script https://connect.facebook.net/en_US/fbevents.js
    image https://www.facebook.com/tr?id=1&ev=PageView
    script https://cdn.taboola.com/libtrc/x/loader.js
    script https://widgets.outbrain.com/outbrain.js
    script https://static.criteo.net/js/ld/publishertag.js
    xhr https://ib.adnxs.com/ut/v3/prebid
    subdocument https://c.amazon-adsystem.com/aax2/apstag.html
    script https://static.hotjar.com/c/hotjar-1.js
    script https://www.clarity.ms/tag/x
    image https://sb.scorecardresearch.com/p?c1=2
    script https://cdn.segment.com/analytics.js/v1/x/analytics.min.js
    script https://mc.yandex.ru/metrika/tag.js
    script https://snap.licdn.com/li.lms-analytics/insight.min.js
    script https://bat.bing.com/bat.js
    script https://www.redditstatic.com/ads/pixel.js
    script https://fundingchoicesmessages.google.com/i/pub-1
    image https://www.shop.example/ads/banner/top.png
    script https://www.shop.example/js/prebid.js
    image https://stats.shop.example/matomo.php?idsite=1
    subdocument https://ads.other.example/www/delivery/afr.php?zoneid=1
    script https://adserver.other.example/x.js`
  for (const request of rows(advertising)) {
    it(`block ${request}`, () => assert.equal(verdict(request), true))
  }

  const content = `
    document https://www.doubleclick.net/
    script https://cdn.jsdelivr.net/npm/vue
    script https://unpkg.com/react@19/umd/react.production.min.js
    script https://cdnjs.cloudflare.com/ajax/libs/jquery/3.7.1/jquery.min.js
    script https://code.jquery.com/jquery.js
    script https://ajax.googleapis.com/ajax/libs/jquery/3.7.1/jquery.min.js
    stylesheet https://fonts.googleapis.com/css2?family=Inter
    font https://fonts.gstatic.com/s/inter.woff2
    script https://www.google.com/recaptcha/api.js
    script https://challenges.cloudflare.com/turnstile/v0/api.js
    script https://js.hcaptcha.com/1/api.js
    script https://maps.googleapis.com/maps/api/js?key=x
    subdocument https://www.youtube.com/embed/x
    subdocument https://www.youtube-nocookie.com/embed/x
    script https://www.youtube.com/iframe_api
    media https://r1---sn.googlevideo.com/videoplayback?x=1
    subdocument https://player.vimeo.com/video/1
    script https://platform.twitter.com/widgets.js
    script https://connect.facebook.net/en_US/sdk.js
    script https://www.instagram.com/embed.js
    script https://embed.reddit.com/widgets.js
    script https://x.disqus.com/embed.js
    script https://js.stripe.com/v3/
    script https://accounts.google.com/gsi/client
    image https://www.gravatar.com/avatar/x
    image https://upload.wikimedia.org/wikipedia/commons/a/ad/Ad.png
    image https://i0.wp.com/a.example/x.png
    image https://images.unsplash.com/photo-1
    image https://m.media-amazon.com/images/I/x.jpg
    script https://assets.shop.example/loads/banner/x.js
    script https://www.shop.example/static/analytics-dashboard.js
    xhr https://api.shop.example/v1/ads/search?q=x
    xhr https://www.shop.example/graphql
    image https://www.shop.example/uploads/banners/summer.jpg
    image https://www.shop.example/adsorption/figure.png
    script https://www.shop.example/js/header.js
    script https://cdn.cookielaw.org/scripttemplates/otSDKStub.js
    script https://consent.cookiebot.com/uc.js
    script https://cdn.optimizely.com/js/1.js
    script https://cdn.shopify.com/s/files/x.js
    script https://static.parastorage.com/services/x.js
    script https://static1.squarespace.com/static/x.js
    script https://use.typekit.net/x.js
    script https://kit.fontawesome.com/x.js
    script https://polyfill.io/v3/polyfill.min.js
    subdocument https://w.soundcloud.com/player/?url=x
    subdocument https://open.spotify.com/embed/track/x
    subdocument https://codepen.io/x/embed/y
    subdocument https://docs.google.com/forms/d/e/x/viewform`
  for (const request of rows(content)) {
    it(`allow ${request}`, () => assert.equal(verdict(request), false))
  }

  it('allow visits to the ad companies’ own sites', () => {
    for (const host of [
      'www.taboola.com',
      'www.hotjar.com',
      'segment.com',
      'www.criteo.com',
      'mixpanel.com',
    ]) {
      const request = { url: `https://${host}/assets/main.js`, sourceUrl: `https://${host}/`, type: 'script' }
      assert.equal(filter.blocks(request), false, host)
    }
  })

  const managers = `#onetrust-consent-sdk #CybotCookiebotDialog .qc-cmp2-container #didomi-host #truste-consent-track
    #usercentrics-root .osano-cm-window #iubenda-cs-banner .cky-consent-container .cmplz-cookiebanner
    #BorlabsCookieBox #termly-code-snippet-support #hs-eu-cookie-confirmation #axeptio_overlay .cookiefirst-root
    .fc-consent-root #shopify-pc__banner .sqs-cookie-banner-v2 #tarteaucitronRoot`
  it('hide the dialogs of widespread consent managers', () => {
    const hidden = new Set(filter.hiddenSelectors('www.shop.example'))
    assert.deepEqual(
      managers
        .trim()
        .split(/\s+/)
        .filter((selector) => !hidden.has(selector)),
      [],
    )
  })

  it('hide elements only on the site that a rule names', () => {
    assert.ok(filter.hiddenSelectors('www.amazon.de').includes('#sp-cc'))
    assert.ok(!filter.hiddenSelectors('www.shop.example').includes('#sp-cc'))
  })

  function verdict(request: string): boolean {
    const [type = '', url = ''] = request.split(' ')
    return filter.blocks({ type, url, sourceUrl: 'https://www.shop.example/product' })
  }
})

function hostOf(line: string): string | undefined {
  return /^\|\|([\w.-]+)\^\$third-party$/.exec(line)?.[1]
}

function rows(table: string): string[] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.trim())
}
