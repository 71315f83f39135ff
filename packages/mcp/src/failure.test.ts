import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WinnowError } from '../../client/src/client.ts'
import { describeFailure } from './failure.ts'

const CASES: [status: number, code: string, message: string, told: string, isKeyOffered: boolean][] = [
  [401, 'UNAUTHORIZED', 'A key is missing.', 'KEYLESS_ACCESS_NOT_AVAILABLE', true],
  [
    403,
    'FORBIDDEN',
    'profile: this needs an API key, and the request came without one.',
    'KEYLESS_OPTION_NOT_AVAILABLE',
    true,
  ],
  [403, 'FORBIDDEN', 'The target may not be reached: it is not public.', 'FORBIDDEN', false],
  [429, 'KEYLESS_LIMIT_REACHED', 'The day is used up.', 'KEYLESS_LIMIT_REACHED', true],
]

for (const [status, code, message, told, isKeyOffered] of CASES) {
  test(`without a key, "${message}" ${isKeyOffered ? 'is' : 'is not'} answered with the advice to get one`, () => {
    const said = describeFailure(new WinnowError(code, message, { status }), true)
    assert.equal(said['code'], told)
    assert.equal(/Get an API key/.test(String(said['next_actions'] ?? '')), isKeyOffered)
  })
}
