import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { ParseOptions, ParseOptionsPart, ParseUploadRequest } from './parse.ts'
import { validate } from './validate.ts'

const code = 'PARSE_UNSUPPORTED_OPTIONS'

test('fills every default of a parse', () => {
  assert.deepEqual(validate(ParseOptions, validate(ParseOptionsPart, {}).options), {
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    onlyCleanContent: false,
    includeTags: [],
    excludeTags: [],
    headers: {},
    parsers: [
      { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
      { type: 'image' },
    ],
    removeBase64Images: true,
    blockAds: true,
    redactPII: undefined,
    origin: 'api',
    timeout: 30_000,
    skipTlsVerification: true,
    zeroDataRetention: false,
  })
})

test('drops options without effect on a file', () => {
  const idle = { actions: [], waitFor: 0, mobile: false, proxy: 'basic', lockdown: false }
  const ignored = {
    maxAge: 5,
    storeInCache: false,
    fastMode: true,
    domainTools: true,
  }
  const read = validate(ParseOptions, { ...idle, ...ignored })
  for (const name of Object.keys({ ...idle, ...ignored })) assert.ok(!(name in read), name)
})

accepts(ParseOptionsPart, {
  'options that begin with a mark of their encoding': {
    given: { options: '\ufeff{"timeout":5000}' },
    gives: { options: { timeout: 5000 } },
  },
  'options as text': {
    given: { options: '{"formats":["html",{"type":"json","prompt":"x"}]}' },
    gives: { options: { formats: ['html', { type: 'json', prompt: 'x' }] } },
  },
})

refuses(ParseOptionsPart, {
  'text that is not JSON': {
    given: { options: '{' },
    at: 'options',
    says: 'options must be a JSON object',
  },
  'JSON that is a list': { given: { options: '[]' }, at: 'options', says: 'options must be a JSON object' },
  'JSON that is text': { given: { options: '"x"' }, at: 'options', says: 'options must be a JSON object' },
})

refuses(ParseOptions, {
  actions: {
    given: { actions: [{ type: 'scrape' }] },
    at: 'actions',
    says: 'does not support actions',
    code,
  },
  waitFor: { given: { waitFor: 1 }, at: 'waitFor', says: 'does not support waitFor', code },
  location: { given: { location: {} }, at: 'location', says: 'does not support location', code },
  mobile: { given: { mobile: true }, at: 'mobile', says: 'does not support mobile', code },
  profile: { given: { profile: { name: 'a' } }, at: 'profile', says: 'does not support profile', code },
  'a stealthy proxy': { given: { proxy: 'stealth' }, at: 'proxy', says: 'does not support proxy', code },
  minAge: { given: { minAge: 1 }, at: 'minAge', says: 'does not support minAge', code },
  lockdown: { given: { lockdown: true }, at: 'lockdown', says: 'does not support lockdown', code },
  'a screenshot': {
    given: { formats: ['screenshot'] },
    at: 'formats.0',
    says: 'the screenshot format',
    code,
  },
  branding: {
    given: { formats: ['html', { type: 'branding' }] },
    at: 'formats.1',
    says: 'the branding format',
    code,
  },
  changeTracking: {
    given: { formats: ['changeTracking'] },
    at: 'formats.0',
    says: 'the changeTracking format',
    code,
  },
  audio: { given: { formats: ['audio'] }, at: 'formats.0', says: 'the audio format', code },
  video: { given: { formats: ['video'] }, at: 'formats.0', says: 'the video format', code },
  rawBase64: { given: { formats: ['rawBase64'] }, at: 'formats.0', says: 'the rawBase64 format', code },
  'a page option beside other mistakes': {
    given: { waitFor: 5, timeout: 'x', bogus: 1 },
    at: 'waitFor',
    says: 'scrape a URL instead',
    code,
  },
  'too long a timeout': { given: { timeout: 3_600_001 }, at: 'timeout', says: 'at most 3600000' },
  'text that no database can keep': {
    given: { headers: { 'x-a': '\0' } },
    at: 'headers.x-a',
    says: 'U+0000',
  },
  'an unknown option': { given: { format: 'html' }, at: 'format', says: 'Did you mean `formats`?' },
  'no object': { given: null, at: '', says: 'must be an object' },
})

accepts(ParseUploadRequest, {
  'a reference with options': {
    given: { uploadRef: 'abc', formats: ['html'], maxAge: 5, storeInCache: true, origin: 'mcp' },
    gives: { uploadRef: 'abc', formats: [{ type: 'html' }], timeout: 30_000, origin: 'mcp' },
  },
})

refuses(ParseUploadRequest, {
  'no reference': { given: { formats: ['html'] }, at: 'uploadRef', says: 'is required' },
  'a page option': { given: { uploadRef: 'abc', mobile: true }, at: 'mobile', says: 'mobile', code },
})
