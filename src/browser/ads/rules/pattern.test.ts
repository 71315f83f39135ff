import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundedRegex } from './pattern.ts'

describe('boundedRegex', () => {
  const taken: [string, string, boolean][] = [
    ['ads?', 'https://a.example/ad', true],
    [String.raw`^https?:\/\/[a-z]{8,15}\.(com|net)\/[0-9]{2,}\.js$`, 'https://abcdefgh.com/12.js', true],
    [String.raw`^https?:\/\/[a-z]{8,15}\.(com|net)\/[0-9]{2,}\.js$`, 'https://abc.com/12.js', false],
    [String.raw`\/[0-9a-f]{32}\/invoke\.js`, `https://a.example/${'0f'.repeat(16)}/invoke.js`, true],
    ['ads.*track', 'https://a.example/ads/x/track', true],
    ['(?:[a-z]{2}\\.)?ads', 'https://de.ads.example/', true],
    ['(?:ab)+c', 'https://a.example/ababc', true],
    ['(?:[a-z]{2,4}-){1,3}ad', 'https://a.example/ab-abc-ad', true],
    ['[\\]x]y', 'https://a.example/]y', true],
    ['a{1,3}b{2}', 'https://a.example/aabb', true],
    ['x{y', 'https://a.example/x{y', true],
  ]
  for (const [source, address, verdict] of taken) {
    it(`accepts ${source} and returns ${verdict} for ${address.slice(0, 60)}`, () => {
      assert.equal(boundedRegex(source, false)?.test(address), verdict)
    })
  }

  const refused = {
    'a repetition in a repetition': ['(a+)+$', '(a*)*b', '(?:a+b?)*c', '((a{1,9}){1,9}){1,9}', '(x?){99}y'],
    'alternatives in a repetition': ['(a|a)+$', '(?:a|ab)*c'],
    'more repetitions than can be tried': [
      'a.*b.*c',
      '.*.*.*x',
      '^.*a.*b.*c',
      '[a-z]+[a-z]+[a-z]+x',
      '^a|b.*c.*d',
    ],
    'references and assertions': ['(a)\\1', '(?<x>a)\\k<x>', 'a(?=b)', 'a(?!b)', '(?<!a)b'],
    'invalid expressions': ['a(', 'a)', '[a', '*', 'a**', '\\'],
    'too many groups': ['('.repeat(5000), `${'(?:'.repeat(30)}a${')'.repeat(30)}`],
  }
  for (const [what, sources] of Object.entries(refused)) {
    for (const source of sources) {
      it(`rejects ${what}: ${source.slice(0, 40)}`, () =>
        assert.equal(boundedRegex(source, false), undefined))
    }
  }

  it('is case-sensitive only on request', () => {
    assert.equal(boundedRegex('Ad', false)?.test('https://a.example/ad'), true)
    assert.equal(boundedRegex('Ad', true)?.test('https://a.example/ad'), false)
  })

  it('reads only the beginning of a long URL', () => {
    const regex = boundedRegex('a.*b', false)
    assert.equal(regex?.test(`https://a.example/${'a'.repeat(5000)}b`), false)
  })
})
