import assert from 'node:assert/strict'
import { it } from 'node:test'
import { linesOf } from './tsv.ts'

it('reads words line by line from the table of Tesseract', () => {
  const tsv = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '1\t1\t0\t0\t0\t0\t0\t0\t100\t100\t-1\t',
    '4\t1\t1\t1\t1\t0\t5\t5\t60\t10\t-1\t',
    '5\t1\t1\t1\t1\t1\t5\t6\t20\t9\t96.5\tOne',
    '5\t1\t1\t1\t1\t2\t30\t6\t20\t9\t50\ttwo',
    '4\t1\t1\t1\t2\t0\t5\t25\t60\t10\t-1\t',
    '5\t1\t1\t1\t2\t1\t5\t25\t20\t10\t95\t ',
    '4\t1\t1\t1\t3\t0\t5\t45\t60\t10\t-1\t',
    '5\t1\t1\t1\t3\t1\t5\t45\t20\t10\t-1\tthree',
    '',
  ].join('\n')
  assert.deepEqual(linesOf(tsv), [
    {
      words: [
        { text: 'One', left: 5, top: 6, right: 25, bottom: 15, confidence: 0.965 },
        { text: 'two', left: 30, top: 6, right: 50, bottom: 15, confidence: 0.5 },
      ],
    },
    { words: [{ text: 'three', left: 5, top: 45, right: 25, bottom: 55, confidence: 0 }] },
  ])
})
