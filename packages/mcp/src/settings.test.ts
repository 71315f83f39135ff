import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadSetting, loadSettings } from './settings.ts'

const CASES: [environment: Record<string, string>, expected: object][] = [
  [{}, { apiKey: undefined, apiUrl: 'http://localhost:3002', files: 'upload', transport: { kind: 'stdio' } }],
  [
    { SERVICE_API_KEY: 'fc-1', SERVICE_API_URL: 'http://a.test/v2', FIRECRAWL_API_KEY: 'fc-2' },
    { apiKey: 'fc-1', apiUrl: 'http://a.test/v2', files: 'local', transport: { kind: 'stdio' } },
  ],
  [
    { FIRECRAWL_API_KEY: 'fc-2', FIRECRAWL_API_URL: 'https://b.test', SERVICE_API_URL: '' },
    { apiKey: 'fc-2', apiUrl: 'https://b.test', files: 'local', transport: { kind: 'stdio' } },
  ],
  [
    { HTTP_STREAMABLE_SERVER: 'true' },
    {
      apiKey: undefined,
      apiUrl: 'http://localhost:3002',
      files: 'upload',
      transport: { kind: 'http', host: '127.0.0.1', port: 3000, allowedHosts: [], isKeyShared: false },
    },
  ],
  [
    {
      HTTP_STREAMABLE_SERVER: 'TRUE',
      HOST: '0.0.0.0',
      PORT: '8080',
      ALLOWED_HOSTS: 'Tools.example, [::2]',
      SHARE_API_KEY: 'true',
    },
    {
      apiKey: undefined,
      apiUrl: 'http://localhost:3002',
      files: 'upload',
      transport: {
        kind: 'http',
        host: '0.0.0.0',
        port: 8080,
        allowedHosts: ['tools.example', '[::2]'],
        isKeyShared: true,
      },
    },
  ],
]

for (const [environment, expected] of CASES) {
  test(`accepts ${JSON.stringify(environment)}`, () => {
    assert.deepEqual(loadSettings(environment), expected)
  })
}

const WRONG: [environment: Record<string, string>, said: RegExp][] = [
  [{ SERVICE_API_URL: 'localhost:3002' }, /^SERVICE_API_URL must be/],
  [{ SERVICE_API_URL: 'file:///etc/passwd' }, /^SERVICE_API_URL must be/],
  [{ FIRECRAWL_API_URL: 'nonsense' }, /^FIRECRAWL_API_URL must be/],
  [{ SERVICE_API_KEY: 'two words' }, /^SERVICE_API_KEY must be/],
  [{ HTTP_STREAMABLE_SERVER: 'perhaps' }, /^HTTP_STREAMABLE_SERVER must be true or false/],
  [{ HTTP_STREAMABLE_SERVER: 'true', SHARE_API_KEY: 'perhaps' }, /^SHARE_API_KEY must be true or false/],
  [{ HTTP_STREAMABLE_SERVER: 'true', PORT: '70000' }, /^PORT must be/],
  [{ HTTP_STREAMABLE_SERVER: 'true', ALLOWED_HOSTS: 'http://a.test' }, /^ALLOWED_HOSTS must be/],
]

for (const [environment, said] of WRONG) {
  test(`rejects ${JSON.stringify(environment)} by name`, () => {
    assert.throws(
      () => loadSettings(environment),
      (failure) => failure instanceof BadSetting && said.test(failure.message),
    )
  })
}
