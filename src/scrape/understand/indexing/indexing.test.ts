import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { understandSource } from '../understand-source.ts'
import type { Wanted } from '../understand-source.ts'

const WANTED: Wanted = {
  formats: [],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  indexes: true,
}

const PARAGRAPH =
  'The harbour was rebuilt after the storm, and the lighthouse has guided ships into it ever since. '.repeat(
    8,
  )

function indexed(html: string, wanted: Partial<Wanted> = {}) {
  const understood = understandSource(
    {
      bytes: Buffer.from(html),
      contentType: 'text/html; charset=utf-8',
      url: 'https://site.test/a/page.html',
      response: { status: 200, headers: {} },
    },
    { ...WANTED, ...wanted },
  )
  assert.ok(understood.state === 'understood')
  return understood.forIndex
}

const page = (head: string, body: string) =>
  `<!doctype html><html><head>${head}</head><body><nav><a href="/">Imprint and shop</a></nav><main>${body}</main></body></html>`

describe('what a page is found by', () => {
  const html = page(
    `<title>Old harbour</title><meta name="description" content="About a harbour.">
     <meta property="article:published_time" content="2024-05-06T07:08:09Z">
     <meta property="og:image" content="/main.jpg">`,
    `<h1>The harbour</h1><p>${PARAGRAPH}</p>
     <img src="/tower.jpg" width="640" height="480" alt="A tower by the sea"><img src="/icon.png" width="16" height="16">`,
  )

  it('is its title, texts, date, language and pictures', () => {
    const found = indexed(html)!
    assert.equal(found.title, 'Old harbour')
    assert.equal(found.description, 'About a harbour.')
    assert.equal(found.language, 'en')
    assert.equal(found.publishedAt, Date.UTC(2024, 4, 6, 7, 8, 9))
    assert.match(found.text, /^The harbour\nThe harbour was rebuilt/)
    assert.doesNotMatch(found.text, /Imprint/)
    assert.deepEqual(found.pictures, [
      { url: 'https://site.test/main.jpg' },
      { url: 'https://site.test/tower.jpg', width: 640, height: 480, alt: 'A tower by the sea' },
    ])
    assert.ok(found.terms.words.split(' ').includes('tower'))
  })

  it('is derived only when it is wanted', () => {
    assert.equal(indexed(html, { indexes: false }), undefined)
  })

  it('does not depend on what the request selects', () => {
    const other = { onlyMainContent: false, includeTags: ['h1'], formats: [{ type: 'links' as const }] }
    assert.deepEqual(indexed(html, other), indexed(html))
  })

  it('is not derived from a challenge', () => {
    const challenge =
      '<html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/x.js"></script>' +
      '<div id="challenge-error-text">Enable JavaScript and cookies to continue</div></body></html>'
    const understood = understandSource(
      {
        bytes: Buffer.from(challenge),
        contentType: 'text/html',
        url: 'https://site.test/',
        response: { status: 403, headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' } },
      },
      WANTED,
    )
    assert.ok(understood.state === 'understood' && understood.signs.challenge !== undefined)
    assert.equal(understood.forIndex, undefined)
  })

  const dates: [name: string, head: string, time: number | undefined][] = [
    [
      'of its description for machines',
      '<script type="application/ld+json">{"datePublished": "2023-02-03"}</script>',
      Date.UTC(2023, 1, 3),
    ],
    [
      'of none where it describes several things',
      '<script type="application/ld+json">[{"datePublished":"2023-02-03"},{"datePublished":"2022-02-03"}]</script>',
      undefined,
    ],
    [
      'of its last change otherwise',
      '<meta property="article:modified_time" content="2020-01-02T00:00:00">',
      Date.UTC(2020, 0, 2),
    ],
    ['of none that cannot be', '<meta property="article:published_time" content="2999-01-01">', undefined],
    ['of none that is no date', '<meta property="article:published_time" content="yesterday">', undefined],
  ]
  for (const [name, head, time] of dates) {
    it(`has the date ${name}`, () =>
      assert.equal(indexed(page(head, `<p>${PARAGRAPH}</p>`))!.publishedAt, time))
  }

  it('has the language of its words where it declares none or a wrong one', () => {
    const german =
      'Der Hafen wurde nach dem Sturm wieder aufgebaut, und das ist für die Stadt sehr wichtig gewesen. '
    const html = page('<title>Hafen</title>', `<p>${german.repeat(8)}</p>`)
    assert.equal(indexed(html)!.language, 'de')
    assert.equal(indexed(html.replace('<html>', '<html lang="en">'))!.language, 'de')
  })

  const declared: [declared: string, language: string, text: string][] = [
    [
      'fi',
      'fi',
      'Suomi on valtio Pohjois-Euroopassa, ja sen naapurimaat ovat Ruotsi ja Norja. He eivät ole siellä, mutta me olemme.',
    ],
    [
      'ro-RO',
      'ro',
      'România este un stat în Europa. Economia este în creștere de la an la an, cu multe companii noi care au venit.',
    ],
    ['uk', 'uk', 'Україна — держава у Східній Європі. На півдні є море, а на заході гори.'],
    [
      'nb-NO',
      'no',
      'Norge er et land i Nord-Europa. Hovedstaden er Oslo, som er den største byen i landet, og det er fint.',
    ],
    ['fi', 'en', PARAGRAPH],
    ['no', 'en', PARAGRAPH],
  ]
  for (const [tag, language, text] of declared) {
    it(`has the language ${language} where it declares ${tag} and says "${text.slice(0, 12)}"`, () => {
      const html = page('', `<p>${text}</p>`).replace('<html>', `<html lang="${tag}">`)
      assert.equal(indexed(html)!.language, language)
    })
  }

  it('is bounded and whole also of pages that were made to be too much', () => {
    const long = page('<title>x</title>', `<p>${'word '.repeat(400_000)}</p>`)
    const found = indexed(long)!
    assert.ok(found.text.length <= 100_000)
    const nul = indexed(page('<title>a\ud800b</title>', `<p>${PARAGRAPH} \0 \ud800</p>`))!
    assert.ok(nul.terms.words.isWellFormed() && !nul.terms.words.includes('\0'))
  })
})
