import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asksForActions, checkFinish, createSeenPages } from './check-finish.ts'

function check(
  output: string,
  given: { task?: string; seen?: string; acts?: number; schema?: Record<string, unknown> } = {},
) {
  const { task = '', seen = '', acts = 1, schema } = given
  const pages = createSeenPages(task)
  pages.hear(seen)
  return checkFinish({ isDone: true, output }, { task, seen: pages, actionCount: acts, schema })
}

describe('a task that is called done', () => {
  it('needs an action where the task asks for one', () => {
    assert.match(check('Done.', { task: 'Click Save', acts: 0 }).issues.join(), /no action/)
    assert.deepEqual(check('Done.', { task: 'Click Save' }).issues, [])
    assert.deepEqual(check('Blue.', { task: 'Tell me the colour', acts: 0 }).issues, [])
    assert.match(check('', { task: 'Tell me the colour', acts: 0 }).issues.join(), /no action/)
  })

  it('names nothing that was on no page', () => {
    const seen = 'The lamp costs 30 kr.'
    assert.deepEqual(check('It costs 30 kr.', { seen }).issues, [])
    assert.match(check('It costs 45 kr.', { seen }).issues.join(), /45/)
    assert.match(check('It says "The lamp is free".', { seen }).issues.join(), /The lamp is free/)
  })

  it('may compute numbers when the task asks for that, with a warning', () => {
    const { issues: complaints, warnings } = check('There are 45 lamps.', {
      task: 'How many lamps are there?',
    })
    assert.deepEqual(complaints, [])
    assert.match(warnings.join(), /45/)
  })

  it('fits the schema', () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] }
    const seen = 'The lamp costs 30 kr.'
    assert.deepEqual(check('{"price": 30}', { schema, seen }), {
      complaints: [],
      warnings: [],
      data: { price: 30 },
    })
    assert.match(check('30 kr', { schema, seen }).issues.join(), /not JSON/)
    assert.match(check('{"price": "30"}', { schema, seen }).issues.join(), /\/price/)
    assert.match(check('{"price": 45}', { schema, seen }).issues.join(), /\/price.*on no page/)
  })
})

describe('whether a task asks for actions', () => {
  const yes = [
    'Click Save',
    'Please log in as bob',
    'Search for tea and tell me the first hit',
    'Open the menu, then tell me',
    '1. Fill in Ada\n2. Submit',
    'Go to page 3',
    'Rename it to X',
  ]
  const no = [
    'What does it cost?',
    'Tell me the price',
    'List all products',
    'Open https://shop.example/ and tell me the title',
    'How do I click through?',
  ]
  for (const task of yes) it(`yes: ${task}`, () => assert.equal(asksForActions(task), true))
  for (const task of no) it(`no: ${task}`, () => assert.equal(asksForActions(task), false))
})
