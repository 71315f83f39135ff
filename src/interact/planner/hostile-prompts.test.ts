import { describe, it } from 'node:test'
import { assertCheap } from '../../../test/support/assert-cheap.ts'
import { parseInstruction } from './parse/parse.ts'

const PIECES = [
  ' ',
  '"',
  '«',
  '„',
  "'",
  '(',
  '@',
  'a',
  '1',
  '1,',
  'x,',
  'no wait, ',
  'do not ',
  'and ',
  '12 March 2027 ',
  'click ',
  'click a and ',
  'click a, then ',
  'if a, ',
  'in the a ',
  'in a, click b ',
  'a: b, ',
  'a=b ',
  'until ',
  'first ',
  'fill in the form ',
  'a of the ',
  'next to the ',
  'log in as ',
  'the button ',
  'sort by ',
  '- ',
  '1. ',
  '\n',
  '?',
  '.a',
  '> ',
]
const LONGEST = 10_000

describe('a prompt of 10,000 characters', () => {
  for (const piece of PIECES) {
    it(`is parsed quickly when it only repeats ${JSON.stringify(piece)}`, () => {
      const prompt = piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST)
      assertCheap(() => {
        parseInstruction(prompt)
      }, 1_000)
    })
  }
})
