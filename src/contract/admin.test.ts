import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuditQuery,
  JobQuery,
  UsageQuery,
  AdminKeyRequest,
  OrganizationChange,
  OrganizationRequest,
  PartnerRequest,
  TeamChange,
  TeamList,
  TeamRequest,
} from './admin.ts'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { PageQuery } from './fields.ts'
import { validate } from './validate.ts'

const id = '0198d0aa-1111-7222-8333-444455556666'
const perMinute = {
  scrape: null,
  crawl: null,
  search: null,
  map: null,
  agent: null,
  parse: null,
  interact: null,
  status: null,
}

accepts(OrganizationRequest, {
  'a name': {
    given: { name: ' Acme ' },
    gives: {
      name: 'Acme',
      threatProtection: { enabled: false, policy: { mode: 'normal' } },
      siem: { enabled: false, format: 'ocsf', headers: {} },
    },
  },
  'a collector': {
    given: {
      name: 'Acme',
      siem: { enabled: true, url: 'https://siem.example.com', format: 'cef', headers: { 'x-key': 'a' } },
    },
    gives: {
      siem: { enabled: true, url: 'https://siem.example.com', format: 'cef', headers: { 'x-key': 'a' } },
    },
  },
})

refuses(OrganizationRequest, {
  'no name': { given: {}, at: 'name', says: 'is required' },
  'a blank name': { given: { name: ' ' }, at: 'name', says: 'not be empty' },
  'an unknown format': {
    given: { name: 'a', siem: { format: 'xml' } },
    at: 'siem.format',
    says: 'ocsf, ecs, cef',
  },
  'a collector that is no address': {
    given: { name: 'a', siem: { url: 'x' } },
    at: 'siem.url',
    says: 'top-level domain',
  },
  'an unknown field': { given: { name: 'a', plan: 'x' }, at: 'plan', says: 'Unknown field' },
})

test('changes no organization fields that were not sent', () => {
  assert.deepEqual(validate(OrganizationChange, {}), {})
  assert.deepEqual(
    validate(OrganizationChange, { siem: { url: null }, threatProtection: { enabled: true } }),
    {
      siem: { url: null },
      threatProtection: { enabled: true },
    },
  )
})

refuses(OrganizationChange, {
  'a field that cannot change': { given: { id }, at: 'id', says: 'Unknown field' },
  'a blank name': { given: { name: '' }, at: 'name', says: 'not be empty' },
  'an unknown field of the collector': { given: { siem: { a: 1 } }, at: 'siem.a', says: 'Unknown field' },
})

accepts(TeamRequest, {
  'a name, and then has no limits': {
    given: { name: 'Web' },
    gives: { name: 'Web', credits: null, limits: { concurrency: null, perMinute } },
  },
  'some limits, and then no others': {
    given: {
      name: 'Web',
      organizationId: id,
      credits: 100,
      limits: { concurrency: 2, perMinute: { scrape: 0 } },
    },
    gives: {
      organizationId: id,
      credits: 100,
      limits: { concurrency: 2, perMinute: { ...perMinute, scrape: 0 } },
    },
  },
})

refuses(TeamRequest, {
  'negative credits': { given: { name: 'a', credits: -1 }, at: 'credits', says: 'at least 0' },
  'no concurrency': {
    given: { name: 'a', limits: { concurrency: 0 } },
    at: 'limits.concurrency',
    says: 'at least 1',
  },
  'an unknown kind of request': {
    given: { name: 'a', limits: { perMinute: { scrap: 1 } } },
    at: 'limits.perMinute.scrap',
    says: 'Unknown field',
  },
  'an unknown limit': { given: { name: 'a', limits: { rate: 1 } }, at: 'limits.rate', says: 'Unknown field' },
  'too long a name': { given: { name: 'a'.repeat(257) }, at: 'name', says: 'at most 256' },
  'a negative rate': {
    given: { name: 'a', limits: { perMinute: { map: -1 } } },
    at: 'limits.perMinute.map',
    says: 'at least 0',
  },
  'an organization without an id': {
    given: { name: 'a', organizationId: 'x' },
    at: 'organizationId',
    says: 'UUID',
  },
})

test('changes no team fields that were not sent, and replaces limits as a whole', () => {
  assert.deepEqual(validate(TeamChange, { credits: null }), { credits: null })
  assert.deepEqual(validate(TeamChange, { limits: {} }), { limits: { concurrency: null, perMinute } })
})

accepts(AdminKeyRequest, {
  'no body': { given: undefined, gives: { name: 'API key' } },
  'a name': { given: { name: 'ci' }, gives: { name: 'ci' } },
})

accepts(PartnerRequest, {
  'a name': { given: { name: 'Shop' }, gives: { name: 'Shop', couponCredits: 0 } },
  'a coupon': { given: { name: 'Shop', couponCredits: 50 }, gives: { couponCredits: 50 } },
})
refuses(PartnerRequest, {
  'a negative coupon': { given: { name: 'a', couponCredits: -1 }, at: 'couponCredits', says: '0' },
})

accepts(PageQuery, {
  nothing: { given: {}, gives: { limit: 25 } },
  'a page': { given: { limit: '100', cursor: 'abc' }, gives: { limit: 100, cursor: 'abc' } },
})
refuses(PageQuery, {
  'an empty page': { given: { limit: '0' }, at: 'limit', says: 'at least 1' },
  'too large a page': { given: { limit: '101' }, at: 'limit', says: 'at most 100' },
  'an empty cursor': { given: { cursor: '' }, at: 'cursor', says: 'not be empty' },
})

accepts(UsageQuery, {
  'a team': { given: { teamId: id, from: '2026-01-01T00:00:00Z' }, gives: { limit: 25, teamId: id } },
  'moments anywhere in the world, as UTC': {
    given: { from: '2026-01-01T12:00:00+23:59', to: '2026-01-01T12:00:00.123456-05:00' },
    gives: { from: '2025-12-31T12:01:00.000Z', to: '2026-01-01T17:00:00.123Z' },
  },
})
refuses(UsageQuery, {
  'the year 0': { given: { from: '0000-01-01T00:00:00Z' }, at: 'from', says: 'years 1970 to 9999' },
  'the year 1969 by its offset': {
    given: { from: '1970-01-01T00:00:00+01:00' },
    at: 'from',
    says: 'years 1970 to 9999',
  },
  'the year 10000 by its offset': {
    given: { to: '9999-12-31T23:59:59-01:00' },
    at: 'to',
    says: 'years 1970 to 9999',
  },
  'a date without a time': { given: { to: '2026-01-01' }, at: 'to', says: 'date and time' },
})
refuses(JobQuery, { 'an unknown state': { given: { status: 'x' }, at: 'status', says: 'queued, active' } })
refuses(AuditQuery, {
  'an organization without an id': { given: { organizationId: 'x' }, at: 'organizationId', says: 'UUID' },
})

test('describes a page of teams', () => {
  const team = {
    id,
    name: 'a',
    organizationId: id,
    partnerId: null,
    credits: null,
    limits: { concurrency: null, perMinute },
    zeroDataRetention: false,
  }
  const page = { data: [{ ...team, createdAt: '2026-01-01T00:00:00.000Z' }], nextCursor: null }
  assert.equal(TeamList.safeParse(page).success, true)
  assert.equal(TeamList.safeParse({ data: page.data }).success, false)
  assert.equal(TeamList.safeParse({ ...page, data: [team] }).success, false)
})
