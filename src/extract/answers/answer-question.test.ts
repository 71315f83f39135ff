import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { answerQuestion } from './answer-question.ts'

const ANSWERS = new URL('../../../test/answers/', import.meta.url)

const CASES: [page: string, question: string, answer: string | undefined][] = [
  ['phone-en', 'How heavy is the Nimbus X4?', 'Weight: 248 g'],
  ['phone-en', 'How long are security updates provided?', 'Seven years from the day the model goes on sale.'],
  ['phone-en', 'What comes in the box?', 'Phone\nUSB-C cable\nScrewdriver for the back plate'],
  ['phone-en', 'Does it support 5G?', undefined],
  ['api-en', 'How many requests per minute does the Team plan allow?', 'Team | Requests per minute: 900'],
  ['api-en', 'What does error 401 mean?', '401: The key is missing or was revoked.'],
  ['api-en', 'Does it support webhooks?', undefined],
  [
    'museum-de',
    'Wie lange dauert eine Führung?',
    'Eine Führung dauert etwa 75 Minuten und kostet zusätzlich 4 Euro pro Person.',
  ],
  ['museum-de', 'Gibt es ein Restaurant?', undefined],
  [
    'fromage-fr',
    "Quand l'appellation a-t-elle été obtenue ?",
    "L'appellation d'origine protégée date de 1996.",
  ],
  ['teatro-es', '¿Cuántos camerinos tiene el teatro?', undefined],
  [
    'ru-zavod',
    'Почему останавливалось производство?',
    'Производство останавливали один раз, в 1942 году, из-за нехватки угля.',
  ],
  ['zh-cha', '谁创办了云岭茶博物馆？', '博物馆由茶商陆文渊于1993年创办，是全国第一家民营茶博物馆。'],
  ['ja-onsen', '入浴料はいくらですか？', '入浴料は大人700円、子ども300円。'],
  ['news-en', 'Who wrote the article?', 'Nadia Okafor'],
]

describe('answerQuestion', () => {
  it('answers in the words of the page, or not at all', () => {
    for (const [name, question, answer] of CASES) {
      const found = answerQuestion(pageOf(readFileSync(new URL(`${name}.html`, ANSWERS), 'utf8')), question)
      assert.equal(found.answer, answer, question)
      assert.equal(found.warning === undefined, answer !== undefined)
    }
  })

  it('includes the previous sentence when the answer refers back to it', () => {
    const page = pageOf(
      '<p>The mill is old. It was sold to Ada Brook for 40 pounds in 1802.</p><p>Trees grow.</p>',
    )
    const { answer } = answerQuestion(page, 'Who was the mill sold to?')
    assert.equal(answer, 'The mill is old. It was sold to Ada Brook for 40 pounds in 1802.')
  })

  it('summarizes the page when the question has no topic', () => {
    const page = pageOf('<h1>Owls</h1><p>Owls are birds that hunt at night and live alone.</p>')
    assert.equal(answerQuestion(page, 'What is this page about?').answer?.includes('hunt at night'), true)
  })

  it('warns about a page without text and a question without words', () => {
    assert.match(answerQuestion(pageOf(''), 'Why?').warning ?? '', /no text/)
    assert.deepEqual(Object.keys(answerQuestion(pageOf('<p>Some text.</p>'), '?!')), ['answer'])
  })
})

describe('the quality of answers', () => {
  const entries: { page: string; questions: [string, string | null][] }[] = JSON.parse(
    readFileSync(new URL('questions.json', ANSWERS), 'utf8'),
  )
  let [asked, hits, silent, declined] = [0, 0, 0, 0]
  for (const { page, questions } of entries) {
    const readable = pageOf(readFileSync(new URL(`../${page}`, ANSWERS), 'utf8'), { isSelected: true })
    for (const [question, fact] of questions) {
      const { answer } = answerQuestion(readable, question)
      if (fact === null) {
        silent++
        declined += Number(answer === undefined)
      } else {
        asked++
        hits += Number(fact.split('|').some((one) => answer?.includes(one)))
      }
    }
  }

  it('does not fall below the floors', () => {
    assert.ok(hits / asked >= 0.93, `${hits} of ${asked} answered`)
    assert.ok(declined / silent >= 0.88, `${declined} of ${silent} declined`)
  })
})
