import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isEndless } from './may-be-page.ts'

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('')

describe('an endless URL', () => {
  const endless = [
    '/a/a/a',
    '/x/a/a/a/y',
    '/a/b/a/b/a/b',
    '/x/a/b/a/b/a/b/y',
    '/a/b/c/a/b/c/a/b/c',
    '/a//a//a',
    '/2020/a/2020/a/2020/a',
    '/news/index.html/news/index.html/news/index.html',
    times(31, (index) => `/s${index}`),
    `/?${times(21, (index) => `p${index}=1&`)}`,
    '/?f=red&f=red&f=red',
    '/login?next=/login?next=/login?next=/',
    '/login?next=%2Flogin%3Fnext%3D%252Flogin%253Fnext%253D%25252F',
    '/?u=%252525',
    '/?path=a/b/a/b/a/b',
    '/?path=a%2Fa%2Fa',
  ]
  for (const path of endless) {
    it(path.slice(0, 70), () => assert.equal(isEndless(`https://example.com${path}`), true))
  }
})

describe('a URL that is not endless', () => {
  const honest = [
    '/',
    '/en/en/',
    '/1/1/1',
    '/2020/11/11/11',
    '/1/2/1/2/1/2',
    '/a/b/a/b',
    '/a/b/a/b/a',
    '/a/a/b/a/a/b',
    '/a/b/c/a/b/c',
    '/a/x/a/y/a/z',
    times(30, (index) => `/s${index}`),
    `/?${times(20, (index) => `p${index}=1&`)}`,
    '/?f[]=&f[]=&f[]=',
    '/?f=red&f=blue&f=green',
    '/login?next=%2Flogin%3Fnext%3D%252F',
    '/?q=50%25%20off',
    '/?next=https://example.com/a?b=c&d=e',
    '/?a=b=c=d',
    '/?==&=',
  ]
  for (const path of honest) {
    it(path.slice(0, 70), () => assert.equal(isEndless(`https://example.com${path}`), false))
  }
})
