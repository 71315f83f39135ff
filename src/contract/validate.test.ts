import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Fault } from '../fault.ts'
import { closed, shorthand } from './fields.ts'
import { faultIssue, validate, validateTolerantly } from './validate.ts'

const Kind = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown') }),
  z.strictObject({ type: z.literal('html') }),
])
const Wait = z.strictObject({ type: z.literal('wait'), milliseconds: z.int().optional() })
const Click = z.strictObject({ type: z.literal('click'), selector: z.string() })

const Body = z.strictObject({
  name: z.string().min(2).max(3),
  count: z.int().min(1).max(9).default(1),
  ratio: z.number().gt(0).lt(1).optional(),
  kind: z.enum(['a', 'b']).optional(),
  on: z.boolean().optional(),
  list: z
    .array(z.strictObject({ x: z.string() }))
    .min(1)
    .max(2)
    .optional(),
  map: z.record(z.string(), z.string()).optional(),
  mail: z.email().optional(),
  id: z.guid().optional(),
  at: z.iso.datetime().optional(),
  one: z.literal('only').optional(),
  shortName: z.string().optional(),
  kinds: z.array(shorthand(Kind, { short: {}, expand: (value) => ({ type: value }) })).optional(),
  acts: z.array(z.discriminatedUnion('type', [Wait, Click])).optional(),
  policy: closed(z.strictObject({ blacklist: z.array(z.string()).optional() })).optional(),
})

const sentences: Record<string, { given: unknown; says: string }> = {
  'a missing field': { given: {}, says: 'name is required' },
  'a wrong type': { given: { name: 5 }, says: 'name must be a string' },
  'too short a text': { given: { name: 'a' }, says: 'name must have at least 2 characters' },
  'too long a text': { given: { name: 'abcd' }, says: 'name must have at most 3 characters' },
  'a fraction': { given: { name: 'ab', count: 1.5 }, says: 'count must be a whole number' },
  'too small a number': { given: { name: 'ab', count: 0 }, says: 'count must be at least 1' },
  'too big a number': { given: { name: 'ab', count: 10 }, says: 'count must be at most 9' },
  'a number at an open lower end': { given: { name: 'ab', ratio: 0 }, says: 'ratio must be more than 0' },
  'a number at an open upper end': { given: { name: 'ab', ratio: 1 }, says: 'ratio must be less than 1' },
  'a value that is not listed': {
    given: { name: 'ab', kind: 'c' },
    says: 'Unknown value `c` for `kind`. Use one of a, b.',
  },
  'a misspelt value': {
    given: { name: 'ab', kinds: ['markdwon'] },
    says: 'Unknown value `markdwon` for `kinds[0]`. Did you mean `markdown`? Use one of markdown, html.',
  },
  'a misspelt kind of object': {
    given: { name: 'ab', acts: [{ type: 'wiat' }] },
    says: 'Unknown value `wiat` for `acts[0].type`. Did you mean `wait`? Use one of wait, click.',
  },
  'an object without its kind': {
    given: { name: 'ab', acts: [{}] },
    says: 'acts[0].type is required: one of wait, click',
  },
  'a list for one of several values': {
    given: { name: 'ab', kind: [] },
    says: 'kind must be one of a, b',
  },
  'a number for one of several values': {
    given: { name: 'ab', kind: 5 },
    says: 'Unknown value `5` for `kind`. Use one of a, b.',
  },
  'a value that is not the only one': {
    given: { name: 'ab', one: 'onyl' },
    says: 'Unknown value `onyl` for `one`. Did you mean `only`?',
  },
  'a text for a boolean': { given: { name: 'ab', on: 'yes' }, says: 'on must be true or false' },
  'an object for a list': { given: { name: 'ab', list: {} }, says: 'list must be a list' },
  'an empty list': { given: { name: 'ab', list: [] }, says: 'list must not be empty' },
  'a long list': {
    given: { name: 'ab', list: [{ x: '' }, { x: '' }, { x: '' }] },
    says: 'list must have at most 2 items',
  },
  'a text for a map': { given: { name: 'ab', map: '' }, says: 'map must be an object' },
  'no e-mail address': { given: { name: 'ab', mail: 'x' }, says: 'mail must be an e-mail address' },
  'no UUID': { given: { name: 'ab', id: 'x' }, says: 'id must be a UUID' },
  'no moment': { given: { name: 'ab', at: 'x' }, says: 'at must be a date and time' },
  'a misspelt field': { given: { name: 'ab', nmae: 1 }, says: 'Unknown field `nmae`. Did you mean `name`?' },
  'a field in another spelling': {
    given: { name: 'ab', SHORT_NAME: 1 },
    says: 'Unknown field `SHORT_NAME`. Did you mean `shortName`?',
  },
  'an unknown field like no other': { given: { name: 'ab', zebra: 1 }, says: 'Unknown field `zebra`.' },
  'an unknown field inside': {
    given: { name: 'ab', list: [{ x: '', y: 1 }] },
    says: 'Unknown field `list[0].y`.',
  },
  'a misspelt field inside': {
    given: { name: 'ab', policy: { blacklst: [] } },
    says: 'Unknown field `policy.blacklst`. Did you mean `policy.blacklist`?',
  },
  'no object at all': { given: [], says: 'The body must be an object' },
}

for (const [name, { given, says }] of Object.entries(sentences)) {
  test(`names the allowed values: ${name}`, () => {
    assert.ok(complain(Body, given).message.startsWith(`Bad Request: ${says}`), complain(Body, given).message)
  })
}

test('returns the input with defaults', () => {
  assert.deepEqual(validate(Body, { name: 'ab' }), { name: 'ab', count: 1 })
})

test('counts no other issues when there are none', () => {
  assert.equal(complain(Body, {}).message, 'Bad Request: name is required')
})

test('lists every issue with its path and counts the others', () => {
  const fault = complain(Body, { count: 0, extra: 1, more: 2 })
  assert.equal(fault.code, 'BAD_REQUEST')
  assert.equal(fault.status, 400)
  assert.equal(fault.message, 'Bad Request: name is required (and 3 more, see details)')
  assert.deepEqual(fault.details, [
    { path: ['name'], message: 'name is required' },
    { path: ['count'], message: 'count must be at least 1' },
    { path: ['extra'], message: 'Unknown field `extra`.' },
    { path: ['more'], message: 'Unknown field `more`.' },
  ])
})

const unstorable: Record<string, { given: unknown; at: (string | number)[] }> = {
  'U+0000': { given: { name: 'a\0' }, at: ['name'] },
  'half of a surrogate pair': { given: { name: 'a\ud800' }, at: ['name'] },
  'a bad text inside a list': {
    given: { name: 'ab', list: [{ x: 'ok' }, { x: '\0' }] },
    at: ['list', 1, 'x'],
  },
  'a bad name of a field': { given: { name: 'ab', map: { 'a\0': 'x' } }, at: ['map'] },
  'a bad text that stands alone': { given: '\udfff', at: [] },
}

for (const [name, { given, at }] of Object.entries(unstorable)) {
  test(`refuses text that no database can store: ${name}`, () => {
    const fault = complain(z.unknown(), given)
    assert.equal(fault.code, 'BAD_REQUEST')
    assert.deepEqual(
      (fault.details as { path: unknown }[]).map(({ path }) => path),
      [at],
    )
    assert.match(fault.message, /U\+0000/)
  })
}

test('accepts surrogate pairs', () => {
  assert.equal(validate(z.string(), 'a 😀'), 'a 😀')
})

test('refuses more values than it can validate in time', () => {
  const list = Array.from({ length: 10_000 }, () => 1)
  assert.match(
    complain(z.unknown(), { list }).message,
    /must not have more than 10000 values, apart from urls$/,
  )
  const urls = Array.from({ length: 10_000 }, () => ({}))
  assert.match(complain(z.unknown(), { urls }).message, /must not have more than 10000 values/)
})

test('accepts a long list of urls', () => {
  const urls = Array.from({ length: 100_000 }, () => 'https://example.com')
  assert.equal(validate(z.object({ urls: z.array(z.string()) }), { urls }).urls.length, 100_000)
})

test('keeps its message short for any number of issues', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${index}`.repeat(1000), 1]))
  const fault = complain(Body, { name: 'ab', ...many })
  assert.equal((fault.details as unknown[]).length, 100)
  assert.match(fault.message, /\(and 4999 more, the first 100 in details\)$/)
  assert.ok(JSON.stringify([fault.message, fault.details]).length < 100_000)
  const bad = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${index}`.repeat(1000), '\0']))
  const other = complain(Body, bad)
  assert.equal((other.details as unknown[]).length, 100)
  assert.ok(JSON.stringify([other.message, other.details]).length < 100_000)
})

test('quotes only the beginning of a long value', () => {
  const Echo = z.string().superRefine((text, context) => {
    context.addIssue({ code: 'custom', message: `is ${text}` })
    context.addIssue(faultIssue('FORBIDDEN', [], `It is ${text}`))
  })
  assert.ok(complain(Echo, 'x'.repeat(1_000_000)).message.length < 1000)
})

const ignored: Record<string, { given: object; warning: string | undefined; gives: object }> = {
  'nothing unknown': { given: { on: true }, warning: undefined, gives: { on: true } },
  'a misspelt field inside an object': {
    given: { acts: [{ type: 'wait', miliseconds: 5 }] },
    warning: 'Ignored the unknown field `acts[0].miliseconds`. Did you mean `acts[0].milliseconds`?',
    gives: { acts: [{ type: 'wait' }] },
  },
  'several unknown fields': {
    given: {
      list: [{ x: 'a', y: 1, z: 2 }],
      acts: [{ type: 'wait' }, { type: 'click', selector: 'a', q: 1 }],
    },
    warning: 'Ignored the unknown fields `list[0].y`, `list[0].z`, `acts[1].q`.',
    gives: { list: [{ x: 'a' }], acts: [{ type: 'wait' }, { type: 'click', selector: 'a' }] },
  },
}

for (const [name, { given, warning, gives }] of Object.entries(ignored)) {
  test(`ignores unknown fields inside objects and names them: ${name}`, () => {
    const body = { name: 'ab', ...given }
    const before = structuredClone(body)
    const read = validateTolerantly(Body, body)
    assert.deepEqual(read, { value: { name: 'ab', count: 1, ...gives }, warning })
    assert.deepEqual(body, before)
  })
}

test('reports other issues when it ignores a field', () => {
  const given = { name: 'ab', zebra: 1, list: [{ x: 1, y: 1 }] }
  const fault = faultOf(() => validateTolerantly(Body, given))
  assert.deepEqual(fault.details, [
    { path: ['list', 0, 'x'], message: 'list[0].x must be a string' },
    { path: ['zebra'], message: 'Unknown field `zebra`.' },
  ])
})

test('ignores no field of a closed object', () => {
  const given = { name: 'ab', policy: { blacklst: [] }, list: [{ x: '', y: 1 }] }
  const fault = faultOf(() => validateTolerantly(Body, given))
  assert.deepEqual(fault.details, [
    {
      path: ['policy', 'blacklst'],
      message: 'Unknown field `policy.blacklst`. Did you mean `policy.blacklist`?',
    },
  ])
})

test('keeps its warning short for any number of ignored fields', () => {
  const list = Array.from({ length: 2 }, () => ({
    x: '',
    ...Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`${index}`.repeat(1000), 1])),
  }))
  const { warning } = validateTolerantly(Body, { name: 'ab', list })
  assert.match(warning!, / and 7990 more\.$/)
  assert.ok(warning!.length < 3000, String(warning!.length))
})

test('quotes only the beginning of an unknown value', () => {
  assert.ok(complain(Body, { name: 'ab', kind: 'x'.repeat(1_000_000) }).message.length < 1000)
})

test('returns an issue with its own code before others', () => {
  const Refusing = z
    .strictObject({ name: z.string() })
    .superRefine((_, context) => context.addIssue(faultIssue('FORBIDDEN', ['gold'], 'Not for you.')), {
      when: () => true,
    })
  const fault = complain(Refusing, {})
  assert.equal(fault.code, 'FORBIDDEN')
  assert.equal(fault.message, 'Not for you.')
  assert.deepEqual(fault.details, [{ path: ['gold'], message: 'Not for you.' }])
})

function complain(schema: z.ZodType, given: unknown): Fault {
  return faultOf(() => validate(schema, given))
}

function faultOf(act: () => unknown): Fault {
  try {
    act()
  } catch (failure) {
    return failure as Fault
  }
  throw new assert.AssertionError({ message: 'was taken' })
}
