import type { Evidence } from './evidence.ts'

/**
 * Whose bot challenge or refusal this is. Sites carry the scripts of these vendors on every page and have captchas in
 * their forms; so a mark alone is not enough: the page must also have hardly anything else, or the answer must say so.
 */
export function challengeOf(evidence: Evidence): string | undefined {
  return CHALLENGES.find(({ isIt }) => isIt(evidence))?.vendor
}

const CHALLENGES: { vendor: string; isIt: (evidence: Evidence) => boolean }[] = [
  {
    vendor: 'Cloudflare',
    isIt: (evidence) =>
      evidence.headers['cf-mitigated'] === 'challenge' ||
      (isSmall(evidence) &&
        /_cf_chl_opt|cf-browser-verification|cf_chl_|cf-challenge-running|\bcf-chl-/.test(evidence.source)) ||
      (isSmall(evidence) &&
        /^(just a moment|attention required! \| cloudflare)/i.test(evidence.title) &&
        /cloudflare|\/cdn-cgi\//i.test(evidence.source)) ||
      (evidence.status >= 400 &&
        /cf-error-details|cf-wrapper/.test(evidence.source) &&
        /you have been blocked|error code:? ?10\d\d|error 10\d\d|access denied/i.test(evidence.text)),
  },
  {
    vendor: 'DataDome',
    isIt: (evidence) => isSmall(evidence) && /captcha-delivery\.com/.test(evidence.source),
  },
  {
    vendor: 'HUMAN',
    isIt: (evidence) =>
      isSmall(evidence) &&
      (/id=["']?px-captcha|_pxCaptcha|captcha\.px-(cdn|cloud)\.net/.test(evidence.source) ||
        (/_pxAppId/.test(evidence.source) &&
          /denied|press & hold/i.test(`${evidence.title} ${evidence.text}`))),
  },
  {
    vendor: 'Akamai',
    isIt: (evidence) =>
      isSmall(evidence) &&
      ((evidence.status >= 400 &&
        /access denied/i.test(evidence.title) &&
        /reference\s*#\s*[\da-f]+\./i.test(evidence.text)) ||
        /sec-if-cpt-container|[?&]bm-verify=|\/_sec\/cp_challenge\//.test(evidence.source)),
  },
  {
    vendor: 'Imperva',
    isIt: (evidence) =>
      (isTiny(evidence) && /_Incapsula_Resource/.test(evidence.source)) ||
      (isSmall(evidence) &&
        /incapsula incident id/i.test(`${evidence.text} ${evidence.source.slice(0, 4000)}`)),
  },
  {
    vendor: 'AWS WAF',
    isIt: (evidence) =>
      /^(challenge|captcha)$/.test(evidence.headers['x-amzn-waf-action'] ?? '') ||
      (isTiny(evidence) && /awsWafCookieDomainList|gokuProps|\.token\.awswaf\.com/.test(evidence.source)),
  },
  {
    vendor: 'Sucuri',
    isIt: (evidence) =>
      isSmall(evidence) &&
      (/sucuri_cloudproxy_js/.test(evidence.source) ||
        /sucuri website firewall/i.test(`${evidence.title} ${evidence.text}`)),
  },
  {
    vendor: 'Kasada',
    isIt: (evidence) =>
      isTiny(evidence) &&
      (/KPSDK/.test(evidence.source) || (evidence.status === 429 && 'x-kpsdk-ct' in evidence.headers)),
  },
  {
    vendor: 'Vercel',
    isIt: ({ headers, title }) =>
      headers['x-vercel-mitigated'] === 'challenge' || /^vercel security checkpoint$/i.test(title),
  },
  {
    vendor: 'Fastly',
    isIt: (evidence) => isSmall(evidence) && /\/_fs-ch-[\w-]+\//.test(evidence.source),
  },
  {
    vendor: 'DDoS-Guard',
    isIt: (evidence) =>
      isSmall(evidence) && /ddos-guard/i.test(evidence.title) && /ddos-guard/i.test(evidence.source),
  },
  {
    vendor: 'Anubis',
    isIt: (evidence) =>
      /id=["']?anubis_(challenge|version)|\/\.within\.website\/x\/cmd\/anubis\//.test(evidence.source),
  },
  {
    vendor: 'F5',
    isIt: (evidence) =>
      isSmall(evidence) &&
      (/your support id is:? ?\d{6,}/i.test(evidence.text + evidence.noscript) ||
        /\/TSPD\/\?type=/.test(evidence.source)),
  },
  {
    vendor: 'Cloudflare Turnstile',
    isIt: (evidence) =>
      isCaptchaOnly(evidence) && /cf-turnstile|challenges\.cloudflare\.com\/turnstile/.test(evidence.source),
  },
  {
    vendor: 'hCaptcha',
    isIt: (evidence) =>
      isCaptchaOnly(evidence) &&
      /class=["'][^"']*\bh-captcha\b|hcaptcha\.com\/1\/api\.js/.test(evidence.source),
  },
  {
    vendor: 'reCAPTCHA',
    isIt: (evidence) =>
      isCaptchaOnly(evidence) &&
      // Version 3 is invisible and stands on ordinary pages; it is told by its key in the address.
      /class=["'][^"']*\bg-recaptcha\b|recaptcha\/(api|enterprise)\.js(?!\?[^"']*render=(?!explicit))/.test(
        evidence.source,
      ),
  },
  {
    vendor: 'unknown vendor',
    isIt: (evidence) =>
      isTiny(evidence) &&
      evidence.fields === 0 &&
      /<script\b/i.test(evidence.source) &&
      /checking (if the site connection is secure|your browser)|verify(ing)? (that )?you are (a )?human|are you a robot|confirm you are not a robot|unusual traffic from your/i.test(
        `${evidence.title} ${evidence.text}`,
      ),
  },
]

/** Challenges have a few sentences at most. */
function isSmall({ contentLength }: Evidence): boolean {
  return contentLength < 1000
}

function isTiny({ contentLength }: Evidence): boolean {
  return contentLength < 400
}

/** Nothing to do on the page but to solve the captcha. */
function isCaptchaOnly(evidence: Evidence): boolean {
  return isTiny(evidence) && evidence.fields === 0 && evidence.pictures <= 1
}
