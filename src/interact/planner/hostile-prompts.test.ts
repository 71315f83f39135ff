import { describe, it } from 'node:test'
import { assertCheap } from '../../../test/support/assert-cheap.ts'
import { readValues } from './form/said-values.ts'
import { segmentsOf } from './form/segments.ts'
import { readProhibitions } from './language/prohibitions.ts'
import { readInstruction } from './language/read-instruction.ts'

const PIECES = [
  ' ',
  '"',
  '«',
  '„',
  "'",
  '(',
  '@',
  'a@',
  'a',
  '1',
  '1,',
  'x,',
  'no wait, ',
  'do not ',
  'and ',
  '12 March 2027 ',
]
const LONGEST = 10_000

describe('a prompt of the longest size', () => {
  for (const piece of PIECES) {
    it(`is read cheaply when it is nothing but ${JSON.stringify(piece)}`, () => {
      const prompt = piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST)
      assertCheap(() => {
        const { allowed } = readProhibitions(prompt)
        readInstruction(allowed)
        segmentsOf(allowed)
        readValues(allowed)
      }, 1_000)
    })
  }
})
