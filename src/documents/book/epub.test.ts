import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentReader } from '../../../test/support/document-reader.ts'
import { zipOf } from '../../../test/support/zip-file.ts'
import { UnreadableDocument } from '../converted.ts'
import { convertEpub } from './epub.ts'

interface Book {
  metadata?: string
  /** Of the manifest, with the attributes of each item. */
  properties?: Record<string, string>
  files?: Record<string, string>
}

/** A book of these chapters in order; the manifest lists them in reverse. */
function epub(
  chapters: Record<string, string>,
  { metadata = '', properties = {}, files = {} }: Book = {},
): Buffer {
  const names = Object.keys(chapters)
  const items = names.map(
    (name) =>
      `<item id="${name}" href="text/${encodeURIComponent(name)}" media-type="application/xhtml+xml" properties="${properties[name] ?? ''}"/>`,
  )
  const pages = Object.entries(chapters).map(([name, body]) => [
    `OEBPS/text/${name}`,
    `<?xml version="1.0"?><html><head><title>no</title><style>no</style></head><body>${body}</body></html>`,
  ])
  return zipOf({
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata>${metadata}</metadata><manifest>${items.toReversed().join('')}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ...(Object.fromEntries(pages) as Record<string, string>),
    ...files,
  })
}

const { convert, html } = documentReader(convertEpub, 'a.epub')

describe('a book', () => {
  const cases: readonly (readonly [what: string, chapters: Record<string, string>, expected: string])[] = [
    [
      'reads its chapters in order',
      { 'b b.xhtml': '<h1>One</h1>', 'a.xhtml': '<p>Two</p>' },
      '<h1>One</h1>\n<p>Two</p>',
    ],
    [
      'has structure without looks',
      {
        'a.xhtml':
          '<p class="x" style="y"><span>a</span>&nbsp;<b>b</b><br/><a id="z"/>c<script>no()</script></p>',
      },
      '<p>a\u00a0<b>b</b><br>c</p>',
    ],
    [
      'links out of it, and not within',
      {
        'a.xhtml':
          '<p><a href="https://a.test/?b=1&amp;c">a</a> <a href="b.xhtml">b</a> <a href="javascript:c">c</a></p>',
      },
      '<p><a href="https://a.test/?b=1&amp;c">a</a> b c</p>',
    ],
    [
      'finds its notes in other chapters',
      {
        'a.xhtml': '<p id="p">a<a epub:type="noteref" href="n.xhtml#n1">1</a></p>',
        'n.xhtml': '<aside id="n1"><p>note <a href="a.xhtml#p" role="doc-backlink">↩</a></p></aside>',
      },
      '<p>a<a href="#OEBPS-text-n-xhtml-n1" role="doc-noteref">1</a></p>\n<aside id="OEBPS-text-n-xhtml-n1"><p>note </p></aside>',
    ],
    [
      'leaves out the numbers of printed pages and what is hidden',
      { 'a.xhtml': '<p>a<span epub:type="pagebreak">12</span><i hidden="">b</i></p>' },
      '<p>a</p>',
    ],
    [
      'leaves out pages that only lead to others',
      {
        'toc.xhtml': `<h1>Toc</h1>${'<p><a href="a.xhtml">A chapter of it</a></p>'.repeat(5)}`,
        'a.xhtml': '<p>a</p>',
      },
      '<p>a</p>',
    ],
    [
      'shows that there are pictures, and what is said about them',
      { 'a.xhtml': '<p><img src="../i/d.jpg" alt="A duck"/><img src="../i/e.jpg" alt=""/>x</p>' },
      '<p><img src="data:image/jpeg;base64..." alt="A duck"><img src="data:image/jpeg;base64..." alt="">x</p>',
    ],
  ]
  for (const [what, chapters, expected] of cases) {
    it(what, async () => assert.equal(await html(epub(chapters)), expected))
  }

  it('keeps images on request', async () => {
    const book = epub(
      { 'a.xhtml': '<svg><image xlink:href="../d.png"/></svg>' },
      { files: { 'OEBPS/d.png': 'PNG' } },
    )
    assert.equal(await html(book, true), '<img src="data:image/png;base64,UE5H" alt="">')
  })

  it('leaves out its table of contents', async () => {
    const book = epub(
      { 'nav.xhtml': '<p>x</p>', 'a.xhtml': '<p>a</p>' },
      { properties: { 'nav.xhtml': 'scripted nav' } },
    )
    assert.equal(await html(book), '<p>a</p>')
  })

  it('returns its metadata', async () => {
    const metadata =
      '<dc:title>T</dc:title><dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator><dc:language>en</dc:language><dc:subject>x</dc:subject><dc:description>&lt;p&gt;About&lt;/p&gt;</dc:description><dc:date>2024</dc:date>'
    assert.deepEqual((await convert(epub({ a: '<p>a</p>' }, { metadata }))).metadata, {
      title: 'T',
      author: 'Ann, Ben',
      language: 'en',
      keywords: 'x',
      description: 'About',
      createdTime: '2024-01-01T00:00:00.000Z',
    })
  })

  const lock = (algorithm: string, file: string) => ({
    'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${file}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  })

  it('is read when only its fonts are obfuscated', async () => {
    const files = lock('http://www.idpf.org/2008/embedding', 'OEBPS/font.otf')
    assert.equal(await html(epub({ a: '<p>a</p>' }, { files })), '<p>a</p>')
  })

  const refusals: readonly (readonly [string, Buffer, string])[] = [
    [
      'locked',
      epub(
        { a: '<p>a</p>' },
        { files: lock('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OEBPS/a.xhtml') },
      ),
      'encrypted',
    ],
    ['without a list of chapters', zipOf({ mimetype: 'application/epub+zip' }), 'damaged'],
    ['without chapters', epub({}), 'damaged'],
    ['nested endlessly', epub({ a: '<div>'.repeat(2000) }), 'too large'],
  ]
  for (const [what, bytes, reason] of refusals) {
    it(`is rejected when it is ${what}`, async () => {
      await assert.rejects(
        convert(bytes),
        (error) => error instanceof UnreadableDocument && error.reason === reason,
      )
    })
  }

  it('is truncated when it has too much text, with a warning', async () => {
    const chapter = `<p>${'word '.repeat(3_000_000)}</p>`
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, chapter])
    const { content, warnings } = await convert(epub(Object.fromEntries(names) as Record<string, string>))
    assert.ok('html' in content && content.html.length < 65_000_000)
    assert.deepEqual(warnings, ['The book was truncated after 4 chapters: it has too much text.'])
  })

  it('has short names for its notes', async () => {
    const note = '<p><a href="#n" role="doc-noteref">1</a></p><p id="n">note</p>'
    const text = await html(epub({ [`${'x'.repeat(5000)}.xhtml`]: note }))
    assert.match(text, /<p id="[\w-]+">note<\/p>/)
    assert.ok(text.length < 1000)
  })
})
