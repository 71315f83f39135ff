import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseHtml } from '../../../content/parse/html.ts'
import { mediaOf } from './media.ts'
import { assertCheap } from '../../../../test/support/assert-cheap.ts'

const PAGE = 'https://site.example/talks/first'
const at = (html: string, kind: 'audio' | 'video') => mediaOf(parseHtml(html, PAGE, false), kind)
const linked = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe('the audio of a page', () => {
  const cases: Record<string, [html: string, url: string | undefined]> = {
    'is what it plays': ['<audio controls src="/a.mp3"></audio>', 'https://site.example/a.mp3'],
    'may have no ending': ['<audio src="stream?id=7"></audio>', 'https://site.example/talks/stream?id=7'],
    'may stand in a source': [
      '<audio><source src="a.ogg" type="audio/ogg"></audio>',
      'https://site.example/talks/a.ogg',
    ],
    'may be loaded late': ['<audio data-src="//cdn.example/a.m4a"></audio>', 'https://cdn.example/a.m4a'],
    'is not what only the page can open': ['<audio src="blob:https://site.example/1"></audio>', undefined],
    'is not a recording in the address itself': [
      '<audio src="data:audio/mp3;base64,AAAA"></audio>',
      undefined,
    ],
    'may be shared': [
      '<meta property="og:audio" content="https://cdn.example/e.mp3">',
      'https://cdn.example/e.mp3',
    ],
    'may be shared without an ending, by its type': [
      '<meta property="og:audio" content="https://cdn.example/e"><meta property="og:audio:type" content="audio/mpeg">',
      'https://cdn.example/e',
    ],
    'may be described': [
      linked({
        '@graph': [
          { '@type': 'PodcastEpisode', associatedMedia: { '@type': 'MediaObject', contentUrl: '/e.mp3' } },
        ],
      }),
      'https://site.example/e.mp3',
    ],
    'may be an AudioObject without an ending': [
      linked({ '@type': 'AudioObject', contentUrl: 'https://cdn.example/listen/7' }),
      'https://cdn.example/listen/7',
    ],
    'may be linked': ['<a href="/e.flac">Download</a>', 'https://site.example/e.flac'],
    'may be enclosed': [
      '<link rel="enclosure" type="audio/mpeg" href="/get/7">',
      'https://site.example/get/7',
    ],
    'may be known to scripts only': [
      '<script>var player = {"file":"https:\\/\\/cdn.example\\/e.mp3?t=1\\u0026s=2"}</script>',
      'https://cdn.example/e.mp3?t=1&s=2',
    ],
    'may be in the data of an element': ['<div data-track="/e.opus"></div>', 'https://site.example/e.opus'],
    'may be played by an element for videos': ['<video src="/e.mp3"></video>', 'https://site.example/e.mp3'],
    'is not the page about a file': ['<a href="/wiki/File:Song.ogg">Song</a>', undefined],
    'is not a player of another site': [
      '<iframe src="https://open.spotify.com/embed/episode/7"></iframe>',
      undefined,
    ],
    'is not a video': ['<video src="/v.mp4"></video>', undefined],
    'is not there': ['<p>Nothing to hear.</p>', undefined],
  }
  for (const [name, [html, url]] of Object.entries(cases)) {
    test(name, () => assert.equal(at(html, 'audio')?.url, url))
  }
})

describe('the video of a page', () => {
  const cases: Record<string, [html: string, url: string | undefined]> = {
    'is what it plays': ['<video controls src="/v.mp4"></video>', 'https://site.example/v.mp4'],
    'is the best that is declared': [
      '<video><source src="a.mp4" size="480"><source src="b.mp4" size="1080"><source src="c.mp4" size="720"></video>',
      'https://site.example/talks/b.mp4',
    ],
    'is the best by its name': [
      '<video><source src="/v-360p.mp4"><source src="/v-720p.mp4"></video>',
      'https://site.example/v-720p.mp4',
    ],
    'is a file rather than a stream': [
      '<video><source src="/v.m3u8" type="application/x-mpegURL"><source src="/v.mp4"></video>',
      'https://site.example/v.mp4',
    ],
    'may be a stream': ['<video><source src="/v.m3u8"></video>', 'https://site.example/v.m3u8'],
    'stands in the content rather than around it': [
      '<aside><video src="/ad.mp4"></video></aside><main><video src="/talk.mp4"></video></main>',
      'https://site.example/talk.mp4',
    ],
    'is the first of equals': [
      '<main><video src="/1.mp4"></video><video src="/2.mp4"></video></main>',
      'https://site.example/1.mp4',
    ],
    'is not the decoration, when there is another': [
      `<video autoplay muted loop src="/waves.mp4"></video>${linked({ '@type': 'VideoObject', contentUrl: '/talk.mp4' })}`,
      'https://site.example/talk.mp4',
    ],
    'is the decoration, when there is no other': [
      '<video autoplay muted loop src="/waves.mp4"></video>',
      'https://site.example/waves.mp4',
    ],
    'may be shared over a secure address': [
      '<meta property="og:video" content="http://cdn.example/v.mp4"><meta property="og:video:secure_url" content="https://cdn.example/v.mp4"><meta property="og:video:type" content="video/mp4">',
      'https://cdn.example/v.mp4',
    ],
    'is what is shared as a file, not what is shared as a player': [
      '<meta property="og:video" content="https://p.example/embed/7"><meta property="og:video:type" content="text/html"><meta property="og:video" content="https://p.example/v"><meta property="og:video:type" content="video/mp4">',
      'https://p.example/v',
    ],
    'may be linked': ['<a href="/v.webm">See</a>', 'https://site.example/v.webm'],
    'has a base': [
      '<base href="https://cdn.example/x/"><video src="v.mp4"></video>',
      'https://cdn.example/x/v.mp4',
    ],
    'has an address on the web': ['<video src="rtmp://cdn.example/v.mp4"></video>', undefined],
    'is not in broken data': [
      '<script type="application/ld+json">{"@type":"VideoObject",</script>',
      undefined,
    ],
    'is not a sound': ['<audio src="/a.mp3"></audio>', undefined],
  }
  for (const [name, [html, url]] of Object.entries(cases)) {
    test(name, () => {
      const found = at(html, 'video')
      assert.deepEqual([found?.url, found?.warning], [url, undefined])
    })
  }

  const players: Record<string, [html: string, url: string]> = {
    'framed in the page': [
      '<iframe src="https://www.youtube.com/embed/abc123xyz"></iframe>',
      'https://www.youtube.com/embed/abc123xyz',
    ],
    'in place of whose frame its content stands': [
      '<div data-frame-src="https://player.vimeo.com/video/1">Play</div>',
      'https://player.vimeo.com/video/1',
    ],
    'that is described': [
      linked({ '@type': ['VideoObject'], embedUrl: 'https://p.example/embed/7' }),
      'https://p.example/embed/7',
    ],
    'that is shared': [
      '<meta property="og:video:url" content="https://p.example/embed/7"><meta property="og:video:type" content="text/html">',
      'https://p.example/embed/7',
    ],
  }
  for (const [name, [html, url]] of Object.entries(players)) {
    test(`has a warning when there is only a player ${name}`, () => {
      const found = at(html, 'video')
      assert.equal(found?.url, url)
      assert.match(found?.warning ?? '', /player/)
    })
  }

  test('is not an arbitrary frame', () => {
    assert.equal(at('<iframe src="https://ads.example/frame"></iframe>', 'video'), undefined)
  })
})

describe('a page with one huge part', () => {
  const cases: Record<string, string> = {
    players: '<video src="/v.mp4"><source src="/w.mp4"></video>'.repeat(100_000),
    links: '<a href="/v.mp4">v</a>'.repeat(200_000),
    'data attributes': `<p data-a="${'x.mp4'.repeat(100_000)}">`.repeat(10),
    'a script of names of files': `<script>${'.mp4 '.repeat(1_000_000)}</script>`,
    'a script without an end': `<script>"http${'x'.repeat(3_000_000)}.mp4`,
    'nested data': `<script type="application/ld+json">${'['.repeat(5000)}${']'.repeat(5000)}</script>`,
    'a type without an end': `<script type="application/ld+json">{"@type":${'['.repeat(20_000)}${']'.repeat(20_000)}}</script>`,
    'much data': linked(
      Array.from({ length: 100_000 }, () => ({ '@type': 'VideoObject', contentUrl: '/v.mp4' })),
    ),
    'tags for sharing': '<meta property="og:video" content="/v.mp4">'.repeat(100_000),
    'a long address': `<video src="/${'a:'.repeat(1_000_000)}.mp4">`,
  }
  for (const [name, html] of Object.entries(cases)) {
    test(`is read quickly: ${name}`, () => {
      const page = parseHtml(html, PAGE, false)
      assertCheap(() => mediaOf(page, 'video'), 4_000)
    })
  }
})
