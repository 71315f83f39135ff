import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProhibitions } from './prohibitions.ts'

describe('what an instruction forbids', () => {
  const cases: [prompt: string, allowed: string, forbidden: string[]][] = [
    ['Do not click Delete', '', ['Do not click Delete']],
    ['Fill in Name with Ann but do not submit', 'Fill in Name with Ann', ['but do not submit']],
    ["Enter Ann into Name. Don't press Send.", 'Enter Ann into Name.', ["Don't press Send"]],
    ['Click Save without sending it', 'Click Save', ['without sending it']],
    ['Click Edit, not Delete', 'Click Edit', ['not Delete']],
    ['Never delete the account, click Save', ', click Save', ['Never delete the account']],
    ['Enter "do not click here" into Note', 'Enter "do not click here" into Note', []],
    ['Book a room without breakfast', 'Book a room without breakfast', []],
    ['Do not tick News', 'Do not tick News', []],
  ]
  for (const [prompt, allowed, forbidden] of cases)
    it(prompt, () => assert.deepEqual(readProhibitions(prompt), { allowed, forbidden }))
})
