import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Actions, totalWaitMs } from './actions.ts'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { validate } from './validate.ts'

accepts(Actions, {
  'every kind, with defaults': {
    given: [
      { type: 'wait', milliseconds: 5 },
      { type: 'wait', selector: '#a' },
      { type: 'click', selector: '#a' },
      { type: 'write', text: '' },
      { type: 'press', key: 'Enter' },
      { type: 'scroll' },
      { type: 'screenshot' },
      { type: 'scrape' },
      { type: 'executeJavascript', script: '1' },
      { type: 'pdf' },
    ],
    gives: [
      { type: 'wait', milliseconds: 5 },
      { type: 'wait', selector: '#a' },
      { type: 'click', selector: '#a', all: false },
      { type: 'write', text: '' },
      { type: 'press', key: 'Enter' },
      { type: 'scroll', direction: 'down' },
      { type: 'screenshot', fullPage: false },
      { type: 'scrape' },
      { type: 'executeJavascript', script: '1' },
      { type: 'pdf', format: 'Letter', landscape: false, scale: 1 },
    ],
  },
  'generatePDF for pdf': {
    given: [{ type: 'generatePDF', format: 'A4', landscape: true }],
    gives: [{ type: 'pdf', format: 'A4', landscape: true }],
  },
  'fifty actions': {
    given: Array.from({ length: 50 }, () => ({ type: 'scrape' })),
    gives: Array.from({ length: 50 }, () => ({ type: 'scrape' })),
  },
})

refuses(Actions, {
  'fifty-one actions': {
    given: Array.from({ length: 51 }, () => ({ type: 'scrape' })),
    at: '',
    says: 'at most 50 items',
  },
  'an unknown kind': { given: [{ type: 'dance' }], at: '0.type', says: 'Use one of wait, click' },
  'a name alone': { given: ['scrape'], at: '0', says: 'must be an object' },
  'a wait for nothing': { given: [{ type: 'wait' }], at: '0', says: 'either milliseconds or selector' },
  'a wait for two things': {
    given: [{ type: 'wait', milliseconds: 1, selector: 'a' }],
    at: '0',
    says: 'either milliseconds or selector',
  },
  'a wait of no time': {
    given: [{ type: 'wait', milliseconds: 0 }],
    at: '0.milliseconds',
    says: 'more than 0',
  },
  'a click on nothing': { given: [{ type: 'click' }], at: '0.selector', says: 'is required' },
  'a click on an empty selector': {
    given: [{ type: 'click', selector: '' }],
    at: '0.selector',
    says: 'not be empty',
  },
  'writing into an element': {
    given: [{ type: 'write', text: 'x', selector: 'a' }],
    at: '0.selector',
    says: 'Unknown field',
  },
  'no key': { given: [{ type: 'press', key: '' }], at: '0.key', says: 'not be empty' },
  'scrolling sideways': {
    given: [{ type: 'scroll', direction: 'left' }],
    at: '0.direction',
    says: 'one of up, down',
  },
  'an empty script': {
    given: [{ type: 'executeJavascript', script: '' }],
    at: '0.script',
    says: 'not be empty',
  },
  'unknown paper': { given: [{ type: 'pdf', format: 'B5' }], at: '0.format', says: 'one of A0' },
  'too small a scale': { given: [{ type: 'pdf', scale: 0.05 }], at: '0.scale', says: 'at least 0.1' },
  'too big a scale': { given: [{ type: 'pdf', scale: 2.5 }], at: '0.scale', says: 'at most 2' },
})

const complete = [
  { type: 'wait', milliseconds: 1 },
  { type: 'click', selector: 'a' },
  { type: 'write', text: 'x' },
  { type: 'press', key: 'a' },
  { type: 'scroll' },
  { type: 'screenshot' },
  { type: 'scrape' },
  { type: 'executeJavascript', script: '1' },
  { type: 'pdf' },
]

refuses(
  Actions,
  Object.fromEntries(
    complete.map((action) => [
      `an unknown field of ${action.type}`,
      { given: [{ ...action, extra: 1 }], at: '0.extra', says: 'Unknown field' },
    ]),
  ),
)

test('counts a wait for an element as a second', () => {
  const actions = validate(Actions, [
    { type: 'wait', milliseconds: 300 },
    { type: 'wait', selector: 'a' },
    { type: 'scrape' },
  ])
  assert.equal(totalWaitMs(actions), 1300)
})
