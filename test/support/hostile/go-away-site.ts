import { constants, createSecureServer } from 'node:http2'
import type { ServerHttp2Session } from 'node:http2'
import { selfSigned } from './authority.ts'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'

/**
 * Only speaks HTTP/2; sends GOAWAY on the first connection, before a request or while one waits, and serves
 * the next.
 */
export async function startGoAwaySite(when: 'at once' | 'while it waits'): Promise<Listening> {
  const server = createSecureServer({ ...selfSigned('127.0.0.1'), allowHTTP1: false })
  let sessions = 0
  server.on('session', (session) => {
    const isFirst = ++sessions === 1
    session.on('error', () => {})
    session.on('stream', (stream) => {
      stream.on('error', () => {})
      if (isFirst) return when === 'while it waits' ? breakOff(session) : undefined
      stream.respond({ ':status': 200, 'content-type': 'text/html' })
      stream.end('<p>A plain page.</p>')
    })
    // Sent before any stream: no request was processed, so all may be retried.
    if (isFirst && when === 'at once') session.goaway(constants.NGHTTP2_NO_ERROR)
  })
  return await listen(server)
}

function breakOff(session: ServerHttp2Session): void {
  session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  setImmediate(() => session.destroy())
}
