/** Removes only what is certain to be new with every visit, because any other difference is a change of the page. */
export function stableUrl(url: string): string {
  if (url.includes(ENCODED_MAIL_LINK)) return decodeMailLink(url)
  const path = withoutSession(url)
  const start = path.indexOf('?')
  if (start < 0) return path
  const end = path.indexOf('#', start)
  const query = path.slice(start + 1, end < 0 ? undefined : end)
  const kept = withoutNoise(query, PICTURE.test(path.slice(0, start)))
  return path.slice(0, start) + (kept === '' ? '' : `?${kept}`) + (end < 0 ? '' : path.slice(end))
}

const PICTURE = /\.(?:png|jpe?g|jfif|gif|webp|avif|svg|ico|bmp|tiff?)$/i

function withoutNoise(query: string, isPicture: boolean): string {
  const parameters = query.split('&').map((text) => ({ text, ...named(text) }))
  const names = new Set(parameters.map(({ name }) => name))
  const signed = SIGNATURES.filter(({ signs }) => signs.every((name) => names.has(name)))
  return parameters
    .filter(
      ({ name, value }) =>
        !VOLATILE_PARAMETER.test(name) &&
        !(SESSION.test(name) && RANDOM_VALUE.test(value)) &&
        !(isPicture && CACHE_BUSTER.test(name)) &&
        !signed.some(({ with: others }) => others.test(name)),
    )
    .map(({ text }) => text)
    .join('&')
}

function named(parameter: string): { name: string; value: string } {
  // In the source of a page the sign between two parameters is often written as an entity.
  const text = parameter.startsWith('amp;') ? parameter.slice('amp;'.length) : parameter
  const equals = text.indexOf('=')
  return equals < 0
    ? { name: text.toLowerCase(), value: '' }
    : { name: text.slice(0, equals).toLowerCase(), value: text.slice(equals + 1) }
}

/** Where visitors come from, which session they have, that a form is their own, and signatures of stores of files. */
const VOLATILE_PARAMETER = new RegExp(
  `^(?:${[
    'utm_[a-z_]+|mtm_[a-z_]+|pk_(?:campaign|kwd|keyword|source|medium|content|cid)|hsa_[a-z]+',
    'gclid|gclsrc|gbraid|wbraid|dclid|srsltid|_ga|_gl|fbclid|igshid|igsh|twclid|ttclid|msclkid|yclid|ysclid',
    'mc_cid|mc_eid|_hsenc|_hsmi|__hssc|__hstc|__hsfp|mkt_tok|vero_id|irclickid|_openstat',
    'phpsessid|jsessionid|aspsessionid[a-z]*',
    '_wpnonce|csrf|csrf_?token|_csrf|csrfmiddlewaretoken|xsrf_?token|authenticity_token|__requestverificationtoken',
    'x-amz-[a-z0-9-]+|x-goog-(?:algorithm|credential|date|expires|signature|signedheaders)',
  ].join('|')})$`,
)

const SESSION = /^(?:sid|sess|sessid|session|session_?id|oscsid|xtcsid|zenid|nonce)$/
/** What a program drew: long, of letters and digits both, or a long number in hexadecimal digits. */
const RANDOM_VALUE = /^(?=\D*\d)(?=[^a-z]*[a-z])[\w-]{16,}$/i

/** On a picture these only make browsers load it again. */
const CACHE_BUSTER =
  /^(?:_|_t|_v|cb|cache_?bust(?:er)?|no_?cache|rnd|rand|random|t|ts|time|timestamp|v|ver|version)$/

const SIGNATURES = [
  {
    signs: ['signature', 'expires'],
    with: /^(?:signature|expires|key-pair-id|policy|awsaccesskeyid|googleaccessid)$/,
  },
  { signs: ['signature', 'policy'], with: /^(?:signature|policy|key-pair-id)$/ },
  { signs: ['sig', 'se', 'sv'], with: /^(?:sig|se|st|sp|spr|sv|sr|ske|skt|sks|skv|skoid|sktid)$/ },
]

const PATH_PARAMETER = /;(?:jsessionid|phpsessid)=[^/;?#]*/gi
/** How ASP.NET keeps a session without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page.aspx`. */
const PATH_SEGMENT = /\/\((?:[AFSX]\([\w-]{8,}\))+\)(?=\/|$)/g

function withoutSession(url: string): string {
  if (!url.includes(';') && !url.includes('/(')) return url
  return url.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '')
}

const ENCODED_MAIL_LINK = '/cdn-cgi/l/email-protection#'

/** A mail address that is encrypted anew with every visit; its first byte is the key to the others. */
function decodeMailLink(url: string): string {
  const bytes = Buffer.from(url.slice(url.indexOf(ENCODED_MAIL_LINK) + ENCODED_MAIL_LINK.length), 'hex')
  if (bytes.length < 2) return url
  return `mailto:${Buffer.from(bytes.subarray(1).map((byte) => byte ^ bytes[0]!)).toString()}`
}
