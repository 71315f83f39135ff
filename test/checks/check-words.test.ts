import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
// @ts-expect-error: the script is plain JavaScript.
import { hitsIn } from '../../bin/check-words.mjs'

const FOUND: [string, string, string][] = [
  ['a comment', 'src/x.ts', '/** The journey of a page. */'],
  ['a comment with "what" as its subject', 'src/x.ts', '// What is left becomes a path.'],
  ['a comment of several lines', 'src/x.ts', '/**\n * Requests are\n * answered with an error.\n */'],
  ['a message', 'src/x.ts', "throw new Error('Nobody has this key.')"],
  ['a message with a value', 'src/x.ts', 'throw new Error(`The address ${url} of the page is wrong.`)'],
  ['the name of a test', 'test/x.test.ts', "it('is told of whatever comes', () => {})"],
  ['a paragraph', 'docs/x.md', '# Title\n\nData lies in a folder.'],
  ['a cell of a table', 'docs/x.md', '| Option | Meaning |\n|---|---|\n| `a` | What a page says |'],
  ['a comment in SQL', 'src/x.sql', 'select 1 -- for whoever asks'],
  ['text of a page', 'src/x.html', '<p>Who asks first gets it.</p>'],
]

const ALLOWED: [string, string, string][] = [
  ['a quotation', 'docs/x.md', 'The page says "whoever asks" and `nobody`.'],
  ['code in a document', 'docs/x.md', '```sh\necho nobody\n```'],
  ['a question', 'docs/x.md', '## What is stored?'],
  ['an IP address', 'src/x.ts', '// The IP address of the client.'],
  ['a list of words', 'src/x.ts', "const WORDS = 'somebody anybody everybody'"],
  ['data of a test', 'test/x.test.ts', "const text = 'Nobody is in the house.'"],
  ['an identifier', 'src/x.ts', 'const journey = address(nobody)'],
]

describe('check:words', () => {
  for (const [name, file, text] of FOUND)
    it(`reports ${name}`, () => assert.match(hitsIn(file, text)[0] ?? '', /^[\w/.]+:\d+ ".+" – write: /))
  for (const [name, file, text] of ALLOWED)
    it(`accepts ${name}`, () => assert.deepEqual(hitsIn(file, text), []))
})
