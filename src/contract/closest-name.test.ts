import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestName } from './validation-issue.ts'

const cases: [given: string, known: string[], found: string | undefined][] = [
  ['format', ['url', 'formats', 'timeout'], 'formats'],
  ['markdwon', ['html', 'markdown'], 'markdown'],
  ['wiat', ['write', 'wait'], 'wait'],
  ['only_main_content', ['onlyMainContent', 'onlyCleanContent'], 'onlyMainContent'],
  ['MARKDOWN', ['html', 'markdown'], 'markdown'],
  ['url', ['urls'], 'urls'],
  ['onlyMain', ['onlyCleanContent', 'onlyMainContent'], 'onlyMainContent'],
  ['y', ['x'], undefined],
  ['url', ['urlTrace'], undefined],
  ['zebra', ['url', 'formats'], undefined],
  ['', ['a'], undefined],
  ['x'.repeat(1000), ['x'.repeat(999)], undefined],
  ['anything', [], undefined],
]

for (const [given, known, found] of cases) {
  test(`finds ${found ?? 'nothing'} for ${given.slice(0, 20) || 'an empty name'}`, () => {
    assert.equal(closestName(given, known), found)
  })
}
