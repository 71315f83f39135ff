import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { answerQuestion } from './answer-question.ts'

const INN = `<h1>The Heron Inn</h1><p>A quiet inn by the weir with nine rooms.</p>
  <h2>Your stay</h2><ul><li><b>Check-in:</b> from 3 pm</li><li>Breakfast: 7 to 10 am</li></ul>`
const POOL = `<h1>Weir Lane pool</h1><table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Child</td><td>£3.10</td></tr>
  <tr><td>Family</td><td>£12.40</td></tr></table><dl><dt>Minimum depth</dt><dd>0.9 m</dd></dl>`
const BUS = `<h1>Coach 14 to Harrow Bay</h1><dl><dt>Departure</dt><dd>Mill Street, 8:15</dd></dl>`

/** Pages that state the opposite of the question, and the complete answer. */
const OPPOSITES: [markup: string, question: string, answer: string | undefined][] = [
  [INN, 'When is check-out?', undefined],
  [INN, 'What time is check-in?', 'Check-in: from 3 pm'],
  [
    INN.replace('</ul>', '<li><b>Check-out:</b> by 10:30 am</li></ul>'),
    'Until when do I have to check out?',
    'Check-out: by 10:30 am',
  ],
  [POOL, 'What is the maximum depth?', undefined],
  [POOL, 'What is the minimum depth?', 'Minimum depth: 0.9 m'],
  [POOL, 'How much is a ticket for adults?', undefined],
  [BUS, 'When is the arrival?', undefined],
  [BUS, 'When is the departure?', 'Departure: Mill Street, 8:15'],
]

/** A manual that describes hundreds of settings in nearly the same words. */
const MANUAL = `<h1>Server settings</h1><dl>${Array.from({ length: 240 }, (_, at) => {
  const name =
    at === 150
      ? 'max_connections'
      : `max_${['worker', 'lock', 'replica', 'cache', 'file'][at % 5]}_slots_${at}`
  return `<dt><code>${name}</code> (<code>integer</code>)</dt><dd><p>Determines the maximum number of ${
    at === 150 ? 'concurrent connections to the server' : `slots of this kind that connections may use`
  }. The default is typically ${at === 150 ? 100 : 1000 + at}, but might be less if the settings of the system do not support it.</p>
  <p>This setting can only be changed at server start. When running a standby server, it must have the same or a higher value than on the primary. Otherwise, queries will not be allowed there.</p></dd>`
}).join('')}</dl>`

describe('answerQuestion', () => {
  it('returns no value that the page calls the opposite', () => {
    for (const [markup, question, answer] of OPPOSITES)
      assert.equal(answerQuestion(pageOf(markup), question).answer, answer, question)
  })

  it('answers from the entry of a long reference that the question names', () => {
    const { answer = '' } = answerQuestion(pageOf(MANUAL), 'What is the default of max_connections?')
    assert.match(answer, /The default is typically 100,/)
    assert.match(
      answerQuestion(pageOf(MANUAL), 'What is the default value of max_cache_slots_33?').answer ?? '',
      /typically 1033,/,
    )
  })

  it("adds the entry's name when the line below its heading repeats the question", () => {
    const page =
      pageOf(`<h1>Concerts</h1><h2>Ida Wren Trio</h2><p>Tickets £12</p><h2>The Low Fields</h2><p>Cancelled</p>
      <h2>Song circle</h2><p>Free</p>`)
    assert.equal(answerQuestion(page, 'Which concert is cancelled?').answer, 'The Low Fields\nCancelled')
  })

  it('searches outside the content when the content has no answer', () => {
    const page = pageOf(
      `<html><body><nav><a href="/">Deliveries cost nothing to read about</a></nav><main><h1>Oak benches</h1>
      <p>${'We build benches from oak that we fell ourselves in the woods behind the yard. '.repeat(8)}</p></main>
      <footer><p>Delivery of a bench costs €49.</p></footer></body></html>`,
      { isSelected: true },
    )
    assert.equal(
      answerQuestion(page, 'How much does delivery of a bench cost?').answer,
      'Delivery of a bench costs €49.',
    )
  })
})
