import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { understandSource } from '../../scrape/understand/understand-source.ts'

function markdownOf(xml: string, url: string | undefined = 'https://example.com/feed') {
  const wanted = {
    formats: [{ type: 'markdown' as const }, { type: 'links' as const }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  }
  const understood = understandSource(
    { bytes: Buffer.from(xml), contentType: 'application/xml', url },
    wanted,
  )
  assert.equal(understood.state, 'understood')
  return { ...understood.fields, metadata: understood.metadata }
}

const RSS = `<?xml version="1.0"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:x="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Field &amp; Barn</title><atom:link href="/feed" rel="self"/><link>https://example.com/blog/</link>
<description>News of the harvest</description><language>en-GB</language>
<image><title>Not this one</title><url>https://example.com/logo.png</url></image>
<item><title>Wheat is &lt;b&gt; in</title><link>https://example.com/blog/wheat</link><dc:creator>Ann Miller</dc:creator>
<pubDate>Tue, 19 Nov 2024 13:30:02 +0000</pubDate><description>Short.</description>
<x:encoded><![CDATA[<p>The <em>whole</em> text, with <a href="more">more</a>.</p>]]></x:encoded></item>
<item><description>An entry &lt;i&gt;without&lt;/i&gt; a title.</description><guid>https://example.com/blog/2</guid>
<enclosure url="https://example.com/2.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Das Feld</title><subtitle>Ernte</subtitle>
<link rel="self" href="https://example.com/atom"/><link href="https://example.com/"/>
<entry><title type="html">Weizen &amp;amp; Roggen</title><link rel="alternate" href="/weizen"/><author><name>Ann</name></author>
<updated>2024-11-19T13:30:02Z</updated><summary>kurz</summary>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Alles ist <strong>drin</strong>.</p></div></content></entry></feed>`

const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><title>Old news</title><link>https://example.com/</link><items/></channel>
<item><title>One</title><link>https://example.com/1</link><description>First.</description></item></rdf:RDF>`

describe('a feed', () => {
  it('of RSS is read as a page with a section for each entry', () => {
    const { markdown, links, metadata } = markdownOf(RSS)
    assert.equal(
      markdown,
      `# Field & Barn

News of the harvest

## Wheat is \\<b> in

Ann Miller, Tue, 19 Nov 2024 13:30:02 +0000, [https://example.com/blog/wheat](https://example.com/blog/wheat)

The *whole* text, with [more](https://example.com/blog/more).

[https://example.com/blog/2](https://example.com/blog/2), [https://example.com/2.mp3](https://example.com/2.mp3)

An entry *without* a title.`,
    )
    assert.deepEqual(links, [
      'https://example.com/blog/wheat',
      'https://example.com/blog/more',
      'https://example.com/blog/2',
      'https://example.com/2.mp3',
    ])
    assert.deepEqual(
      [metadata.title, metadata.description, metadata.language],
      ['Field & Barn', 'News of the harvest', 'en-GB'],
    )
  })

  it('of Atom is read, with markup that stands in the open', () => {
    const { markdown, metadata } = markdownOf(ATOM)
    assert.equal(
      markdown,
      `# Das Feld

Ernte

## Weizen & Roggen

Ann, 2024-11-19T13:30:02Z, [https://example.com/weizen](https://example.com/weizen)

Alles ist **drin**.`,
    )
    assert.equal(metadata.language, 'de')
  })

  it('of RSS 1.0 is read, with entries beside the channel', () => {
    assert.match(markdownOf(RDF).markdown!, /^# Old news\n\n## One\n\n\[https.*\n\nFirst\.$/)
  })

  it('goes on behind markup that names its body', () => {
    const item = (title: string) =>
      `<item><title>${title}</title><body xmlns="http://www.w3.org/1999/xhtml"><p>x</p></body></item>`
    const { markdown } = markdownOf(
      `<rss><channel><title>A</title>${item('One')}${item('Two')}</channel></rss>`,
    )
    assert.match(markdown!, /^# A\n\n## One\n\n## Two/)
  })

  it('goes on behind an entry that is a whole page', () => {
    const page = '<html><head><title>x</title></head><body><p>first</p></body></html>'
    const { markdown } = markdownOf(
      `<rss><channel><title>A</title><item><title>One</title><description><![CDATA[${page}]]></description></item><item><title>Two</title></item></channel></rss>`,
    )
    assert.equal(markdown, '# A\n\n## One\n\nfirst\n\n## Two')
  })

  it('shares its room among its entries', { timeout: 10_000 }, () => {
    const item = `<item><description><![CDATA[${'<b>'.repeat(10_900)}]]></description></item>`
    const { warning } = markdownOf(`<rss><channel><title>A</title>${item.repeat(600)}</channel></rss>`)
    assert.match(warning!, /not read to its end/)
  })

  it('says when it was not read to its end', () => {
    const deep = `${'<a>'.repeat(11_000)}${'</a>'.repeat(11_000)}`
    const { warning } = markdownOf(`<rss><channel><title>A</title>${deep}</channel></rss>`)
    assert.match(warning!, /not read to its end/)
  })

  it('stays as it is when it is other data', () => {
    assert.match(
      markdownOf('<urlset><url><loc>https://example.com/</loc></url></urlset>').markdown!,
      /^```xml/,
    )
    assert.match(markdownOf('<rss><channel></channel></rss>').markdown!, /^```xml/)
    assert.match(markdownOf('<feed><title>Products</title><product>x</product></feed>').markdown!, /^```xml/)
  })
})
