import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WinnowError } from '../../client/src/client.ts'
import { describeFailure } from './failure.ts'

const CASES: [status: number, code: string, details: unknown, told: string, isKeyOffered: boolean][] = [
  [401, 'UNAUTHORIZED', undefined, 'KEYLESS_ACCESS_NOT_AVAILABLE', true],
  [403, 'FORBIDDEN', { needs: 'apiKey' }, 'KEYLESS_OPTION_NOT_AVAILABLE', true],
  [403, 'FORBIDDEN', undefined, 'FORBIDDEN', false],
  [429, 'KEYLESS_LIMIT_REACHED', undefined, 'KEYLESS_LIMIT_REACHED', true],
]

for (const [status, code, details, told, isKeyOffered] of CASES) {
  const about = details === undefined ? code : `${code} that needs a key`
  test(`without a key, ${about} ${isKeyOffered ? 'advises' : 'does not advise'} to get one`, () => {
    const said = describeFailure(new WinnowError(code, 'Refused.', { status, details }), true)
    assert.equal(said['code'], told)
    assert.equal(/Get an API key/.test(String(said['next_actions'] ?? '')), isKeyOffered)
  })
}

test('a key without the required scope gets the advice to ask for one with it', () => {
  const refused = new WinnowError('FORBIDDEN', 'Refused.', { status: 403, details: { needs: 'scope' } })
  assert.match(String(describeFailure(refused, false)['next_actions']), /with the scope/)
})
