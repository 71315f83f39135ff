import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unwrapRedirect } from './unwrap-redirect.ts'

const TARGET = 'https://example.com/a?b=1&c=2'
const encoded = encodeURIComponent(TARGET)

describe('withoutDetour', () => {
  const detours: [string, string][] = [
    ['Bing', `https://www.bing.com/ck/a?!&&p=x&u=a1${Buffer.from(TARGET).toString('base64url')}&ntb=1`],
    ['Google', `https://www.google.com/url?sa=t&url=${encoded}&usg=x`],
    ['an older Google', `https://www.google.co.uk/url?q=${encoded}`],
    ['DuckDuckGo', `https://duckduckgo.com/l/?uddg=${encoded}&rut=x`],
    ['Facebook', `https://l.facebook.com/l.php?u=${encoded}&h=x`],
    ['YouTube', `https://www.youtube.com/redirect?event=x&q=${encoded}`],
    ['a mail filter', `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=x`],
  ]
  for (const [name, address] of detours) {
    it(`leads past ${name}`, () => assert.equal(unwrapRedirect(address), TARGET))
  }

  it('leads to pages of the one who counts', () => {
    const own = `a1${Buffer.from('/images?q=x').toString('base64url')}`
    assert.equal(unwrapRedirect(`https://www.bing.com/ck/a?u=${own}`), 'https://www.bing.com/images?q=x')
  })

  it('leads nowhere when the target is a script', () =>
    assert.equal(unwrapRedirect('https://www.google.com/url?q=javascript:void(0)'), undefined))

  const direct = [
    'https://example.com/url?q=https://other.test/',
    'https://www.google.com/search?q=https://other.test/',
    'https://www.bing.com/ck/a?u=a1',
    'https://google.com.evil.test/url?q=https://other.test/',
    'https://www.youtube.com/watch?v=x',
    'https://www.google.com/url?q=//',
    'https://www.google.com/url?q=//%5B',
    '/url?q=https://other.test/',
    '',
  ]
  for (const address of direct) {
    it(`leaves ${address || 'nothing'} as it is`, () => assert.equal(unwrapRedirect(address), address))
  }
})
