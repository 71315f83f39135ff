import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTolerantJson } from './tolerant-json.ts'
import { assertCheap } from '../../test/support/assert-cheap.ts'

describe('readNearlyJson', () => {
  const given: [name: string, text: string, value: unknown][] = [
    ['JSON', '{"a":[1,-2.5e3,true,null,{"b":"c\\n\\u00e9"}]}', { a: [1, -2500, true, null, { b: 'c\né' }] }],
    ['trailing commas', '{"a":[1,2,],"b":{"c":1,},}', { a: [1, 2], b: { c: 1 } }],
    ['missing commas', '{"a":"x"\n"b":[1 2]}', { a: 'x', b: ['1 2'] }],
    ['single quotes', "{'a':'it\\'s','b':'x'}", { a: "it's", b: 'x' }],
    ['curly quotes', '{“a”: “x”}', { a: 'x' }],
    ['unquoted names', '{a: 1, b_c: "x", $d: true}', { a: 1, b_c: 'x', $d: true }],
    ['unquoted values', '{a: red, b: New York}', { a: 'red', b: 'New York' }],
    ['unquoted addresses', '{a: https://example.com/x}', { a: 'https://example.com/x' }],
    ['comments', '{/* one */"a":1, // two\n"b":2 # three\n}', { a: 1, b: 2 }],
    [
      'words of other languages',
      '{"a":True,"b":None,"c":undefined,"d":False}',
      { a: true, b: null, c: null, d: false },
    ],
    ['numbers that are none', '{"a":NaN,"b":-Infinity,"c":Infinity}', { a: null, b: null, c: null }],
    [
      'numbers as programs write them',
      '{"a":+5,"b":.5,"c":1_000,"d":0xff}',
      { a: 5, b: 0.5, c: 1000, d: 255 },
    ],
    ['quotes within texts', '{"a":"He said "hi" to me","b":1}', { a: 'He said "hi" to me', b: 1 }],
    [
      'quotes and commas within texts',
      '{"a":"the "blue", large one","b":2}',
      { a: 'the "blue", large one', b: 2 },
    ],
    ['line breaks within texts', '{"a":"one\ntwo"}', { a: 'one\ntwo' }],
    ['another bracket at the end', '{"a":[1,2}', { a: [1, 2] }],
    ['equals signs and arrows', "{a = 1, 'b' => 2}", { a: 1, b: 2 }],
    [
      'a name that every object has',
      '{"__proto__":{"x":1},"a":1}',
      JSON.parse('{"__proto__":{"x":1},"a":1}'),
    ],
  ]
  for (const [name, text, value] of given) {
    it(`reads ${name}`, () => assert.deepEqual(parseTolerantJson(text, 0), { value, isWhole: true }))
  }

  const cut: [text: string, value: unknown][] = [
    ['{"a":1,"b":', { a: 1 }],
    ['{"a":1,"b', { a: 1 }],
    ['{"a":1,"price":12', { a: 1 }],
    ['{"a":1,"title":"Half a ti', { a: 1 }],
    ['{"a":[{"b":1},{"b":2},{"c":"x', { a: [{ b: 1 }, { b: 2 }, {}] }],
    ['{"a":[1,2,tru', { a: [1, 2] }],
    [`{"text":"${'long '.repeat(50)}`, { text: 'long '.repeat(50) }],
  ]
  for (const [text, value] of cut) {
    it(`closes ${text.slice(0, 40)} without the value that was cut`, () => {
      assert.deepEqual(parseTolerantJson(text, 0), { value, isWhole: false })
    })
  }

  for (const [name, text] of [
    ['braces', '{'.repeat(1_000_000)],
    ['brackets', `{"a":${'['.repeat(1_000_000)}`],
    ['quotes', `{"a":${'"'.repeat(1_000_000)}`],
    ['quotes and spaces', `{"a":${'"   '.repeat(300_000)}`],
    ['commas', `{"a":"${'",b '.repeat(300_000)}`],
    ['slashes', `{"a":${'/'.repeat(1_000_000)}`],
    ['opened comments', `{${'/* '.repeat(300_000)}`],
    ['spaced slashes', `{"a":${' //'.repeat(300_000)}\u2028x`],
    ['names without values', `{${'a '.repeat(500_000)}`],
  ] as const) {
    it(`is quick with a million ${name}`, () => {
      assertCheap(() => parseTolerantJson(text, 0), 3_000)
    })
  }
})
