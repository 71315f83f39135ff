import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { cronOf, SCHEDULE_EXAMPLES, Schedule } from './schedule.ts'

const phrases: Record<string, string | undefined> = {
  hourly: '0 * * * *',
  'every hour': '0 * * * *',
  'every 30 minutes': '*/30 * * * *',
  'Every  5 Mins': '*/5 * * * *',
  'every 15 minutes starting at :07': '7,22,37,52 * * * *',
  'every 15 minutes starting at :30': '*/15 * * * *',
  ' hourly ': '0 * * * *',
  'every 60 minutes starting at :59': '59 * * * *',
  'every 120 minutes starting at :07': undefined,
  'every 90 minutes': undefined,
  'every 60 minutes': '0 * * * *',
  'every 120 minutes': '0 */2 * * *',
  'every 45 minutes': undefined,
  'every 0 minutes': undefined,
  'every 15 minutes starting at :75': undefined,
  'every 1 hour': '0 * * * *',
  'every 2 hours': '0 */2 * * *',
  'every 24 hours': '0 0 * * *',
  'every 5 hours': undefined,
  'every 0 hours': undefined,
  daily: '0 0 * * *',
  'every day at noon': '0 12 * * *',
  'daily at 9:00': '0 9 * * *',
  'daily at 9am': '0 9 * * *',
  'daily at 12am': '0 0 * * *',
  'daily at 12 pm': '0 12 * * *',
  'daily at 5:30 PM': '30 17 * * *',
  'daily at 23:59': '59 23 * * *',
  'daily at 1am': '0 1 * * *',
  'daily at 0am': undefined,
  'daily at 24:00': undefined,
  'daily at 9:60': undefined,
  'daily at 25:00': undefined,
  'daily at 13pm': undefined,
  'daily at 9:75': undefined,
  'daily at 9:5': undefined,
  weekly: '0 0 * * 1',
  'weekly on sunday at 8:15': '15 8 * * 0',
  'every friday at midnight': '0 0 * * 5',
  'weekdays at 7am': '0 7 * * 1-5',
  'monthly at 6:00': '0 6 1 * *',
  sometimes: undefined,
}

for (const [phrase, cron] of Object.entries(phrases)) {
  test(`parses "${phrase}" as ${cron}`, () => assert.equal(cronOf(phrase), cron))
}

test('parses its own examples', () => {
  for (const example of SCHEDULE_EXAMPLES) assert.notEqual(cronOf(example), undefined, example)
})

accepts(Schedule, {
  cron: { given: { cron: ' 0  9 * * * ' }, gives: { cron: '0 9 * * *', timezone: 'UTC' } },
  words: {
    given: { text: 'daily at 9:00', timezone: 'Europe/Berlin' },
    gives: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
  },
})

refuses(Schedule, {
  neither: { given: {}, at: '', says: 'exactly one of cron and text' },
  both: { given: { cron: '0 9 * * *', text: 'daily' }, at: '', says: 'exactly one of cron and text' },
  'cron that is none': { given: { cron: 'daily' }, at: 'cron', says: 'five fields' },
  'cron that is too often': { given: { cron: '* * * * *' }, at: 'cron', says: 'at least 5 minutes' },
  'words that are not understood': { given: { text: 'now and then' }, at: 'text', says: 'every 30 minutes' },
  'words that are too often': { given: { text: 'every 2 minutes' }, at: 'text', says: 'at least 5 minutes' },
  'a time zone that is none': {
    given: { text: 'daily', timezone: 'Mars/Base' },
    at: 'timezone',
    says: 'time zone',
  },
  'an unknown field': { given: { text: 'daily', at: '9' }, at: 'at', says: 'Unknown field' },
})
