import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ARTICLE, SCRIPT_ONLY } from '../../../../test/support/site-samples.ts'
import { parseHtml } from '../../../content/parse/html.ts'
import { mainContentOf } from '../../../content/select/select.ts'
import { signsOf } from './signs.ts'

function signs(html: string, status = 200, headers: Record<string, string> = {}) {
  const page = parseHtml(html, 'https://site.test/a', false)
  return signsOf(page, { status, headers }, () => mainContentOf(page))
}

const BUNDLE = '<script type="module" src="/assets/index-4f2a.js"></script>'
const SENTENCE = 'The river bends where the ground is soft, and the town was built on the outer bank. '
const LONG = `<p>${SENTENCE.repeat(20)}</p>`
const ANALYTICS = '<script async src="https://stats.test/tag.js"></script>'

function items(count: number, name: string): string {
  return Array.from(
    { length: count },
    (_, at) => `<div class="menu-item"><a href="/${at}">${name} ${at}</a></div>`,
  ).join('')
}

describe('a page that needs a browser', () => {
  const shells: [what: string, html: string, status?: number][] = [
    [
      'an empty root beside text that is not shown',
      `<div id="root"></div><div hidden>${LONG}</div><div style="display: none">${LONG}</div>${BUNDLE}`,
    ],
    [
      'an empty root behind a banner for consent',
      `<div id="root"></div><div class="cookie-banner"><p>${'We use cookies to make this site better for you, and so do our partners. '.repeat(5)}</p></div>${BUNDLE}`,
    ],
    [
      'menus built without the elements for them',
      `<div class="menu">${items(120, 'Department')}</div><div id="view"></div><div class="footer-links">${items(40, 'Company info')}</div>${BUNDLE.repeat(3)}`,
    ],
    ['an empty #root', SCRIPT_ONLY],
    ['an empty #app with a bundle', `<title>Shop</title><div id="app"></div>${BUNDLE}`],
    [
      '#__next with data but no text',
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":"${'x'.repeat(3000)}"}</script>${BUNDLE}`,
    ],
    ['#__nuxt', `<div id="__nuxt"></div><script>window.__NUXT__={}</script>`],
    ['Angular', `<body><app-root></app-root>${BUNDLE}`],
    ['a custom element as root', `<shop-app></shop-app>${BUNDLE}`],
    ['a root with a loading line', `<div id="root"><div>Loading…</div></div>${BUNDLE}`],
    [
      'a root and a static footer',
      `<div id="root"></div><footer>Copyright. Imprint. Privacy policy. ${SENTENCE.repeat(8)}</footer>${BUNDLE}`,
    ],
    [
      'a root and a short slogan',
      `<header><h1>Rivers</h1></header><div id="app"></div><p>All about rivers.</p>${BUNDLE}`,
    ],
    ['an error status with an empty root', `<div id="root"></div>${BUNDLE}`, 404],
    [
      'a notice in noscript',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div class="x"></div>${BUNDLE}`,
    ],
    ['a notice in the text', `<div>JavaScript is required to view this site.</div>${BUNDLE}`],
    ['a notice in German', `<p>Bitte aktivieren Sie JavaScript, um fortzufahren.</p>${BUNDLE}`],
    ['a notice in Chinese', `<p>请启用 JavaScript 后继续</p>${BUNDLE}`],
    [
      'a notice about disabled scripts',
      `<h1>Oops</h1><p>JavaScript has been disabled in your browser.</p>${BUNDLE}`,
    ],
    ['nothing but scripts', `<title>x</title><script>${'a();'.repeat(50)}</script>`],
    ['a div without a telling name and a bundle', `<div class="c-1"></div>${BUNDLE}`],
    ['a loading line', `<div class="c">Loading...</div>${BUNDLE}`],
    ['a loading line with a dot more', `<p>Please wait…</p><script>go()</script>`],
    ['a redirection by script', `<p>Redirecting...</p><script>location.href='/b'</script>`],
    ['skeletons', `<main><h1>News</h1>${'<div class="card skeleton"></div>'.repeat(6)}</main>${BUNDLE}`],
    ['a spinner', `<div class="loading-spinner"></div><div>Shop</div>${BUNDLE}`],
    [
      'state without text',
      `<h1>Shop</h1><script>window.__INITIAL_STATE__={"items":"${'x'.repeat(5000)}"}</script>`,
    ],
    [
      'unfilled templates',
      `<body ng-app="x"><h1>{{ title }}</h1><p>{{ text | limitTo: 100 }}</p><p>{{ more }}</p>${BUNDLE}`,
    ],
    ['a refresh to itself', `<meta http-equiv="refresh" content="1"><p>One moment</p>`],
    ['a refresh to another page', `<meta http-equiv="refresh" content="0; url=/b"><p>Moved</p>`],
    ['frames', `<frameset cols="20%,80%"><frame src="/menu"><frame src="/main"></frameset>`],
    ['one frame', `<body><iframe src="/inner" width="100%"></iframe></body>`],
  ]
  for (const [what, html, status] of shells) {
    it(`has ${what}`, () => assert.equal(signs(html, status).shell, true))
  }
})

describe('a page that needs no browser', () => {
  const complete: [what: string, html: string, status?: number][] = [
    [
      'text that is all for readers without scripts',
      `<div id="app"></div>${BUNDLE.repeat(3)}<noscript><h1>How do I prune an old tree?</h1><div class="topic-body">${LONG}</div><div class="topic-body">${LONG}</div></noscript>`,
    ],
    ['a list of links without scripts', `<div class="menu">${items(120, 'Department')}</div>`],
    ['an article', ARTICLE],
    ['nothing', ''],
    ['an empty element', '<div></div>'],
    ['a line', '<p>It works!</p>'],
    ['a line and a counter', `<h1>It works!</h1>${ANALYTICS}`],
    ['a line without a block and a counter', `<body>Hello${ANALYTICS}</body>`],
    ['a rendered root', `<div id="root"><h1>Rivers</h1>${LONG}</div>${BUNDLE}`],
    [
      'a short rendered root',
      `<div id="__next"><main><h1>Rivers</h1><p>${SENTENCE}</p></main></div>${BUNDLE}`,
    ],
    ['text beside an empty mount', `<article>${LONG}</article><div id="app"></div>${BUNDLE}`],
    ['text and a noscript notice', `<noscript>Please enable JavaScript.</noscript>${LONG}${BUNDLE}`],
    [
      'little text and a noscript notice',
      `<noscript>Please enable JavaScript.</noscript><h1>Opening hours</h1><p>${SENTENCE}</p>${BUNDLE}`,
    ],
    ['text about JavaScript', `<h1>How to enable JavaScript</h1>${LONG}`],
    ['an error page', `<title>404</title><h1>404 Not Found</h1><hr>nginx`, 404],
    ['an error page with a counter', `<h1>Not found</h1><p>Nothing here.</p>${ANALYTICS}`, 404],
    ['a server error', '<h1>502 Bad Gateway</h1>', 502],
    [
      'a sign-in form',
      `<h1>Sign in</h1><form><input name="u"><input type="password"><button>Go</button></form>${BUNDLE}`,
    ],
    [
      'a sign-in form in a root',
      `<div id="root"><form><input name="u"><input type="password"></form></div>${BUNDLE}`,
    ],
    ['a contact form', `<h2>Write to us</h2><form><input name="mail"><textarea></textarea></form>${BUNDLE}`],
    ['a picture', `<img src="a.png">${ANALYTICS}`],
    ['a list of links', `<ul><li><a href="/a">Rhine</a><li><a href="/b">Elbe</a></ul>${ANALYTICS}`],
    ['a spinner beside text', `<div class="loading"></div><h1>Rivers</h1><p>${SENTENCE}</p>${ANALYTICS}`],
    [
      'data beside text',
      `<h1>Rivers</h1>${LONG}<script type="application/json">${'x'.repeat(50_000)}</script>${BUNDLE}`,
    ],
    [
      'structured data',
      `<h1>Rivers</h1><p>Two.</p><script type="application/ld+json">${'x'.repeat(9000)}</script>`,
    ],
    ['braces in text', `<p>Write {{ name }} and {{ place }}.</p>${ANALYTICS}`],
    [
      'a refresh of a page with text',
      `<meta http-equiv="refresh" content="300"><h1>Scores</h1><p>${SENTENCE}</p>`,
    ],
    ['text beside a frame', `<h1>Map</h1><p>${SENTENCE}</p><iframe src="/map"></iframe>`],
    ['a tracker in a frame', `<p>Hello</p><iframe src="/t" width="1" height="1"></iframe>`],
    ['a noscript picture', `<noscript><img src="/pixel"></noscript><p>Hello there</p>${ANALYTICS}`],
  ]
  for (const [what, html, status] of complete) {
    it(`has ${what}`, () => assert.equal(signs(html, status).shell, false))
  }
})

describe('a bot challenge', () => {
  const challenges: [vendor: string, html: string, status: number, headers?: Record<string, string>][] = [
    ['Cloudflare', '<title>x</title>', 403, { 'cf-mitigated': 'challenge' }],
    [
      'Cloudflare',
      `<title>Just a moment...</title><noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={}</script>`,
      403,
    ],
    [
      'Cloudflare',
      `<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>`,
      503,
    ],
    [
      'Cloudflare',
      `<title>Attention Required! | Cloudflare</title><div id="cf-wrapper"><div id="cf-error-details"><h1>Sorry, you have been blocked</h1></div></div>`,
      403,
    ],
    [
      'Cloudflare Turnstile',
      `<title>site.test</title><p>Verify you are human</p><div class="cf-turnstile" data-sitekey="x"></div><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>`,
      200,
    ],
    [
      'DataDome',
      `<title>site.test</title><p>Please enable JS and disable any ad blocker</p><script>var dd={'host':'geo.captcha-delivery.com'}</script>`,
      403,
    ],
    [
      'HUMAN',
      `<title>Access to this page has been denied</title><div id="px-captcha"></div><script>window._pxAppId='PX1'</script>`,
      403,
    ],
    [
      'Akamai',
      `<title>Access Denied</title><h1>Access Denied</h1>You don't have permission to access "x" on this server.<p>Reference&#32;&#35;18&#46;2d351ab8&#46;1557333295&#46;a4e16ab`,
      403,
    ],
    ['Akamai', `<div id="sec-if-cpt-container"></div><script src="/x"></script>`, 428],
    [
      'Imperva',
      `<iframe src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe>`,
      403,
    ],
    ['Imperva', `<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>`, 200],
    ['AWS WAF', '', 202, { 'x-amzn-waf-action': 'challenge' }],
    [
      'AWS WAF',
      `<script>window.awsWafCookieDomainList = []; window.gokuProps = {}</script><div id="challenge-container"></div>`,
      202,
    ],
    [
      'Sucuri',
      `<title>You are being redirected...</title><script>/* sucuri_cloudproxy_js */ e(r)</script>`,
      200,
    ],
    ['Sucuri', '<title>Sucuri WebSite Firewall - Access Denied</title><h1>Access Denied</h1>', 403],
    ['Kasada', `<script>window.KPSDK={};KPSDK.now=1</script><script src="/a/b/ips.js"></script>`, 429],
    ['Vercel', '<title>Vercel Security Checkpoint</title><p>We are verifying your browser</p>', 429],
    [
      'Fastly',
      '<title>Client Challenge</title><script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>',
      200,
    ],
    [
      'DDoS-Guard',
      '<title>DDoS-Guard</title><script src="/.well-known/ddos-guard/check?context=x"></script>',
      403,
    ],
    [
      'Anubis',
      `<title>Making sure you're not a bot!</title><script id="anubis_challenge" type="application/json">{}</script>`,
      200,
    ],
    [
      'F5',
      `<noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 1234567890123.</noscript><script src="/TSPD/?type=1"></script>`,
      200,
    ],
    [
      'hCaptcha',
      `<h1>One more step</h1><form><div class="h-captcha" data-sitekey="x"></div><button>Go</button></form>`,
      200,
    ],
    [
      'reCAPTCHA',
      `<p>Our systems have detected unusual traffic.</p><form id="captcha-form"><div class="g-recaptcha"></div><input type="hidden" name="q"></form>`,
      429,
    ],
    ['unknown vendor', `<h1>Checking your browser before accessing site.test</h1><script>go()</script>`, 503],
  ]
  for (const [vendor, html, status, headers] of challenges) {
    it(`of ${vendor} is recognized in ${html.slice(0, 60) || 'an empty page'}`, () =>
      assert.equal(signs(html, status, headers).challenge, vendor))
  }

  const ordinary: [what: string, html: string, status?: number, headers?: Record<string, string>][] = [
    ['an article', ARTICLE],
    [
      'an article about challenges',
      `<title>Just a moment: how Cloudflare works</title><h1>Cloudflare</h1>${LONG}<p>Verify you are human</p>`,
    ],
    [
      'a page behind Cloudflare',
      `<h1>Rivers</h1>${LONG}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
      200,
      { server: 'cloudflare', 'cf-ray': 'x' },
    ],
    [
      'a short page behind Cloudflare',
      `<h1>Rivers</h1><p>${SENTENCE}</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
      200,
      { server: 'cloudflare' },
    ],
    [
      'an origin error behind Cloudflare',
      `<title>site.test | 522: Connection timed out</title><div id="cf-wrapper"><div id="cf-error-details"><h1>Connection timed out</h1><p>Error code 522</p></div></div>`,
      522,
    ],
    [
      'a form with reCAPTCHA',
      `<h1>Contact</h1><form><input name="mail"><textarea></textarea><div class="g-recaptcha"></div></form><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ],
    [
      'invisible reCAPTCHA',
      `<h1>Hours</h1><p>Nine to five.</p><script src="https://www.google.com/recaptcha/api.js?render=6Lc"></script>`,
    ],
    [
      'a form with Turnstile',
      `<form><input name="u"><input type="password"><div class="cf-turnstile"></div></form>`,
    ],
    ['a page with DataDome', `<h1>Rivers</h1>${LONG}<script src="https://js.datadome.co/tags.js"></script>`],
    ['a page with HUMAN', `<h1>Rivers</h1>${LONG}<script>window._pxAppId='PX1'</script>`],
    ['a page with Imperva', `<h1>Rivers</h1>${LONG}<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>`],
    ['a plain refusal', '<h1>403 Forbidden</h1><hr>nginx', 403],
    [
      'a page that denies access',
      '<title>Access Denied</title><h1>Access Denied</h1><p>Ask your administrator.</p>',
      403,
    ],
    ['a shell', SCRIPT_ONLY],
  ]
  for (const [what, html, status, headers] of ordinary) {
    it(`is not ${what}`, () => assert.equal(signs(html, status, headers).challenge, undefined))
  }
})
