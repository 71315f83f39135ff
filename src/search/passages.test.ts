import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passagesFor } from './passages.ts'

const MARKDOWN = `# Garden

[Roses](https://example.com/roses) need **sun**. Water the roses twice a week.

![roses](https://example.com/rose.png)

- The shed is green.
- Cats sleep all day.

| Tool | Price |
| --- | --- |
| Spade | 12 EUR |
`

describe('the passages of a page', () => {
  it('are whole sentences about the query without Markdown syntax', () => {
    assert.equal(passagesFor('roses', MARKDOWN), 'Roses need sun. Water the roses twice a week.')
    assert.equal(passagesFor('cats sleep', MARKDOWN), 'Cats sleep all day.')
  })

  it('are empty for a page that does not mention the query', () => {
    assert.equal(passagesFor('quantum chromodynamics', MARKDOWN), undefined)
    assert.equal(passagesFor('roses', ''), undefined)
  })

  it('have a maximum length', () => {
    const long = Array.from(
      { length: 50 },
      (_, index) => `Roses of kind ${index} want much water in summer.`,
    ).join('\n\n')
    const text = passagesFor('water for roses', long)!
    assert.ok(text.length <= 600 && text.length > 100, text)
    assert.equal(passagesFor('roses', `Roses ${'and roses '.repeat(300)}`)!.length, 600)
  })

  it('are found in hostile Markdown too', () => {
    for (const sign of ['[', '![](', '`', '*', '\\', '|\n', '[a](', '# ', '\n', '1. ', ' ']) {
      const text = `${sign.repeat(40_000 / sign.length)}\n\nRoses`
      assert.doesNotThrow(() => passagesFor('roses', text), sign)
    }
  })
})
