import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RE2JS } from 're2js'
import { toLinearPattern, replaceSurrogates } from './linear-search.ts'

const TEXTS = [
  '',
  '/',
  '/a',
  '/b/aa/ab.html',
  '/blog/2024/05/a-title_1.html',
  'p{L}',
  'pL1',
  'a\nb',
  'a\rb',
  'a\u2028b',
  ' \t\v\f\u00a0\ufeff',
  'ſK',
  'über/ß',
  '😀',
  '/😀/a',
  '\ud83d',
  'x{2',
  'a{,5}',
  '[a&&b]',
  'n]',
  'Q.E',
  '\u0001\u0008\0',
  '-.,^$|()*+?\\',
  'zAZ',
]

describe('a linear pattern', () => {
  const patterns = [
    '',
    ...words`/blog/ ^/blog/.*$ ^(a+)+$ (?:a|b|)*c? a{2} a{1,}b a{0} a{2,3}? (?<n>a)b ^$ $ K s`,
    ...words`. ^.$ ^..$ ^.{3}$ \s \S [\s] [^\s] ^\S+$ \w \W [^\w] \D\d \/ \- \. \_ \% [é] ü [^é]`,
    ...words`\bb \Ba [^a] [a-c] [-a] [a-] [\w-.] [\w-a] [a&&b] [\]] [\-a] [\s-] [^\s/] [^\W\d]`,
    ...words`(|a)+b (?:)* ()+ (?:^a|b$) a| | (?:\b|a)*b (a*)*b (?:a?){3}b`,
  ]
  for (const pattern of patterns) {
    it(`finds ${JSON.stringify(pattern)} where JavaScript finds it`, () => assertAlike(pattern, TEXTS))
  }

  it('finds random patterns where JavaScript finds them', () => {
    const random = seeded(3)
    const pieces = [
      'a',
      'b',
      '/',
      '.',
      '\\w',
      '\\s',
      '\\S',
      '\\b',
      '^',
      '$',
      '[ab]',
      '[^a]',
      '[^\\d/]',
      '(?:',
      '(',
      ')',
      '|',
    ]
    const repeats = ['*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '', '', '', '', '']
    let compared = 0
    for (let round = 0; round < 10_000; round++) {
      const pattern = Array.from(
        { length: 1 + random(8) },
        () => pieces[random(pieces.length)]! + repeats[random(repeats.length)]!,
      ).join('')
      if (!isValid(pattern)) continue
      const texts = Array.from({ length: 6 }, () =>
        Array.from({ length: random(8) }, () => 'ab/1 \n-'[random(7)]).join(''),
      )
      assertAlike(pattern, texts)
      compared++
    }
    assert.ok(compared > 2_000, String(compared))
  })
})

describe('patterns that are not linear or not worth it', () => {
  const patterns = [
    ...words`(?=a) (?!a)b (?<=a)b (?<!a)b (a)\1 (?<n>a)\k<n> (?i:a) \1 \8 \01 \k \cA \x6 \u{3} \pL \p{L} \A \z \Q \C`,
    ...words`\a \X61 \U0061 [\cA] [\1] (a{1000}){1000} ((a{100}){100}){100} a{1001} (?:){2000} a{999} (a{0,30}){30}`,
    ...words`\n \v \0 [\b] [^] [] []a [[:alpha:]] { } ] x{2 a{,5} 😀 ^[😀]+$ \ud83d \u00fc \xfc \é [\s-a] [\S]`,
    'a{99}'.repeat(100),
  ]
  for (const pattern of patterns) {
    it(pattern.slice(0, 40), () => assert.equal(toLinearPattern(pattern, 150), undefined))
  }

  it('parses deep nesting', () => {
    assert.notEqual(toLinearPattern(`${'('.repeat(400)}a${')'.repeat(400)}`, 150), undefined)
  })
})

function words(list: TemplateStringsArray): string[] {
  return list.raw.join('').split(' ')
}

function assertAlike(pattern: string, texts: readonly string[]): void {
  const linear = toLinearPattern(pattern, 1_000)
  assert.ok(linear, pattern)
  const automaton = RE2JS.compile(linear.source)
  const native = new RegExp(pattern)
  for (const text of texts) {
    assert.equal(automaton.test(replaceSurrogates(text)), native.test(text), JSON.stringify([pattern, text]))
  }
}

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

/** Integers below a bound, the same in every run. */
function seeded(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
