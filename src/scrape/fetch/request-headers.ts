import { basicAuthorization } from '../../contract/url.ts'
import { isConnectionHeader } from '../../egress/egress.ts'

export interface HeaderOptions {
  userAgent: string
  languages: readonly string[]
  headers: Record<string, string>
  cookies: string
}

/** The headers of one hop: ours, then the caller's, then what only the connection or the chain may decide. */
export function headersFor(url: URL, { userAgent, languages, headers, cookies }: HeaderOptions) {
  const own: Record<string, string> = {
    'user-agent': userAgent,
    ...DEFAULTS,
    'accept-language': acceptLanguage(languages),
  }
  if (url.username !== '') own['authorization'] = basicAuthorization(url)

  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!isConnectionHeader(lower)) own[lower] = value
  }
  const sent = [own['cookie'], cookies].filter(Boolean).join('; ')
  if (sent !== '') own['cookie'] = sent
  return own
}

const DEFAULTS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

function acceptLanguage(languages: readonly string[]): string {
  if (languages.length === 0) return 'en-US,en;q=0.9'
  return languages
    .slice(0, 10)
    .map((language, place) => (place === 0 ? language : `${language};q=${(1 - place / 10).toFixed(1)}`))
    .join(',')
}
