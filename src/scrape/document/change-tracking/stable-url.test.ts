import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stableUrl } from './stable-url.ts'

const MAIL = 'https://site.test/cdn-cgi/l/email-protection#'
/** `a@b.test` under two keys. */
const mail = (key: number) =>
  MAIL + Buffer.from([key, ...Buffer.from('a@b.test').map((byte) => byte ^ key)]).toString('hex')

const ALIKE: [what: string, one: string, other: string][] = [
  ['where visitors come from', 'https://a.test/x?utm_source=b&utm_medium=c', 'https://a.test/x'],
  ['tracking among others', 'https://a.test/x?a=1&fbclid=Zz9&b=2#c', 'https://a.test/x?a=1&b=2#c'],
  ['a session', 'https://a.test/x?PHPSESSID=1', 'https://a.test/x?PHPSESSID=2'],
  ['a session that looks drawn', '/x?sid=a8f3k2m9q7w1e5r4', '/x?sid=z1y2x3w4v5u6t7s8'],
  ['a session in the path', '/x;jsessionid=AB12.node1?a=1', '/x;jsessionid=CD34?a=1'],
  ['a session of ASP.NET', '/(S(lit3py55t21z5v55vlm25s55))/x.aspx', '/x.aspx'],
  ['a form token', '/x?_wpnonce=1a2b', '/x?_wpnonce=3c4d'],
  ['entities between parameters', '/x?a=1&amp;utm_source=b', '/x?a=1'],
  ['a cache-busted picture', 'https://a.test/i.png?v=1', 'https://a.test/i.png?v=2'],
  ['a picture of a size, cache-busted', '/i.jpg?w=100&t=1', '/i.jpg?w=100&t=2'],
  [
    'a signed file',
    'https://s3.test/f.pdf?X-Amz-Date=1&X-Amz-Signature=a&versionId=7',
    'https://s3.test/f.pdf?X-Amz-Date=2&X-Amz-Signature=b&versionId=7',
  ],
  [
    'a signed file of CloudFront',
    '/f.pdf?Expires=1&Signature=a&Key-Pair-Id=K',
    '/f.pdf?Expires=2&Signature=b&Key-Pair-Id=K',
  ],
  ['a signed file of Azure', '/f?sv=1&se=a&sig=x', '/f?sv=1&se=b&sig=y'],
  ['an obscured mail address', mail(0x12), mail(0x34)],
]

const UNLIKE: [what: string, one: string, other: string][] = [
  ['another path', 'https://a.test/x', 'https://a.test/y'],
  ['another parameter', '/x?page=1', '/x?page=2'],
  ['a plain sid', '/x?sid=42', '/x?sid=43'],
  ['a version of a page', '/x?v=1', '/x?v=2'],
  ['a time of a page', '/x?t=1', '/x?t=2'],
  ['an end without a signature', '/x?expires=1', '/x?expires=2'],
  ['another picture', '/i.png?id=1', '/i.png?id=2'],
  ['another fragment', '/x#a', '/x#b'],
  ['another obscured mail address', mail(0x12), `${MAIL}${'12'}7052`],
]

describe('addresses of links and pictures', () => {
  for (const [what, one, other] of ALIKE) {
    it(`are alike but for ${what}`, () => assert.equal(stableUrl(one), stableUrl(other)))
  }
  for (const [what, one, other] of UNLIKE) {
    it(`are not alike with ${what}`, () => assert.notEqual(stableUrl(one), stableUrl(other)))
  }
})
