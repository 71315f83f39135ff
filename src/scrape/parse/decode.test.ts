import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENCODED } from '../../../test/support/site-samples.ts'
import { decode } from './decode.ts'

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
    ['nothing', Buffer.alloc(0), '', ''],
  ]
  for (const [what, bytes, contentType, expected] of cases) {
    it(`reads ${what}`, () =>
      assert.ok(decode(bytes, contentType).includes(expected), decode(bytes, contentType)))
  }
})
