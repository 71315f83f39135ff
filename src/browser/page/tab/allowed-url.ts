// Whether a tab may show an address: the web, an empty page, and what a page has made itself. Everything else belongs
// to this machine or to the browser: `file:`, `chrome:`, `view-source:`, `devtools:`.
export function isAllowedUrl(url: string): boolean {
  if (url === '') return true
  const { protocol, href } = URL.parse(url) ?? { protocol: '', href: '' }
  if (protocol === 'about:') return /^about:(blank|srcdoc)([?#]|$)/.test(href)
  if (protocol === 'blob:') return /^blob:(https?:\/\/|null\/)/.test(href)
  return ALLOWED_PROTOCOLS.has(protocol)
}

/** The last one is what Chromium shows in place of a page that could not be loaded. */
const ALLOWED_PROTOCOLS = new Set(['http:', 'https:', 'data:', 'chrome-error:'])
