import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AgentThreadQuery, AgentTraceQuery } from './agent-trace.ts'
import { AgentListQuery, AgentRequest } from './agent.ts'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { validate } from './validate.ts'

const prompt = 'the founders'
const id = '0198d0aa-1111-7222-8333-444455556666'

test('fills every default of a task', () => {
  assert.deepEqual(validate(AgentRequest, { prompt }), {
    prompt,
    urls: [],
    strictConstrainToURLs: false,
    model: 'spark-1-mini',
    maxCredits: 2500,
    mode: 'extract',
    origin: 'api',
  })
})

accepts(AgentRequest, {
  'all that clients send': {
    given: {
      prompt,
      urls: ['example.com'],
      schema: {
        $schema: 'x',
        type: 'object',
        additionalProperties: false,
        properties: { a: { type: ['string', 'null'] } },
      },
      model: 'spark-2',
      effort: 'low',
      maxCredits: 3000.5,
      strictConstrainToURLs: true,
      webhook: { url: 'https://example.com', events: ['action', 'agent.cancelled'] },
      threadId: id,
      mode: 'chat',
      exchange: { enabled: false },
      integration: 'cli',
    },
    gives: {
      urls: ['http://example.com'],
      model: 'spark-2',
      effort: 'low',
      maxCredits: 3000.5,
      strictConstrainToURLs: true,
      webhook: { url: 'https://example.com', events: ['agent.action', 'agent.cancelled'] },
      threadId: id,
      mode: 'chat',
      integration: 'cli',
    },
  },
  'the longest prompt': { given: { prompt: 'a'.repeat(10_000) }, gives: { prompt: 'a'.repeat(10_000) } },
})

test('drops the exchange', () => {
  assert.ok(!('exchange' in validate(AgentRequest, { prompt, exchange: {} })))
})

refuses(AgentRequest, {
  'no prompt': { given: {}, at: 'prompt', says: 'prompt is required' },
  'a blank prompt': { given: { prompt: ' ' }, at: 'prompt', says: 'not be empty' },
  'too long a prompt': { given: { prompt: 'a'.repeat(10_001) }, at: 'prompt', says: 'at most 10000' },
  'an invalid URL': { given: { prompt, urls: ['a.com', 'nothing'] }, at: 'urls.1', says: 'top-level domain' },
  'an unknown model': { given: { prompt, model: 'gpt' }, at: 'model', says: 'spark-1-mini, spark-1-pro' },
  'no credits': { given: { prompt, maxCredits: 0 }, at: 'maxCredits', says: 'more than 0' },
  'a thread without an id': { given: { prompt, threadId: 'x' }, at: 'threadId', says: 'must be a UUID' },
  'a broken schema': {
    given: { prompt, schema: { type: 'thing' } },
    at: 'schema.type',
    says: 'one of string, number',
  },
  'a schema that is a list': { given: { prompt, schema: [] }, at: 'schema', says: 'must be an object' },
  'an override of unknown mode': {
    given: { prompt, threatProtection: { mode: 'zscaler' } },
    at: 'threatProtection.mode',
    says: 'one of off, normal',
  },
  'an event of crawls': {
    given: { prompt, webhook: { url: 'a.com', events: ['page'] } },
    at: 'webhook.events.0',
    says: 'one of started, action',
  },
  'an unknown field': { given: { prompt, limit: 5 }, at: 'limit', says: 'Unknown field' },
})

accepts(AgentListQuery, {
  'a moment': { given: { before: '1767225600000' }, gives: { before: 1_767_225_600_000 } },
})
refuses(AgentListQuery, {
  'a date': { given: { before: '2026-01-01' }, at: 'before', says: 'must be a number' },
})

accepts(AgentTraceQuery, {
  nothing: { given: {}, gives: { liveView: false } },
  true: { given: { liveView: 'true' }, gives: { liveView: true } },
  false: { given: { liveView: 'false' }, gives: { liveView: false } },
})
refuses(AgentTraceQuery, {
  'another word': { given: { liveView: 'yes' }, at: 'liveView', says: 'true or false' },
})

accepts(AgentThreadQuery, {
  nothing: { given: {}, gives: { includeData: false } },
  true: { given: { includeData: 'true' }, gives: { includeData: true } },
})
