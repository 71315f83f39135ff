import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBlocks } from './read-blocks.ts'

const PAGE = `# A page

Some text.

<!-- save JOB=.id FIRST=.data[0].url -->
<!-- expect "a \\"quoted\\" text" -->
\`\`\`sh
curl -s http://localhost:3002/v2/crawl
echo done
\`\`\`

1. In a list:

   <!-- syntax only: needs Docker -->
   \`\`\`bash
   docker ps
     | sort
   \`\`\`

<!-- A comment of the page, about the text below. -->
Text.

\`\`\`json
{ "id": "…" }
\`\`\`
~~~ts
const one = 1
~~~
`

describe('readBlocks', () => {
  it('reads code, language, line and the comments above', () => {
    assert.deepEqual(readBlocks(PAGE), [
      {
        line: 7,
        language: 'sh',
        code: 'curl -s http://localhost:3002/v2/crawl\necho done',
        expects: ['a "quoted" text'],
        saves: [
          ['JOB', '.id'],
          ['FIRST', '.data[0].url'],
        ],
      },
      {
        line: 15,
        language: 'sh',
        code: 'docker ps\n  | sort',
        syntaxOnly: 'needs Docker',
        expects: [],
        saves: [],
      },
      { line: 23, language: 'other', code: '{ "id": "…" }', expects: [], saves: [] },
      { line: 26, language: 'ts', code: 'const one = 1', expects: [], saves: [] },
    ])
  })

  const refused: [string, RegExp][] = [
    ['```\nls\n```', /line 1: This code block names no language/],
    ['```shel\nls\n```', /line 1: Unknown language `shel`/],
    ['```sh\nls', /line 1: This code block has no end/],
    ['<!-- syntax only -->\n```sh\nls\n```', /line 1: Unknown comment `syntax only`/],
    ['<!-- expect text -->\n```sh\nls\n```', /line 1: Unknown comment `expect text`/],
    ['<!-- save ID=id -->\n```sh\nls\n```', /line 1: Unknown comment `save ID=id`/],
    ['<!-- saves ID=.id -->\n```sh\nls\n```', /line 1: Unknown comment/],
  ]
  for (const [page, message] of refused)
    it(`refuses ${JSON.stringify(page)}`, () => assert.throws(() => readBlocks(page), message))
})
