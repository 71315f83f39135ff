import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cronIssue } from './schedule.ts'

const good = [
  '*/30 * * * *',
  '*/5 * * * *',
  '0 9 * * 1-5',
  '0 9 * * MON,fri',
  '15,45 8-18/2 1 jan-jun 7',
  '7/15 * * * *',
  '  0   0 * * 0 ',
]

for (const expression of good) {
  test(`accepts ${expression}`, () => assert.equal(cronIssue(expression), undefined))
}

const bad: Record<string, string> = {
  '* * * *': 'five fields',
  '0 0 * * * *': 'five fields',
  '60 * * * *': 'invalid minute: 60',
  '0 24 * * *': 'invalid hour: 24',
  '0 0 0 * *': 'day of the month',
  '0 0 * 13 *': 'month',
  '0 0 * * 8': 'day of the week',
  '0 0 * * xyz': 'day of the week',
  '0 0 32 * *': 'day of the month',
  '0 0 * 0 *': 'month',
  '0 0 * * -1': 'day of the week',
  '5-x * * * *': 'minute',
  'x-5 * * * *': 'minute',
  '*/0 * * * *': 'minute',
  '10-5 * * * *': 'minute',
  '*-5 * * * *': 'minute',
  '1,,2 * * * *': 'minute',
  '* * * * *': 'at least 5 minutes',
  '*/4 * * * *': 'at least 5 minutes',
  '0,3 * * * *': 'at least 5 minutes',
  '*/7 * * * *': 'at least 5 minutes',
  '57,0 0,23 * * *': 'at least 5 minutes',
}

for (const [expression, says] of Object.entries(bad)) {
  test(`refuses ${expression}`, () => {
    const complaint = cronIssue(expression)
    assert.ok(complaint?.includes(says), complaint)
  })
}
