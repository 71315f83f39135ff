import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedactor } from './redact.ts'
import { remember } from './remember.ts'

function counted() {
  const asked: string[] = []
  const find = remember((text) => {
    asked.push(text)
    return [{ start: 0, end: text.length, entity: 'PERSON', kind: 'name' }]
  })
  return { asked, find }
}

test('searches a text once', () => {
  const { asked, find } = counted()
  for (const text of ['Anna', 'Bert', 'Anna']) find(text)
  assert.deepEqual(asked, ['Anna', 'Bert'])
  assert.equal(find('Bert')[0]!.end, 4)
})

test('forgets when it remembers too many texts or too long ones', () => {
  const { asked, find } = counted()
  for (let at = 0; at < 120_000; at++) find(String(at))
  find('1')
  assert.equal(asked.length, 120_001)
  const long = 'a'.repeat(30_000_000)
  for (const text of [long, `${long}b`, long]) find(text)
  assert.equal(asked.length, 120_004)
})

test('a redactor searches a text once, in however many fields it stands', () => {
  const redactor = createRedactor({ mode: 'accurate', entities: ['EMAIL'], replaceStyle: 'tag' })
  const text = 'Write to a@example.org'
  assert.equal(redactor.text(text), 'Write to <EMAIL>')
  assert.equal(redactor.find(text), redactor.find(text))
})
