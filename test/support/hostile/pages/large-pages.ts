import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { html, scripted } from '../web-site.ts'
import type { Visit, WebRoute } from '../web-site.ts'

/** Pages that are or become too large in some way. */
export const LARGE_PAGES: Record<string, WebRoute> = {
  '/giant-dom': scripted(
    `const part = document.createDocumentFragment()
     for (let at = 0; at < 300000; at++) part.append(document.createElement(at % 2 ? 'span' : 'i'))
     document.body.append(part)`,
  ),
  '/deep-dom': scripted(
    `let inner = document.body
     for (let at = 0; at < 100000; at++) inner = inner.appendChild(document.createElement('div'))
     inner.textContent = 'the bottom'`,
  ),
  '/shadow-deep': scripted(
    `let inner = document.body
     for (let at = 0; at < 10000; at++) {
       const host = inner.appendChild(document.createElement('div'))
       inner = host.attachShadow({ mode: 'open' })
     }
     inner.append('the bottom')`,
  ),
  '/history-flood': scripted(`for (let at = 0; at < 10000; at++) history.pushState({ at }, '', '?' + at)`),
  '/worker-flood': scripted(
    `const source = URL.createObjectURL(new Blob(['setInterval(() => {}, 1)']))
     for (let at = 0; at < 10000; at++) new Worker(source)`,
  ),
  '/popups-30': scripted(`for (let at = 0; at < 30; at++) open('/popup?' + at, '_blank')`),
  '/popup': html('<p>A popup.</p>'),
  '/fork-iframes': ({ response, url }: Visit) => {
    const name = url.searchParams.get('name') ?? ''
    const frame = (turn: number) => `<iframe src="/fork-iframes?name=${name}${turn}"></iframe>`
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<p>A page.</p>${name.length < MAX_FORKS ? frame(0) + frame(1) : ''}`)
  },
  '/screenshot-1e6px': html(
    `<body style="margin:0"><p>A tall page.</p><div style="height:1000000px;background:linear-gradient(red,blue)"></div>`,
  ),
  '/pdf-endless': scripted(
    `const grow = (count) => { for (let at = 0; at < count; at++) document.body.append(Object.assign(document.createElement('p'), { textContent: 'more '.repeat(100) })) }
     grow(20000); setInterval(grow, 50, 100)`,
  ),
  '/document-endless': (visit) => streamEndlessly(visit, 'text/html', '<p>more</p>'),
  '/image-endless': html('<p>A page.</p><img src="/pixels"><link rel="stylesheet" href="/styles">'),
  '/pixels': (visit) => streamEndlessly(visit, 'image/png', '\0'),
  '/styles': (visit) => streamEndlessly(visit, 'text/css', 'p{}'),
  '/storage-fill': scripted(
    `(async () => {
       const cache = await caches.open('fill')
       for (let at = 0; at < 200; at++) await cache.put('/fill/' + at, new Response(new Blob([new Uint8Array(1 << 20)])))
     })()`,
  ),
}

/** Frames twenty deep, two in each: a million pages without a limit. */
const MAX_FORKS = 20
const MAX_CHUNKS = 16 * 1024

/** As fast as it is read; a gigabyte at most. */
async function streamEndlessly({ response }: Visit, contentType: string, text: string): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, text)
  response.writeHead(200, { 'content-type': contentType })
  await pipeline(Readable.from(repeated(chunk)), response)
}

function* repeated(chunk: Buffer): Generator<Buffer> {
  for (let sent = 0; sent < MAX_CHUNKS; sent++) yield chunk
}
