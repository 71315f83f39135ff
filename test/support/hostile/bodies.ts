import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress, gzipSync } from 'node:zlib'
import { svgBomb } from './svg-bomb.ts'
import { html } from './web-site.ts'
import type { Visit, WebRoute } from './web-site.ts'

const MIB = 1024 * 1024

/** The responses of the site of the body cases, by path; `internal` is the URL of a trap. */
export function bodies(internal: string): Record<string, WebRoute> {
  return { ...sizes(), ...compressed(), ...encodings(), ...structures(internal) }
}

function sizes(): Record<string, WebRoute> {
  return {
    '/endless': (visit) => stream(visit, repeated(Buffer.alloc(MIB / 4, 'river '), 4096)),
    '/html-50mb': (visit) =>
      stream(visit, repeated(Buffer.from(PARAGRAPH), Math.floor((50 * MIB) / PARAGRAPH.length))),
    '/line-100mb': (visit) =>
      stream(visit, repeated(Buffer.alloc(MIB, 'a'), 100), { 'content-length': 100 * MIB }),
    '/zero-byte': ({ response }) => void response.writeHead(200, { 'content-length': 0 }).end(),
    '/sitemap-million': (visit) =>
      stream(visit, sitemapOf(visit, 1_000_000), { 'content-type': 'application/xml' }),
  }
}

/** A kilobyte, so that tags never cross a boundary. */
const PARAGRAPH = `<p>${'A line of a very long page. '.repeat(36)}</p>\n`.padEnd(1024)

function compressed(): Record<string, WebRoute> {
  const article = '<p>A page that was compressed.</p>'
  return {
    '/gzip-bomb': bomb('gzip', () => createGzip({ level: 9 })),
    '/br-bomb': bomb('br', () =>
      createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
      }),
    ),
    '/zstd-bomb': bomb('zstd', () => createZstdCompress()),
    '/gzip-in-gzip': bomb(
      'gzip, gzip',
      () => createGzip({ level: 9 }),
      (inner) => gzipSync(inner, { level: 9 }),
    ),
    '/encodings-50': labelled(Array(50).fill('gzip').join(', '), gzipSync(article)),
    '/gzip-corrupt': labelled('gzip', gzipSync(article.repeat(1000)).subarray(0, 100)),
    '/gzip-garbled': labelled(
      'gzip',
      Buffer.concat([gzipSync(article).subarray(0, 12), Buffer.alloc(100, 0xff)]),
    ),
    '/wrong-encoding': labelled('gzip', Buffer.from(article)),
    '/wrong-encoding-br': labelled('br', Buffer.from(article)),
  }
}

function encodings(): Record<string, WebRoute> {
  const page = (contentType: string, ...parts: (string | Buffer)[]) =>
    typed(contentType, Buffer.concat(parts.map((part) => Buffer.from(part as string))))
  const hex = (digits: string) => Buffer.from(digits, 'hex')
  return {
    '/no-content-type': ({ response }) =>
      void response.writeHead(200).end('<!doctype html><p>Found out by looking.</p>'),
    '/nul-bytes': page('text/html', '<title>A\0B</title><p>before\0after</p>'),
    '/lone-surrogate': page(
      'text/html; charset=utf-8',
      '<title>&#xD800;</title><p>one &#xD83D; two ',
      hex('eda080'),
      ' three</p>',
    ),
    '/lone-surrogate-json': page('application/json', '{"a":"\\ud800"}'),
    '/lone-surrogate-utf16': page(
      'text/html',
      hex('fffe'),
      Buffer.from('<p>one ', 'utf16le'),
      hex('00d8'),
      Buffer.from(' two</p>', 'utf16le'),
    ),
    '/bom-utf16le': page('text/html', hex('fffe'), Buffer.from('<p>naïve Ωmega</p>', 'utf16le')),
    '/charset-unknown': page('text/html; charset=x-foo', '<p>café</p>'),
    '/iso2022jp': page('text/html; charset=iso-2022-jp', '<p>', hex('1b2442467c4b5c386c1b2842'), '</p>'),
    '/gb18030': page('text/html; charset=gb18030', '<p>', hex('d6d0cec495328236'), '</p>'),
    '/utf7': page('text/html; charset=utf-7', '<p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-</p>'),
  }
}

function structures(internal: string): Record<string, WebRoute> {
  const laughs = Array.from(
    { length: 30 },
    (_, level) => `<!ENTITY l${level + 1} "&l${level};&l${level};">`,
  ).join('')
  return {
    '/svg-bomb': typed('image/svg+xml', svgBomb()),
    '/svg-inline': html(`<p>A page with a picture.</p>${svgBomb()}`),
    '/json-deep': typed('application/json', '['.repeat(100_000) + ']'.repeat(100_000)),
    '/json-ld-deep': html(
      `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script><p>A page with data.</p>`,
    ),
    '/xml-laughs': typed('application/xml', `<!DOCTYPE l [<!ENTITY l0 "ha">${laughs}]><l>&l30;</l>`),
    '/xhtml-laughs': typed(
      'application/xhtml+xml',
      `<!DOCTYPE html [<!ENTITY l0 "ha">${laughs}]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>&l30; end</p></body></html>`,
    ),
    '/xml-xxe': typed(
      'application/xml',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x; end</a>',
    ),
    '/xml-remote-dtd': typed(
      'application/xml',
      `<!DOCTYPE a SYSTEM "${internal}/a.dtd" [<!ENTITY % p SYSTEM "${internal}/p.ent"> %p;]><a>end</a>`,
    ),
    '/sitemap-loop': ({ response, url }) =>
      void response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><sitemapindex><sitemap><loc>${url.href}</loc></sitemap></sitemapindex>`),
  }
}

function typed(contentType: string, body: string | Buffer): WebRoute {
  return ({ response }) => void response.writeHead(200, { 'content-type': contentType }).end(body)
}

function labelled(encoding: string, body: Buffer): WebRoute {
  return ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body)
}

/**
 * A few hundred bytes to a few hundred kilobytes that expand to 256 MiB; generated on first use, without
 * holding them in memory.
 */
function bomb(
  encoding: string,
  compressor: () => NodeJS.ReadWriteStream,
  wrap = (bytes: Buffer) => bytes,
): WebRoute {
  let made: Promise<Buffer> | undefined
  return async (visit) => {
    made ??= collect(Readable.from(repeated(Buffer.alloc(MIB), 256)).pipe(compressor())).then(wrap)
    labelled(encoding, await made)(visit)
  }
}

async function collect(chunks: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(Buffer.from(chunk as string))
  return Buffer.concat(parts)
}

async function stream(
  { response }: Visit,
  chunks: Iterable<Buffer>,
  headers: Record<string, string | number> = {},
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/html', ...headers })
  await pipeline(Readable.from(chunks), response)
}

function* repeated(chunk: Buffer, times: number): Generator<Buffer> {
  for (let turn = 0; turn < times; turn++) yield chunk
}

function* sitemapOf({ url }: Visit, count: number): Generator<Buffer> {
  yield Buffer.from('<?xml version="1.0"?><urlset>')
  for (let at = 0; at < count; at += 1000) {
    const part = Array.from(
      { length: 1000 },
      (_, index) => `<url><loc>${url.origin}/page/${at + index}</loc></url>\n`,
    )
    yield Buffer.from(part.join(''))
  }
  yield Buffer.from('</urlset>')
}
