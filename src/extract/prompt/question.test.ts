import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clausesOf, questionIn } from './question.ts'
import type { Question } from './question.ts'

function asked(prompt: string): (string | undefined)[] {
  let before: Question | undefined
  return clausesOf(prompt).map((clause) => {
    const question = questionIn(clause, before)
    before = question ?? before
    return question && `${question.kind}: ${question.words}`
  })
}

describe('questionIn', () => {
  const cases: [string, (string | undefined)[]][] = [
    ['Who is the pastry chef?', ['person: pastry chef']],
    ['When was it founded and by whom?', ['date: founded', 'person: founder']],
    ['Within how many days can I return a jacket?', ['duration: return jacket']],
    ['How many beds does the hospital have?', ['amount: beds']],
    ['How many people fit into the hall?', ['amount: fit']],
    ['What does a guided tour cost?', ['money: guided tour']],
    ['Which number do I call for appointments?', ['phone: appointments']],
    ['Was kostet die Miete, und wie lange dauert eine Führung?', ['money: Miete', 'duration: Führung']],
    ['Wie hoch ist die Aufnahmegebühr?', ['money: Aufnahmegebühr']],
    ['Qui dirige le théâtre et quand ouvre-t-il ?', ['person: director', 'hours: ouvre-t-il']],
    ['¿Quién fundó la biblioteca?', ['person: fundador']],
    ['Chi ha fondato l’enoteca e quando?', ['person: fondatore', 'date: fondatore']],
    ['Wanneer is de bakkerij opgericht?', ['date: bakkerij opgericht']],
    ['When is the box office open on Saturdays?', ['hours: box office open Saturdays']],
    ['Where do I send letters to the editor?', ['email: letters editor']],
    ['its phone number and the price', [undefined, undefined]],
  ]
  for (const [prompt, questions] of cases)
    it(`reads ${prompt}`, () => assert.deepEqual(asked(prompt), questions))
})
