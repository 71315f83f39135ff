import { pdfOf } from './pdf-file.ts'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { COMMON, PASSAGES, encode, writable } from './encoded-texts.ts'

/** A page with everything that the first formats need. */
export const ARTICLE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>How rivers bend</title>
  <meta name="description" content="Why a river never stays straight.">
  <meta name="keywords" content="rivers, meanders">
  <meta name="robots" content="index,follow">
  <meta property="og:title" content="How rivers bend (og)">
  <meta property="og:image" content="/images/river.jpg">
  <meta property="og:locale:alternate" content="de_DE">
  <meta property="og:locale:alternate" content="fr_FR">
  <meta property="article:published_time" content="2024-05-01T08:00:00Z">
  <meta name="dcterms.created" content="2024-04-30">
  <link rel="icon" href="/favicon.png">
  <style>.hidden { display: none }</style>
</head>
<body>
  <header><a href="/">Home</a> <nav><a href="/about">About us</a></nav></header>
  <main>
    <article>
      <h1>How rivers bend</h1>
      <p>A river that flows over <em>soft</em> ground begins to <strong>wander</strong>. The water on the outside of
      a bend runs faster and takes the bank away; on the inside it runs slower and leaves its sand behind.</p>
      <p>See <a href="/article/oxbow?from=bend#lake">oxbow lakes</a> for what happens when two bends meet, and the
      <a href="notes.txt">notes</a> of the survey.</p>
      <img src="images/river.jpg" alt="A meander seen from above">
      <ul><li>outer bank: erosion</li><li>inner bank: deposition</li></ul>
      <pre><code class="language-python">def bend(width):
    return width * 11
</code></pre>
      <table>
        <thead><tr><th>River</th><th>Length</th></tr></thead>
        <tbody><tr><td>Rhine</td><td>1,230 km</td></tr><tr><td>Elbe</td><td>1,094 km</td></tr></tbody>
      </table>
    </article>
  </main>
  <footer>Copyright 2024 &amp; later. <a href="/imprint">Imprint</a></footer>
  <script>document.title = 'changed by a script'</script>
</body>
</html>`

/** A page that needs a browser to render its content. */
export const SCRIPT_ONLY = `<!doctype html><html><head><title>App</title></head><body><div id="root"></div>
<script>document.getElementById('root').innerHTML = '<h1>Made by a script</h1><p>Only a browser sees this text.</p>'</script>
</body></html>`

/** Texts in the bytes of their encoding; `text` is the expected result. */
export const ENCODED: Record<string, { text: string; contentType: string; bytes: Buffer }> = {
  gbk: encoded('中文网页', 'gbk', 'd6d0cec4cdf8d2b3', 'header'),
  'gbk-meta': encoded('中文网页', 'gbk', 'd6d0cec4cdf8d2b3', 'meta'),
  big5: encoded('繁體中文', 'big5', 'c163c5e9a4a4a4e5', 'header'),
  shift_jis: encoded('日本語のページ', 'shift_jis', '93fa967b8cea82cc8379815b8357', 'meta'),
  'euc-kr': encoded('한국어', 'euc-kr', 'c7d1b1b9beee', 'header'),
  'windows-1251': encoded('Привет, мир', 'windows-1251', 'cff0e8e2e5f22c20ece8f0', 'header'),
  'koi8-r': encoded('Привет', 'koi8-r', 'f0d2c9d7c5d4', 'meta'),
  unknown: encoded('café', 'x-foo', '636166c3a9', 'header'),
  'utf-16le': withMark('naïve Ωmega', 'fffe', (text) => Buffer.from(text, 'utf16le')),
  'utf-16be': withMark('naïve Ωmega', 'feff', (text) => Buffer.from(text, 'utf16le').swap16()),
  'utf-8-bom': withMark('naïve Ωmega', 'efbbbf', (text) => Buffer.from(text, 'utf8')),
  'windows-1252': {
    text: 'café',
    contentType: 'text/html',
    bytes: Buffer.from('<p>caf\u00e9</p>', 'latin1'),
  },
  ...Object.fromEntries(COMMON.map(([encoding, language]) => unlabelled(encoding, language))),
}

/** A page without any declared encoding, with typical words around the text. */
function unlabelled(encoding: string, language: string) {
  const text = writable(PASSAGES[language]!, encoding)
  const around = '<!doctype html><html><head><title>Page</title><style>p { color: red }</style></head><body>'
  const nav = '<nav><a href="/">Home</a> <a href="/about">About us</a></nav><p class="text">'
  const bytes = Buffer.concat([
    Buffer.from(around + nav),
    encode(text, encoding),
    Buffer.from('</p></body></html>'),
  ])
  return [`unlabelled-${encoding}-${language}`, { text, contentType: 'text/html', bytes }] as const
}

function encoded(text: string, charset: string, hex: string, announcedBy: 'header' | 'meta') {
  const meta =
    announcedBy === 'meta' ? `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">` : ''
  return {
    text,
    contentType: announcedBy === 'header' ? `text/html; charset=${charset}` : 'text/html',
    bytes: Buffer.concat([
      Buffer.from(`<html><head>${meta}</head><body><p>`),
      Buffer.from(hex, 'hex'),
      Buffer.from('</p>'),
    ]),
  }
}

function withMark(text: string, mark: string, encode: (text: string) => Buffer) {
  // The header names another encoding on purpose: the byte order mark takes precedence.
  const bytes = Buffer.concat([Buffer.from(mark, 'hex'), encode(`<p>${text}</p>`)])
  return { text, contentType: 'text/html; charset=iso-8859-1', bytes }
}

export const COMPRESSED: Record<string, { encoding: string; compress: (bytes: Buffer) => Buffer }> = {
  gzip: { encoding: 'gzip', compress: gzipSync },
  br: { encoding: 'br', compress: brotliCompressSync },
  deflate: { encoding: 'deflate', compress: deflateSync },
  'deflate-raw': { encoding: 'deflate', compress: deflateRawSync },
  zstd: { encoding: 'zstd', compress: zstdCompressSync },
  twice: { encoding: 'gzip, br', compress: (bytes) => brotliCompressSync(gzipSync(bytes)) },
  'gzip-cut': { encoding: 'gzip', compress: (bytes) => gzipSync(bytes).subarray(0, -20) },
  'gzip-lie': { encoding: 'gzip', compress: (bytes) => bytes },
  unknown: { encoding: 'rot13', compress: (bytes) => bytes },
  often: { encoding: Array(50).fill('gzip').join(', '), compress: (bytes) => bytes },
}

/** Every closing tag searches all open elements: minutes of work in a few megabytes. */
export const TANGLED = '<div>'.repeat(9000) + '</x>'.repeat(2_000_000)

/** Small files that are not HTML. */
export const DOCUMENTS: Record<string, { contentType: string; body: string | Buffer }> = {
  'page.html': {
    contentType: 'text/html; charset=utf-8',
    body: '<h1>A small page</h1><p>With one line.</p>',
  },
  'notes.txt': { contentType: 'text/plain; charset=utf-8', body: 'Bend 1: 40 m\nBend 2: 55 m *estimated*\n' },
  'data.json': { contentType: 'application/json', body: '{"river":"Rhine","km":1230}' },
  'table.csv': { contentType: 'text/csv', body: 'river,km\nRhine,1230\nElbe,1094\n' },
  'feed.xml': {
    contentType: 'application/rss+xml',
    body: '<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>',
  },
  'report.pdf': {
    contentType: 'application/pdf',
    body: pdfOf([
      ['# Rivers', 'The Rhine is 1230 km long, and the Elbe is 1094 km long.'],
      ['The second page says the same about canals, which are shorter.'],
    ]),
  },
  'file.pdf': { contentType: 'application/pdf', body: '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n' },
  'pixel.png': {
    contentType: 'image/png',
    body: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  untyped: { contentType: '', body: '<!doctype html><title>No type</title><p>Found out by looking.</p>' },
}
