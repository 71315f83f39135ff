import { createSecureServer } from 'node:http2'
import type { Http2SecureServer, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { certificate } from './certificate.ts'
import { listen } from './hostile/listening.ts'
import type { Listening } from './hostile/listening.ts'

/** One request over HTTP/2; `session` counts the connections from 1. */
export interface H2Visit {
  stream: ServerHttp2Stream
  session: { turn: number; http2: ServerHttp2Session }
  path: string
}

/**
 * A site that only speaks HTTP/2, with the self-signed certificate of `site.test`. `greet` handles every
 * connection before its first request.
 */
export async function startH2Site(
  visit: (visit: H2Visit) => void,
  greet: (session: H2Visit['session']) => void = () => {},
): Promise<Listening & { url: string }> {
  const server: Http2SecureServer = createSecureServer({ ...certificate, allowHTTP1: false })
  let sessions = 0
  server.on('session', (http2) => {
    const turn = ++sessions
    http2.on('error', () => {})
    greet({ turn, http2 })
    http2.on('stream', (stream, headers) => {
      stream.on('error', () => {})
      visit({ stream, session: { turn, http2 }, path: String(headers[':path']) })
    })
  })
  const listening = await listen(server)
  return Object.assign(listening, { url: `https://127.0.0.1:${listening.port}` })
}
