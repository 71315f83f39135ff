import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCheap } from '../../test/support/assert-cheap.ts'
import { parseList } from './checkers/list.ts'

const TEXT = `
# a comment
! another
   # and one more
127.0.0.1 localhost
::1 ip6-localhost ip6-loopback
fe80::1%lo0 localhost
0.0.0.0 0.0.0.0
0.0.0.0 ads.example # with a remark
127.0.0.1\tone.example\ttwo.example
plain.example
  Upper.Example.
*.stars.example
bücher.example
192.0.2.7
2001:db8::7
http://url.example/bad/thing
https://query.example/get?file=1
http://port.example:8080/
http://both.example:81/x
tree.example/below/
whole.example/
com
||adblock.example^
ftp://files.example/
two words.example
`

describe('URL block lists', async () => {
  const { list, unread } = await parseList(TEXT.split('\n'))
  const cases: [boolean, string, string][] = [
    [true, 'https://ads.example/', 'a name of a hosts file'],
    [true, 'https://x.y.ads.example/z', 'what is below it'],
    [false, 'https://notads.example/', 'what merely ends with it'],
    [true, 'https://one.example/', 'the first of several names'],
    [true, 'https://two.example/', 'the second of several names'],
    [false, 'http://localhost/', 'what every machine has'],
    [false, 'http://0.0.0.0/', 'an address that stands for itself'],
    [true, 'http://plain.example:8080/a', 'a plain domain, at any port'],
    [true, 'http://plain.example./a', 'with the dot of the root'],
    [true, 'http://upper.example/', 'a name in capitals with a dot at its end'],
    [true, 'http://a.stars.example/', 'what a star stands for'],
    [true, 'http://stars.example/', 'the domain that the star is of'],
    [true, 'http://xn--bcher-kva.example/', 'an international name'],
    [true, 'http://192.0.2.7/', 'an address'],
    [false, 'http://1.192.0.2.7.example/', 'a name that looks like one'],
    [true, 'http://[2001:db8::7]/', 'an address of version 6'],
    [true, 'http://url.example/bad/thing', 'a URL'],
    [true, 'https://url.example/bad/thing', 'under the other protocol'],
    [true, 'http://url.example:444/bad/thing', 'at another port'],
    [true, 'http://url.example/bad/thing/', 'with a slash at its end'],
    [true, 'http://url.example/bad/thing/more', 'below its path'],
    [true, 'http://url.example/bad/thing?q=1', 'with a query'],
    [false, 'http://url.example/bad/things', 'a path that merely begins so'],
    [false, 'http://url.example/bad', 'a path above it'],
    [false, 'http://url.example/', 'the rest of its host'],
    [false, 'http://sub.url.example/bad/thing', 'the same path below its host'],
    [true, 'https://query.example/get?file=1', 'a URL with a query'],
    [false, 'https://query.example/get?file=2', 'another query'],
    [false, 'https://query.example/get', 'no query'],
    [true, 'http://port.example:8080/any', 'everything at a port'],
    [false, 'http://port.example/any', 'another port'],
    [true, 'http://both.example:81/x/y', 'a path at a port'],
    [false, 'http://both.example:82/x/y', 'the path at another'],
    [true, 'http://tree.example/below', 'a path without protocol'],
    [true, 'http://a.whole.example/x', 'a domain with a slash'],
    [false, 'http://example.com/', 'a single label blocks nothing'],
    [false, 'http://adblock.example/', 'rules of ad filters'],
    [false, 'http://words.example/', 'what is no list'],
  ]
  for (const [has, url, what] of cases) {
    it(`${has ? 'contain' : 'do not contain'} ${url}: ${what}`, () => assert.equal(list.has(url), has))
  }

  it('count invalid lines', () => assert.equal(unread, 4))
  it('count their entries', () => assert.equal(list.size, 15))

  it('are searched quickly for a path with very many segments', () => {
    assertCheap(() => list.has(`http://a.example${'/a'.repeat(100_000)}`), 50)
  })
})
