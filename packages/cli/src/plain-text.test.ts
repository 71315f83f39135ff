import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainJson, plainText } from './plain-text.ts'

const CASES: Record<string, [string, string]> = {
  colours: ['a\x1b[31mred\x1b[0m', 'ared'],
  'a cleared screen': ['\x1b[2J\x1b[Hgone', 'gone'],
  'a window title': ['\x1b]0;owned\x07text', 'text'],
  'a write to the clipboard': ['\x1b]52;c;ZXZpbA==\x1b\\text', 'text'],
  'a link that hides its address': ['\x1b]8;;http://evil.test\x1b\\click\x1b]8;;\x1b\\', 'click'],
  'eight-bit sequences': ['\u009b31mred\u009d0;owned\u009cx', 'redx'],
  'a device control string': ['\x1bPq#0\x1b\\x', 'x'],
  'a sequence without an end': ['\x1b]0;owned', ']0;owned'],
  'overwritten lines': ['safe\rEVIL', 'safeEVIL'],
  'line ends of Windows': ['a\r\nb\tc\n', 'a\nb\tc\n'],
  'backspaces and bells': ['a\bb\x07', 'ab'],
  'turned writing': ['a\u202eb\u2066c', 'abc'],
  'what is harmless': ['Grüße 日本 🌾\n', 'Grüße 日本 🌾\n'],
}
for (const [what, [given, plain]] of Object.entries(CASES)) {
  it(`text for a terminal: ${what}`, () => assert.equal(plainText(given), plain))
}

it('takes linear time for any text', () => {
  const text = '\x1b]'.repeat(200_000)
  assert.equal(plainText(text), ']'.repeat(200_000))
})

it('JSON for a terminal keeps its value by using escapes', () => {
  const json = JSON.stringify({ a: 'x\u009b31m\u202ey\x1b' })
  assert.ok(!/[\u0080-\u009f\u202e]/.test(plainJson(json)))
  assert.deepEqual(JSON.parse(plainJson(json)), { a: 'x\u009b31m\u202ey\x1b' })
})
