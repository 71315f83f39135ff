import type { Evidence } from './evidence.ts'

/** Ordinary pages carry these vendors' scripts too, so a mark counts only when the page has hardly anything else. */
export function challengeOf(evidence: Evidence): string | undefined {
  return CHALLENGES.find(({ most = Infinity, matches }) => evidence.contentLength < most && matches(evidence))
    ?.vendor
}

interface Challenge {
  vendor: string
  /** With so many letters to read it is none. */
  most?: number
  matches: (evidence: Evidence) => boolean
}

/** Challenges have a few sentences at most. */
const SMALL = 1000
const TINY = 400

const CHALLENGES: Challenge[] = [
  {
    vendor: 'Cloudflare',
    matches: ({ headers, contentLength, source, title, status, text }) =>
      headers['cf-mitigated'] === 'challenge' ||
      (contentLength < SMALL &&
        /_cf_chl_opt|cf-browser-verification|cf_chl_|cf-challenge-running|\bcf-chl-/.test(source)) ||
      (contentLength < SMALL &&
        /^(just a moment|attention required! \| cloudflare)/i.test(title) &&
        /cloudflare|\/cdn-cgi\//i.test(source)) ||
      (status >= 400 &&
        /cf-error-details|cf-wrapper/.test(source) &&
        /you have been blocked|error code:? ?10\d\d|error 10\d\d|access denied/i.test(text)),
  },
  { vendor: 'DataDome', most: SMALL, matches: ({ source }) => /captcha-delivery\.com/.test(source) },
  {
    vendor: 'HUMAN',
    most: SMALL,
    matches: ({ source, title, text }) =>
      /id=["']?px-captcha|_pxCaptcha|captcha\.px-(cdn|cloud)\.net/.test(source) ||
      (/_pxAppId/.test(source) && /denied|press & hold/i.test(`${title} ${text}`)),
  },
  {
    vendor: 'Akamai',
    most: SMALL,
    matches: ({ status, title, text, source }) =>
      (status >= 400 && /access denied/i.test(title) && /reference\s*#\s*[\da-f]+\./i.test(text)) ||
      /sec-if-cpt-container|[?&]bm-verify=|\/_sec\/cp_challenge\//.test(source),
  },
  { vendor: 'Imperva', most: TINY, matches: ({ source }) => /_Incapsula_Resource/.test(source) },
  {
    vendor: 'Imperva',
    most: SMALL,
    matches: ({ source, text }) => /incapsula incident id/i.test(`${text} ${source.slice(0, 4000)}`),
  },
  {
    vendor: 'AWS WAF',
    matches: ({ headers }) => /^(challenge|captcha)$/.test(headers['x-amzn-waf-action'] ?? ''),
  },
  {
    vendor: 'AWS WAF',
    most: TINY,
    matches: ({ source }) => /awsWafCookieDomainList|gokuProps|\.token\.awswaf\.com/.test(source),
  },
  {
    vendor: 'Sucuri',
    most: SMALL,
    matches: ({ source, title, text }) =>
      /sucuri_cloudproxy_js/.test(source) || /sucuri website firewall/i.test(`${title} ${text}`),
  },
  {
    vendor: 'Kasada',
    most: TINY,
    matches: ({ source, status, headers }) =>
      /KPSDK/.test(source) || (status === 429 && 'x-kpsdk-ct' in headers),
  },
  {
    vendor: 'Vercel',
    matches: ({ headers, title }) =>
      headers['x-vercel-mitigated'] === 'challenge' || /^vercel security checkpoint$/i.test(title),
  },
  { vendor: 'Fastly', most: SMALL, matches: ({ source }) => /\/_fs-ch-[\w-]+\//.test(source) },
  {
    vendor: 'DDoS-Guard',
    most: SMALL,
    matches: ({ title, source }) => /ddos-guard/i.test(title) && /ddos-guard/i.test(source),
  },
  {
    vendor: 'Anubis',
    matches: ({ source }) =>
      /id=["']?anubis_(challenge|version)|\/\.within\.website\/x\/cmd\/anubis\//.test(source),
  },
  {
    vendor: 'F5',
    most: SMALL,
    matches: ({ text, noscript, source }) =>
      /your support id is:? ?\d{6,}/i.test(text + noscript) || /\/TSPD\/\?type=/.test(source),
  },
  captchaOnly('Cloudflare Turnstile', /cf-turnstile|challenges\.cloudflare\.com\/turnstile/),
  captchaOnly('hCaptcha', /class=["'][^"']*\bh-captcha\b|hcaptcha\.com\/1\/api\.js/),
  captchaOnly(
    'reCAPTCHA',
    // Version 3 is invisible and stands on ordinary pages; it is told by its key in the address.
    /class=["'][^"']*\bg-recaptcha\b|recaptcha\/(api|enterprise)\.js(?!\?[^"']*render=(?!explicit))/,
  ),
  {
    vendor: 'unknown vendor',
    most: TINY,
    matches: ({ fields, source, title, text }) =>
      fields === 0 &&
      /<script\b/i.test(source) &&
      /checking (if the site connection is secure|your browser)|verify(ing)? (that )?you are (a )?human|are you a robot|confirm you are not a robot|unusual traffic from your/i.test(
        `${title} ${text}`,
      ),
  },
]

function captchaOnly(vendor: string, mark: RegExp): Challenge {
  return {
    vendor,
    most: TINY,
    matches: ({ fields, pictures, source }) => fields === 0 && pictures <= 1 && mark.test(source),
  }
}
