import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { answerQuestion } from './answer-question.ts'

const CLEANER = `<h1>Floor cleaner Hobb 3</h1><ul><li>Cleaner weight: 3.2 kg</li><li>Motor: 700 W</li></ul>
  <p>The cleaner cable is strong.</p>`
const SCOOTER = `<h1>Der Roller Vento</h1><p>Der Roller kommt auf 95 km/h an guten Tagen. Mit einer Akkuladung kommt der Roller 120 Kilometer weit.</p>
  <p>Der Akku des Rollers ist eine Garantie für Fahrspaß: 120 Kilometer sind möglich.</p>`
const FIRM = `<h1>Tarn Books</h1><p>Tarn Books has 14 shops in the north, and its staff works hard. Our staff knows Tarn Books well.</p>
  <p>Tarn Books has opened in Old Harbour with Milly Fenn reading.</p><p>In March 2020 Tarn Books moved.</p>`
const LUTE = `<h1>Lute Nove</h1><dl><dt>Soundboard</dt><dd>Spruce</dd><dt>Scale</dt><dd>650 mm</dd></dl>
  <p>I had the soundboard made wet by rain, and the soundboard is what made me write this review.</p>`

const CASES: [what: string, markup: string, question: string, answer: string | undefined][] = [
  ['a weight for a loudness', CLEANER, 'How loud is the cleaner in decibels?', undefined],
  ['a power for a length', CLEANER, 'How long is the cleaner cable?', undefined],
  ['a width for a weight', LUTE, 'How heavy is the lute?', undefined],
  ['the weight', CLEANER, 'How heavy is the cleaner?', 'Cleaner weight: 3.2 kg'],
  ['a number of units', CLEANER, 'How many watts does the motor draw?', 'Motor: 700 W'],
  [
    'a speed for a distance',
    SCOOTER,
    'Wie weit kommt der Roller mit einer Akkuladung?',
    'Mit einer Akkuladung kommt der Roller 120 Kilometer weit.',
  ],
  ['a distance for a time', SCOOTER, 'Wie lange dauert die Garantie auf den Akku?', undefined],
  ['a number of something else', FIRM, 'How many staff does Tarn Books have?', undefined],
  ['any two capitals for a person', FIRM, 'Who founded Tarn Books?', undefined],
  ['any date for a date', FIRM, 'When was Tarn Books sold?', undefined],
  [
    'the sentence after an unrelated one',
    `<h1>Trains</h1><p>Several firms will release new engines this year. Borsk, Harn and Wilm are the most likely.</p>
     <p>Rails rust.</p>`,
    'Which firms will release new engines this year?',
    'Several firms will release new engines this year. Borsk, Harn and Wilm are the most likely.',
  ],
  [
    'a number of the same somewhere else',
    `<h1>A trial</h1><p>Two other people were hurt in the house of Ana Brill.</p><p>The judge went home to Varna.</p>`,
    'How many people live in Varna?',
    undefined,
  ],
  [
    'a value that has to do with the page alone',
    `<h1>The Orba tablet</h1><h2>Dust</h2><p>It was tested with 2 kg of powder in a chamber.</p>`,
    'How heavy is the Orba tablet?',
    undefined,
  ],
]

describe('answers of another kind than the question', () => {
  for (const [what, markup, question, answer] of CASES) {
    it(what, () => assert.equal(answerQuestion(pageOf(markup), question).answer, answer))
  }
})
