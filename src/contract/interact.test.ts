import { BrowserExecuteRequest, BrowserListQuery, BrowserRequest, InteractRequest } from './sessions.ts'
import { accepts, refuses } from '../../test/support/case-tables.ts'

accepts(InteractRequest, {
  'a program': {
    given: { code: '1' },
    gives: {
      task: { kind: 'code', code: '1', language: 'node' },
      timeout: 30,
      ttl: 600,
      activityTtl: 300,
      origin: 'api',
    },
  },
  'a wish, and no language with it': {
    given: { prompt: 'click', language: 'node', timeout: 300 },
    gives: { task: { kind: 'prompt', prompt: 'click' }, timeout: 300 },
  },
  'both, of which the program wins': {
    given: { code: '1', prompt: 'click', language: 'python' },
    gives: { task: { kind: 'code', code: '1', language: 'python' } },
  },
  'a blank program beside a wish': {
    given: { code: ' ', prompt: 'x' },
    gives: { task: { kind: 'prompt', prompt: 'x' } },
  },
  'an instruction with variables, files, a schema and a limit': {
    given: {
      prompt: 'x',
      variables: { pin: '4711', cv: { fileName: 'cv.txt', text: 'I weld.' } },
      schema: { type: 'object' },
      maxTokens: 5000,
    },
    gives: {
      task: {
        kind: 'prompt',
        prompt: 'x',
        variables: { pin: '4711', cv: { fileName: 'cv.txt', text: 'I weld.' } },
        schema: { type: 'object' },
        maxTokens: 5000,
      },
    },
  },
  'what else the service is sent': {
    given: {
      code: '1',
      existingSessionId: '8c1f3f0e-5f7b-4b43-9a39-0d2d4a8a8a11',
      ttl: 30,
      activityTtl: 10,
      integration: 'cli',
    },
    gives: {
      existingSessionId: '8c1f3f0e-5f7b-4b43-9a39-0d2d4a8a8a11',
      ttl: 30,
      activityTtl: 10,
      integration: 'cli',
    },
  },
})

refuses(InteractRequest, {
  'neither a program nor a wish': {
    given: { language: 'node' },
    at: 'code',
    says: 'code or prompt is required',
  },
  'too long a program': { given: { code: 'é'.repeat(50_001) }, at: 'code', says: 'at most 100000 bytes' },
  'too long a wish': { given: { prompt: 'a'.repeat(10_001) }, at: 'prompt', says: 'at most 10000' },
  'an unknown language': {
    given: { code: '1', language: 'ruby' },
    at: 'language',
    says: 'one of python, node, bash',
  },
  'a variable whose name is no name': {
    given: { prompt: 'x', variables: { 'a b': '1' } },
    at: 'variables.a b',
    says: 'letters, digits',
  },
  'a file with a path': {
    given: { prompt: 'x', variables: { cv: { fileName: '../cv', text: '' } } },
    at: 'variables.cv.fileName',
    says: 'without a path',
  },
  'too few tokens': { given: { prompt: 'x', maxTokens: 10 }, at: 'maxTokens', says: 'at least 1000' },
  'no time': { given: { code: '1', timeout: 0 }, at: 'timeout', says: 'at least 1' },
  'milliseconds for seconds': { given: { code: '1', timeout: 30_000 }, at: 'timeout', says: 'at most 300' },
  'an unknown field': { given: { code: '1', url: 'x' }, at: 'url', says: 'Unknown field' },
})

accepts(BrowserRequest, {
  nothing: {
    given: {},
    gives: { ttl: 600, activityTtl: 300, streamWebView: true, recordSession: false, origin: 'api' },
  },
  'a profile': {
    given: { profile: { name: 'a', saveChanges: false } },
    gives: { profile: { name: 'a', saveChanges: false } },
  },
})

refuses(BrowserRequest, {
  'too short a life': { given: { ttl: 29 }, at: 'ttl', says: 'at least 30' },
  'too long a life': { given: { ttl: 3601 }, at: 'ttl', says: 'at most 3600' },
  'too short an idle life': { given: { activityTtl: 9 }, at: 'activityTtl', says: 'at least 10' },
  'too long an idle life': { given: { activityTtl: 3601 }, at: 'activityTtl', says: 'at most 3600' },
  'an unknown field': { given: { url: 'x' }, at: 'url', says: 'Unknown field' },
})

accepts(BrowserExecuteRequest, {
  'a program': {
    given: { code: 'ls', origin: 'js' },
    gives: { code: 'ls', language: 'node', timeout: 30, origin: 'js' },
  },
})

refuses(BrowserExecuteRequest, {
  'no program': { given: { language: 'bash' }, at: 'code', says: 'is required' },
  'an empty program': { given: { code: '' }, at: 'code', says: 'not be empty' },
  'a wish': { given: { code: '1', prompt: 'x' }, at: 'prompt', says: 'Unknown field' },
})

refuses(BrowserListQuery, {
  'an unknown state': { given: { status: 'x' }, at: 'status', says: 'active, destroyed' },
})
