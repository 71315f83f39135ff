import { unescape } from 'node:querystring'

/** The headers of one hop: ours, then the caller's, then what only the connection or the chain may decide. */
export function headersFor(
  url: URL,
  caller: Record<string, string>,
  cookies: string,
): Record<string, string> {
  const own: Record<string, string> = { ...DEFAULTS }
  if (url.username !== '') own['authorization'] = basicAuthorization(url)

  for (const [name, value] of Object.entries(caller)) {
    const lower = name.toLowerCase()
    if (!RESERVED.test(lower)) own[lower] = value
  }
  const sent = [own['cookie'], cookies].filter(Boolean).join('; ')
  if (sent !== '') own['cookie'] = sent
  return own
}

const DEFAULTS = {
  'user-agent': 'Mozilla/5.0 (compatible; Winnow/0.1)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** Headers that describe the connection and not the wish; an accepted encoding must be one that we can read. */
const RESERVED =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|http2-settings|proxy-.*)$/

function basicAuthorization({ username, password }: URL): string {
  const pair = `${unescape(username)}:${unescape(password)}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}
