import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import { createSecrets } from '../secrets.ts'
import { createSeenPages } from './seen-pages.ts'

const VIEW = viewOf([
  { role: 'link', name: 'Partner', href: 'https://partner.example/a?b=1', clickable: true },
  { role: 'text', ownText: 'Only 1.299,00 € until Friday' },
])

function seenBy(prompt: string) {
  const seen = createSeenPages(prompt, createSecrets(prompt))
  seen.learn(VIEW)
  return seen
}

describe('an address that a model wants to open', () => {
  const seen = seenBy('Go to wikipedia or https://given.example/x with the password "open sesame"')
  const cases: [url: string, isOpened: boolean][] = [
    ['https://given.example/x', true],
    ['https://en.wikipedia.org/wiki/Oslo', true],
    ['https://shop.example/cart', true],
    ['/cart', true],
    ['https://partner.example/a?b=1', true],
    ['https://partner.example/a?b=2', false],
    ['https://evil.example/', false],
    ['https://shop.example/?p=open%20sesame', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['http://', false],
  ]
  for (const [url, isOpened] of cases) {
    it(`${isOpened ? 'is opened' : 'is refused'}: ${url}`, () =>
      assert.equal(seen.refusalOf(url) === undefined, isOpened))
  }

  it('is anything on the web before a page was seen', () => {
    const unseen = createSeenPages('Find the weather in Oslo', createSecrets(''))
    assert.equal(unseen.refusalOf('https://forecast.example/'), undefined)
  })
})

describe('what a model says at the end', () => {
  const cases: [output: string, strange: string | undefined][] = [
    ['It costs 1299 EUR.', undefined],
    ['The offer is "until Friday".', undefined],
    ['Everything was done.', undefined],
    ['It costs 1399 EUR.', '1399'],
    ['The offer is "until Sunday".', '"until Sunday"'],
    ['The code "X99" of the task was used.', undefined],
  ]
  for (const [output, strange] of cases) {
    it(`is ${strange === undefined ? 'left as it is' : 'remarked upon'}: ${output}`, () => {
      const remarks = seenBy('Use the code X99').remarksOn(output)
      const expected = `The output names what stands on none of the pages that were seen: ${strange}.`
      assert.deepEqual(remarks, strange === undefined ? [] : [expected])
    })
  }
})
