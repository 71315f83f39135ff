import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providerOf } from './provider-of.ts'

const WISH = { model: 'm', system: '', messages: [], isStreamed: false, quirks: new Set<never>() }

describe('providerOf', () => {
  const given: [url: string, asked: string][] = [
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['http://127.0.0.1:1/v1?api-version=3', 'http://127.0.0.1:1/v1/chat/completions?api-version=3'],
    ['https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com/v1/messages'],
    ['http://127.0.0.1:1/v1/messages', 'http://127.0.0.1:1/v1/messages'],
    ['http://127.0.0.1:1/deep/v1/messages/', 'http://127.0.0.1:1/deep/v1/messages'],
    ['https://api.anthropic.com/openai/v1', 'https://api.anthropic.com/openai/v1/chat/completions'],
    [
      'https://generativelanguage.googleapis.com',
      'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
    ],
    ['http://127.0.0.1:1/v1beta', 'http://127.0.0.1:1/v1beta/models/m:generateContent'],
    ['http://127.0.0.1:1/v1beta/models/', 'http://127.0.0.1:1/v1beta/models/m:generateContent'],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    ],
  ]
  for (const [url, asked] of given) {
    it(`sends requests for ${url} to ${asked}`, async () => {
      const root = new URL(url)
      const provider = providerOf(root)
      const sent: string[] = []
      const fetch = async (input: string | URL | Request) => {
        sent.push(String(input))
        return new Response('', { status: 500 })
      }
      const model = provider.createModel({ root, key: undefined }, WISH, fetch) ?? assert.fail()
      await assert.rejects(async () => await model.doGenerate(provider.options(WISH)))
      assert.deepEqual(sent, [asked])
    })
  }
})
