import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agentName, agentNames } from './agent-names.ts'

describe('agentNames', () => {
  const cases: [userAgent: string, names: string[]][] = [
    ['Winnow', ['winnow']],
    ['Winnow/1.0', ['winnow']],
    ['Mozilla/5.0 (compatible; Winnow/0.1.0)', ['winnow']],
    ['Mozilla/5.0 (compatible; bingbot; +http://example.com/bot/1)', ['bingbot']],
    ['Googlebot-Image/1.0', ['googlebot-image']],
    ['MJ12bot/v1.4 (http://example.com/)', ['mj12bot']],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
      [],
    ],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', ['gptbot']],
    ['*', []],
  ]
  for (const [userAgent, names] of cases) {
    it(`finds ${names.join(', ') || 'nobody'} in ${userAgent}`, () => {
      assert.deepEqual([...agentNames(userAgent)], names)
    })
  }
})

describe('agentName', () => {
  for (const value of ['Winnow', ' WINNOW ', 'winnow/2.1', 'winnow*', 'Winnow the crawler']) {
    it(`reads ${value}`, () => assert.equal(agentName(value), 'winnow'))
  }
  it('leaves the star for everybody', () => assert.equal(agentName('*'), '*'))
})
