import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import { providerOf } from './provider-of.ts'
import type { Provider } from './provider.ts'

const WISH = { model: 'm', system: '', messages: [], isStreamed: false, quirks: new Set<never>() }

describe('providerOf', () => {
  const given: [url: string, provider: Provider, asked: string][] = [
    ['https://api.openai.com/v1', openai, 'https://api.openai.com/v1/chat/completions'],
    ['http://127.0.0.1:11434/v1/', openai, 'http://127.0.0.1:11434/v1/chat/completions'],
    ['https://api.anthropic.com', anthropic, 'https://api.anthropic.com/v1/messages'],
    ['https://api.anthropic.com/v1', anthropic, 'https://api.anthropic.com/v1/messages'],
    ['http://127.0.0.1:1/v1/messages', anthropic, 'http://127.0.0.1:1/v1/messages'],
    ['http://127.0.0.1:1/deep/v1/messages/', anthropic, 'http://127.0.0.1:1/deep/v1/messages/'],
    ['https://api.anthropic.com/openai/v1', openai, 'https://api.anthropic.com/openai/v1/chat/completions'],
    [
      'https://generativelanguage.googleapis.com',
      google,
      'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
    ],
    ['http://127.0.0.1:1/v1beta', google, 'http://127.0.0.1:1/v1beta/models/m:generateContent'],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai',
      openai,
      'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    ],
  ]
  for (const [url, provider, asked] of given) {
    it(`knows what is spoken at ${url}`, () => {
      const found = providerOf(new URL(url))
      assert.equal(found, provider)
      assert.equal(found.address(new URL(url), WISH)?.href, asked)
    })
  }
})
