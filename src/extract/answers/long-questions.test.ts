import { it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'
import { answerQuestion } from './answer-question.ts'

it('reads a question of ten thousand characters', () => {
  const page = pageOf('<p>The price is 5 euros.</p>')
  for (const question of ['how much does '.repeat(700), 'x'.repeat(10_000), '何'.repeat(10_000)])
    assertCheap(() => answerQuestion(page, question), 2_000)
})
