import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PASSAGES, encode } from '../../../test/support/encoded-texts.ts'
import { ENCODED } from '../../../test/support/site-samples.ts'
import { decode } from './decode.ts'

const RUSSIAN = PASSAGES['ru']!

describe('decode', () => {
  for (const [name, { text, contentType, bytes }] of Object.entries(ENCODED)) {
    it(`reads ${name}`, () => {
      const decoded = decode(bytes, contentType)
      assert.ok(decoded.includes(text), decoded)
      assert.ok(!decoded.startsWith('\ufeff'))
    })
  }

  const cases: [string, Buffer, string, string][] = [
    [
      'an XML declaration',
      Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>', 'latin1'),
      'text/xml',
      'é',
    ],
    ['a charset in quotes', Buffer.from('\xe9', 'latin1'), 'text/html; Charset="ISO-8859-1"', 'é'],
    [
      'UTF-8 with one broken byte',
      Buffer.from('äöüßéèêàçñ'.repeat(3) + 'x', 'utf8').subarray(0, 59),
      'text/html',
      'äöü',
    ],
    ['a meta that claims UTF-16', Buffer.from('<meta charset="utf-16"><p>é'), 'text/html', 'é'],
    [
      'UTF-7 as the ASCII it is',
      Buffer.from('+ADw-script+AD4-'),
      'text/html; charset=utf-7',
      '+ADw-script+AD4-',
    ],
    [
      'ISO-2022-JP',
      Buffer.from('1b24422d465c1b2842'.replace('2d46', '467c').replace('5c', '4b5c'), 'hex'),
      'text/html; charset=iso-2022-jp',
      '日本',
    ],
    ['NUL bytes away', Buffer.from('a\0b'), 'text/html', 'ab'],
    ['other control characters away', Buffer.from('a\x01\x1fb\tc\n'), 'text/html', 'ab\tc\n'],
    ['nothing', Buffer.alloc(0), '', ''],
    ['UTF-16 without a mark', Buffer.from('<p>naïve Ωmega</p>', 'utf16le'), 'text/html', 'naïve Ωmega'],
    ['a header that claims UTF-16', Buffer.from('<p>plain</p>'), 'text/html; charset=utf-16', '<p>plain</p>'],
    [
      'a Chinese page labelled UTF-8',
      encode(PASSAGES['zh']!, 'gbk'),
      'text/html; charset=utf-8',
      PASSAGES['zh']!,
    ],
    ['a Russian page labelled UTF-8', encode(RUSSIAN, 'windows-1251'), 'text/html; charset=utf-8', RUSSIAN],
    ['a UTF-8 page labelled windows-1251', Buffer.from(RUSSIAN), 'text/html; charset=windows-1251', RUSSIAN],
    ['a UTF-8 page labelled GBK', Buffer.from(PASSAGES['zh']!), 'text/html; charset=gbk', PASSAGES['zh']!],
    [
      'a UTF-8 page labelled Latin 1',
      Buffer.from(PASSAGES['fr']!),
      'text/html; charset=iso-8859-1',
      PASSAGES['fr']!,
    ],
    [
      'a meta that is right when the header is wrong',
      Buffer.concat([Buffer.from('<meta charset="koi8-r">'), encode('Привет', 'koi8-r')]),
      'text/html; charset=utf-8',
      'Привет',
    ],
    [
      'a header rather than a meta when both make sense',
      Buffer.concat([Buffer.from('<meta charset="koi8-r">'), encode('Привет', 'windows-1251')]),
      'text/html; charset=windows-1251',
      'Привет',
    ],
    ['an unknown encoding name', encode(RUSSIAN, 'koi8-r'), 'text/html; charset=x-foo', RUSSIAN],
    [
      'few words in the language that the page names',
      Buffer.concat([Buffer.from('<html lang="pl"><p>'), encode('łodzie już są', 'iso-8859-2')]),
      'text/html',
      'łodzie już są',
    ],
    [
      'UTF-8 with a quotation that is broken',
      Buffer.concat([Buffer.from(`<p>${RUSSIAN}</p>`), encode('Привет', 'koi8-r')]),
      'text/html',
      RUSSIAN,
    ],
    [
      'markup that is left open',
      Buffer.concat([
        Buffer.from('<p>'),
        encode(RUSSIAN, 'windows-1251'),
        Buffer.from('<!-- <script>'.repeat(50_000)),
      ]),
      'text/html',
      RUSSIAN,
    ],
  ]
  for (const [what, bytes, contentType, expected] of cases) {
    it(`reads ${what}`, () =>
      assert.ok(decode(bytes, contentType).includes(expected), decode(bytes, contentType)))
  }
})
