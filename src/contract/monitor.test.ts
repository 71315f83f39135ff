import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import {
  CheckListQuery,
  CheckQuery,
  MonitorRunRequest,
  lacksGoal,
  MonitorChange,
  MonitorListQuery,
  MonitorRequest,
} from './monitor.ts'
import { validate } from './validate.ts'

const schedule = { text: 'hourly' }
const page = { type: 'scrape', urls: ['https://example.com'] }
const news = { type: 'search', queries: ['x'] }
const base = { name: 'Prices', schedule, targets: [page] }
const list = (length: number, item: unknown) => Array.from({ length }, () => item)

accepts(MonitorRequest, {
  'the least there is': {
    given: base,
    gives: {
      name: 'Prices',
      schedule: { cron: '0 * * * *', timezone: 'UTC' },
      targets: [
        { type: 'scrape', urls: ['https://example.com'], scrapeOptions: { formats: [{ type: 'markdown' }] } },
      ],
      retentionDays: 30,
      judgeEnabled: false,
    },
  },
  'a single page': {
    given: { ...base, targets: [{ type: 'scrape', url: 'example.com' }] },
    gives: { targets: [{ type: 'scrape', urls: ['http://example.com'] }] },
  },
  'a site': {
    given: { ...base, targets: [{ type: 'crawl', url: 'example.com', crawlOptions: { limit: 5 } }] },
    gives: {
      targets: [
        {
          type: 'crawl',
          url: 'http://example.com',
          crawlOptions: { limit: 5, sitemap: 'include', explicit: ['limit'] },
        },
      ],
    },
  },
  'a search with a goal': {
    given: { ...base, targets: [news], goal: 'news about us' },
    gives: {
      targets: [
        {
          type: 'search',
          queries: ['x'],
          searchWindow: '24h',
          maxResults: 10,
          includeDomains: [],
          excludeDomains: [],
        },
      ],
      goal: 'news about us',
      judgeEnabled: true,
    },
  },
  'a search that is not judged': {
    given: { ...base, targets: [news], judgeEnabled: false },
    gives: { judgeEnabled: false },
  },
  'a goal that is not used': {
    given: { ...base, goal: 'x', judgeEnabled: false },
    gives: { judgeEnabled: false },
  },
  'a blank goal, which judges nothing': { given: { ...base, goal: ' ' }, gives: { judgeEnabled: false } },
  'a webhook with names of all kinds': {
    given: { ...base, webhook: { url: 'https://example.com', events: ['monitor.page', 'check.completed'] } },
    gives: { webhook: { events: ['monitor.page', 'monitor.check.completed'] } },
  },
  'a webhook that is told everything': {
    given: { ...base, webhook: { url: 'https://example.com' } },
    gives: { webhook: { events: ['monitor.page', 'monitor.check.completed'] } },
  },
  'mail to someone': {
    given: { ...base, notification: { email: { recipients: ['a@example.com'] } } },
    gives: { notification: { email: { enabled: true, recipients: ['a@example.com'], includeDiffs: false } } },
  },
  'mail to nobody': {
    given: { ...base, notification: { email: {} } },
    gives: { notification: { email: { enabled: false } } },
  },
  'mail that is turned off': {
    given: { ...base, notification: { email: { enabled: false, recipients: ['a@example.com'] } } },
    gives: { notification: { email: { enabled: false } } },
  },
})

refuses(MonitorRequest, {
  'no name': { given: { ...base, name: ' ' }, at: 'name', says: 'not be empty' },
  'too long a name': { given: { ...base, name: 'a'.repeat(257) }, at: 'name', says: 'at most 256' },
  'no schedule': { given: { name: 'a', targets: [page] }, at: 'schedule', says: 'is required' },
  'no targets': { given: { ...base, targets: [] }, at: 'targets', says: 'not be empty' },
  'too many targets': { given: { ...base, targets: list(51, page) }, at: 'targets', says: 'at most 50' },
  'an unknown target': {
    given: { ...base, targets: [{ type: 'map' }] },
    at: 'targets.0.type',
    says: 'scrape, crawl, search',
  },
  'a target without pages': {
    given: { ...base, targets: [{ type: 'scrape' }] },
    at: 'targets.0.urls',
    says: 'is required',
  },
  'an empty list of pages': {
    given: { ...base, targets: [{ type: 'scrape', urls: [] }] },
    at: 'targets.0.urls',
    says: 'not be empty',
  },
  'a broken pattern of a site': {
    given: { ...base, targets: [{ type: 'crawl', url: 'a.com', crawlOptions: { includePaths: ['('] } }] },
    at: 'targets.0.crawlOptions.includePaths.0',
    says: 'valid regular expression',
  },
  'too many queries': {
    given: { ...base, goal: 'x', targets: [{ ...news, queries: list(13, 'a') }] },
    at: 'targets.0.queries',
    says: 'at most 12',
  },
  'too long a query': {
    given: { ...base, goal: 'x', targets: [{ ...news, queries: ['a'.repeat(257)] }] },
    at: 'targets.0.queries.0',
    says: 'at most 256',
  },
  'no queries': {
    given: { ...base, goal: 'x', targets: [{ ...news, queries: [] }] },
    at: 'targets.0.queries',
    says: 'empty',
  },
  'a blank query': {
    given: { ...base, goal: 'x', targets: [{ ...news, queries: [' '] }] },
    at: 'targets.0.queries.0',
    says: 'not be empty',
  },
  'no results': {
    given: { ...base, goal: 'x', targets: [{ ...news, maxResults: 0 }] },
    at: 'targets.0.maxResults',
    says: 'at least 1',
  },
  'too many domains to leave out': {
    given: { ...base, goal: 'x', targets: [{ ...news, excludeDomains: list(51, 'a.com') }] },
    at: 'targets.0.excludeDomains',
    says: 'at most 50',
  },
  'too many results': {
    given: { ...base, goal: 'x', targets: [{ ...news, maxResults: 51 }] },
    at: 'targets.0.maxResults',
    says: 'at most 50',
  },
  'an unknown window': {
    given: { ...base, goal: 'x', targets: [{ ...news, searchWindow: '2h' }] },
    at: 'targets.0.searchWindow',
    says: '5m, 15m',
  },
  'domains to search in and to leave out': {
    given: {
      ...base,
      goal: 'x',
      targets: [{ ...news, includeDomains: ['a.com'], excludeDomains: ['b.com'] }],
    },
    at: 'targets.0.excludeDomains',
    says: 'together with includeDomains',
  },
  'too many domains': {
    given: { ...base, goal: 'x', targets: [{ ...news, includeDomains: list(51, 'a.com') }] },
    at: 'targets.0.includeDomains',
    says: 'at most 50',
  },
  'a search without a goal': {
    given: { ...base, targets: [page, news] },
    at: 'goal',
    says: 'required for search targets',
  },
  'a search with a blank goal': {
    given: { ...base, targets: [news], goal: ' ' },
    at: 'goal',
    says: 'required for search',
  },
  'too long a goal': { given: { ...base, goal: 'a'.repeat(2001) }, at: 'goal', says: 'at most 2000' },
  'no retention': { given: { ...base, retentionDays: 0 }, at: 'retentionDays', says: 'at least 1' },
  'too long a retention': {
    given: { ...base, retentionDays: 366 },
    at: 'retentionDays',
    says: 'at most 365',
  },
  'too many recipients': {
    given: { ...base, notification: { email: { recipients: list(26, 'a@example.com') } } },
    at: 'notification.email.recipients',
    says: 'at most 25',
  },
  'a recipient without an address': {
    given: { ...base, notification: { email: { recipients: ['me'] } } },
    at: 'notification.email.recipients.0',
    says: 'e-mail address',
  },
  'an unknown field': { given: { ...base, cron: 'x' }, at: 'cron', says: 'Unknown field' },
})

accepts(MonitorChange, {
  'a state': { given: { status: 'paused', origin: 'js' }, gives: { status: 'paused' } },
  'taking things away': {
    given: { webhook: null, notification: null, goal: null },
    gives: { webhook: null, notification: null, goal: null },
  },
  'a schedule': {
    given: { schedule: { text: 'daily' } },
    gives: { schedule: { cron: '0 0 * * *', timezone: 'UTC' } },
  },
})

test('changes no fields that were not sent', () => {
  assert.deepEqual(validate(MonitorChange, { name: 'New', integration: 'cli', origin: 'cli' }), {
    name: 'New',
  })
})

refuses(MonitorChange, {
  nothing: { given: {}, at: '', says: 'must change at least one field' },
  'only what clients add': { given: { origin: 'js-sdk@4' }, at: '', says: 'must change at least one field' },
  'a state that is final': { given: { status: 'deleted' }, at: 'status', says: 'one of active, paused' },
})

test('requires a goal for a search, also after a change', () => {
  const { targets } = validate(MonitorRequest, { ...base, targets: [news], judgeEnabled: false })
  assert.equal(lacksGoal({ targets, goal: null, judgeEnabled: true }), true)
  assert.equal(lacksGoal({ targets, goal: null, judgeEnabled: false }), false)
  assert.equal(lacksGoal({ targets, goal: 'x', judgeEnabled: true }), false)
  assert.equal(lacksGoal({ targets: [], goal: null, judgeEnabled: true }), false)
})

accepts(MonitorListQuery, {
  nothing: { given: {}, gives: { limit: 25, offset: 0 } },
  numbers: { given: { limit: '100', offset: '7' }, gives: { limit: 100, offset: 7 } },
})
refuses(MonitorListQuery, {
  'too large a page': { given: { limit: '101' }, at: 'limit', says: 'at most 100' },
  'an empty page': { given: { limit: '0' }, at: 'limit', says: 'at least 1' },
  'a negative offset': { given: { offset: '-1' }, at: 'offset', says: 'at least 0' },
})

accepts(CheckListQuery, {
  'a state': { given: { status: 'partial' }, gives: { limit: 25, offset: 0, status: 'partial' } },
})
refuses(CheckListQuery, {
  'too large a page': { given: { limit: '101' }, at: 'limit', says: 'at most 100' },
  'an empty page': { given: { limit: '0' }, at: 'limit', says: 'at least 1' },
  'a negative offset': { given: { offset: '-1' }, at: 'offset', says: 'at least 0' },

  'a state of pages': { given: { status: 'same' }, at: 'status', says: 'queued, running' },
})

accepts(CheckQuery, {
  'a state': { given: { status: 'changed', skip: '5' }, gives: { limit: 25, skip: 5, status: 'changed' } },
})
accepts(CheckQuery, { nothing: { given: {}, gives: { limit: 25, skip: 0 } } })
refuses(CheckQuery, {
  'too large a page': { given: { limit: '101' }, at: 'limit', says: 'at most 100' },
  'an empty page': { given: { limit: '0' }, at: 'limit', says: 'at least 1' },
  'a negative start': { given: { skip: '-1' }, at: 'skip', says: 'at least 0' },

  'a state of checks': { given: { status: 'running' }, at: 'status', says: 'same, new, changed' },
})

accepts(MonitorRunRequest, {
  'no body': { given: undefined, gives: { origin: 'api' } },
  'what clients add': { given: { origin: 'js' }, gives: { origin: 'js' } },
})
refuses(MonitorRunRequest, {
  'anything else': { given: { force: true }, at: 'force', says: 'Unknown field' },
})
