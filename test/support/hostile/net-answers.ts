import type { Peer, RawAnswer } from './raw-site.ts'

/** The text of the plain page behind every response here. */
export const PAGE = /plain page/
const BODY = '<p>A plain page.</p>'
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'

/** The responses of the raw site, by path. Every response ends, or ends when its peer disconnects. */
export const NET_ANSWERS: Record<string, RawAnswer> = {
  '/plain': plain,
  '/headers-drip'({ socket, every }) {
    socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
    every(500, () => socket.write('a'))
  },
  '/hang-after-headers': ({ socket }) => void socket.write(head({ 'Content-Length': 1000 })),
  '/rst-before': ({ socket }) => void socket.resetAndDestroy(),
  '/rst-once': (peer) => (peer.turn === 1 ? void peer.socket.resetAndDestroy() : plain(peer)),
  '/rst-mid-body'({ socket }) {
    socket.write(`${head({ 'Content-Length': 1000 })}${'x'.repeat(500)}`, () => socket.resetAndDestroy())
  },
  '/short-body': ({ socket }) => void socket.end(`${head({ 'Content-Length': 1000 })}${BODY}`),
  '/broken-chunked': ({ socket }) =>
    void socket.end(`${head({ 'Transfer-Encoding': 'chunked' })}5\r\nhello\r\nZZ\r\nworld\r\n0\r\n\r\n`),
  '/te-and-cl': ({ socket }) =>
    void socket.write(
      `${head({ 'Content-Length': 5, 'Transfer-Encoding': 'chunked' })}7\r\nchunked\r\n0\r\n\r\n`,
    ),
  '/bad-status-line': ({ socket }) => void socket.end(`HTTP/9.9 999 x\r\n\r\n${BODY}`),
  '/status-205-body': ({ socket }) =>
    void socket.write(`${head({ 'Content-Length': 20 }, '205 Reset Content')}${BODY}`),
  '/http09': ({ socket }) => void socket.end(`<html><body>${BODY}</body></html>`),
  '/headers-huge': ({ socket }) => void socket.end(head({ 'X-Huge': 'a'.repeat(2 * 1024 * 1024) })),
  '/headers-many': ({ socket }) =>
    void socket.end(
      head(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`X-${index}`, 'a']))),
    ),
  '/header-crlf': ({ socket }) =>
    void socket.end(`${head({ 'X-Split': 'a\rInjected: b\nSet-Cookie: c=d', 'Content-Length': 20 })}${BODY}`),
  '/header-nul': ({ socket }) =>
    void socket.end(`${head({ 'Content-Type': 'text/html; a=\0b', 'Content-Length': 20 })}${BODY}`),
  '/cookie-bomb': ({ socket }) =>
    void socket.end(`HTTP/1.1 302 Found\r\n${cookies(500)}Location: /plain\r\nContent-Length: 0\r\n\r\n`),
  '/cookie-chain': ({ socket }) => void socket.write(nextInChain(1)),
  '/cookie-chain-end': plain,
  '/103-flood'({ socket }) {
    socket.write(EARLY_HINTS.repeat(10_000))
    socket.end(`${head({ 'Content-Length': 20 })}${BODY}`)
  },
  '/103-endless'({ socket, every }) {
    every(1, () => void (socket.writableLength < 1_000_000 && socket.write(EARLY_HINTS.repeat(1000))))
  },
  ...Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [
      `/cookie-chain-${index + 1}`,
      ({ socket }: Peer) => void socket.write(nextInChain(index + 2)),
    ]),
  ),
}

function plain({ socket }: Peer): void {
  socket.write(`${head({ 'Content-Length': BODY.length, 'Content-Type': 'text/html' })}${BODY}`)
}

function head(headers: Record<string, string | number>, status = '200 OK'): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`
}

/** Fifteen redirects that together set far more cookies than one response may. */
function nextInChain(step: number): string {
  const location = step > 15 ? '/cookie-chain-end' : `/cookie-chain-${step}`
  return `HTTP/1.1 302 Found\r\n${cookies(10, `s${step}`)}Location: ${location}\r\nContent-Length: 0\r\n\r\n`
}

function cookies(count: number, prefix = 'c'): string {
  return Array.from(
    { length: count },
    (_, index) => `Set-Cookie: ${prefix}n${index}=${'v'.repeat(4000)}\r\n`,
  ).join('')
}
