/** Credentials may follow within one host, also when it moves its visitors to TLS; not to anyone else. */
export function isSameParty(from: URL, to: URL): boolean {
  return (
    from.origin === to.origin || (from.hostname === to.hostname && to.protocol === 'https:' && to.port === '')
  )
}

/** Headers that describe the connection and not the wish; an accepted encoding must be one that we can read. */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADER.test(name)
}

const CONNECTION_HEADER =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|http2-settings|proxy-.*)$/i
