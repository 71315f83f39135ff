import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Fault } from '../fault.ts'
import { refusal, validate } from './validate.ts'

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
  'a value that is not listed': { given: { name: 'ab', kind: 'c' }, says: 'kind must be one of a, b' },
  'a value that is not the only one': { given: { name: 'ab', one: 'c' }, says: 'one must be only' },
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
  'an unknown field': { given: { name: 'ab', nmae: 1 }, says: 'nmae is not a field that is known here' },
  'an unknown field inside': {
    given: { name: 'ab', list: [{ x: '', y: 1 }] },
    says: 'list[0].y is not a field',
  },
  'no object at all': { given: [], says: 'The body must be an object' },
}

for (const [name, { given, says }] of Object.entries(sentences)) {
  test(`says what a field takes: ${name}`, () => {
    assert.ok(complain(Body, given).message.startsWith(`Bad Request: ${says}`), complain(Body, given).message)
  })
}

test('gives back what was sent, with defaults', () => {
  assert.deepEqual(validate(Body, { name: 'ab' }), { name: 'ab', count: 1 })
})

test('counts no others when there are none', () => {
  assert.equal(complain(Body, {}).message, 'Bad Request: name is required')
})

test('lists every complaint with its path and counts the others', () => {
  const fault = complain(Body, { count: 0, extra: 1, more: 2 })
  assert.equal(fault.code, 'BAD_REQUEST')
  assert.equal(fault.status, 400)
  assert.equal(fault.message, 'Bad Request: name is required (and 3 more, see details)')
  assert.deepEqual(fault.details, [
    { path: ['name'], message: 'name is required' },
    { path: ['count'], message: 'count must be at least 1' },
    { path: ['extra'], message: 'extra is not a field that is known here' },
    { path: ['more'], message: 'more is not a field that is known here' },
  ])
})

test('answers a refusal with its own code, before other complaints', () => {
  const Refusing = z
    .strictObject({ name: z.string() })
    .superRefine((_, context) => context.addIssue(refusal('FORBIDDEN', ['gold'], 'Not for you.')), {
      when: () => true,
    })
  const fault = complain(Refusing, {})
  assert.equal(fault.code, 'FORBIDDEN')
  assert.equal(fault.message, 'Not for you.')
  assert.deepEqual(fault.details, [{ path: ['gold'], message: 'Not for you.' }])
})

function complain(schema: z.ZodType, given: unknown): Fault {
  try {
    validate(schema, given)
  } catch (failure) {
    return failure as Fault
  }
  throw new assert.AssertionError({ message: 'was taken' })
}
