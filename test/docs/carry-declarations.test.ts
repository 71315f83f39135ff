import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carryDeclarations } from './carry-declarations.ts'

const FIRST = `import { Client } from 'client'
import fs from 'node:fs'
const client = new Client()
const { id, data: [page] } = await client.start()
console.log(id)`

describe('carryDeclarations', () => {
  const cases: [string, string, string][] = [
    ['nothing that is not used', 'console.log(1)', ''],
    [
      'a constant with what it needs',
      'await client.get(1)',
      "import { Client } from 'client'\nconst client = new Client()\n",
    ],
    ['an import', 'fs.readFileSync("x")', "import fs from 'node:fs'\n"],
    ['nothing that the block declares itself', 'const client = 2\nclient', ''],
    [
      'names taken apart',
      'page',
      "import { Client } from 'client'\nconst client = new Client()\nconst { id, data: [page] } = await client.start()\n",
    ],
  ]
  for (const [name, code, prefix] of cases)
    it(`carries ${name}`, () => assert.equal(carryDeclarations([FIRST], code), prefix + code))
})
