// True for URLs that a tab may show: the web, an empty page, and content made by a page. Everything else
// belongs to this machine or to the browser: `file:`, `chrome:`, `view-source:`, `devtools:`.
export function isAllowedUrl(url: string): boolean {
  if (url === '') return true
  const { protocol, href } = URL.parse(url) ?? { protocol: '', href: '' }
  if (protocol === 'about:') return /^about:(blank|srcdoc)([?#]|$)/.test(href)
  if (protocol === 'blob:') return /^blob:(https?:\/\/|null\/)/.test(href)
  return ALLOWED_PROTOCOLS.has(protocol)
}

/** Chromium shows `chrome-error:` in place of a page that could not be loaded. */
const ALLOWED_PROTOCOLS = new Set(['http:', 'https:', 'data:', 'chrome-error:'])
