import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createPathFilter } from './path-filter.ts'

const NONE = { includePaths: [] as string[], excludePaths: [] as string[], regexOnFullURL: false }
const SITE = 'https://example.com'

describe('a path filter', () => {
  const cases: [options: Partial<typeof NONE>, kept: string[], dropped: string[]][] = [
    [{}, ['/', '/a'], []],
    [{ includePaths: ['/blog/'] }, ['/blog/a', '/x/blog/'], ['/blog', '/', '/a?b=/blog/']],
    [{ includePaths: ['^/a$', '^/b'] }, ['/a', '/b/c', '/a?x'], ['/ab', '/x/b']],
    [{ excludePaths: ['\\.pdf$'] }, ['/a', '/a.pdf/b'], ['/a.pdf', '/a.pdf?b']],
    [{ includePaths: ['/a'], excludePaths: ['/a/b'] }, ['/a/c'], ['/a/b', '/c']],
    [{ includePaths: ['x=1'], regexOnFullURL: true }, ['/a?x=1'], ['/x', '/a?x=2']],
    [
      { includePaths: ['^https://example\\.com/a'], regexOnFullURL: true },
      ['/a'],
      ['/b/https://example.com/a'],
    ],
    [{ includePaths: ['^/über$'] }, ['/%C3%BCber', '/über'], ['/uber']],
    [{ includePaths: ['%C3%BC'] }, ['/%C3%BCber'], ['/u']],
    [{ includePaths: ['^/😀.$'] }, ['/😀a', '/%F0%9F%98%80a'], ['/😀', '/😀😀']],
    [{ includePaths: ['%zz'] }, ['/%zz'], ['/zz']],
    [{ includePaths: ['/a(?!b)'] }, ['/ac', '/a'], ['/ab', '/b']],
    [{ includePaths: ['^/(?!admin)', '^/admin/public'] }, ['/a', '/admin/public'], ['/admin', '/admin/x']],
    [{ excludePaths: ['/(\\w)\\1', '/z'] }, ['/ab'], ['/aa', '/z']],
    [{ includePaths: ['(?<=/)a', '/c'], excludePaths: ['(?=b)b'] }, ['/a', '/c'], ['/ab', '/cb', '/d']],
    [{ includePaths: ['^/(a{1000}){1000}$', '^/b$'] }, ['/b'], ['/a']],
    [{ includePaths: [`${'a{999}'.repeat(100)}|^/b$`] }, ['/b'], ['/a']],
    [
      { includePaths: Array.from({ length: 100 }, (_, i) => `^/(?:section-${i}|part-${i})/.*[a-z]{1,9}$`) },
      ['/section-99/a', '/part-0/b'],
      ['/section-100/a', '/part-1/1'],
    ],
  ]
  for (const [options, kept, dropped] of cases) {
    it(JSON.stringify(options).slice(0, 100), async () => {
      await using filter = createPathFilter({ ...NONE, ...options })
      const paths = [...kept, ...dropped]
      assert.deepEqual(await filter.allows(paths.map((path) => SITE + path)), [
        ...kept.map(() => true),
        ...dropped.map(() => false),
      ])
      assert.deepEqual(await filter.allows([]), [])
    })
  }

  it('answers several requests at once', async () => {
    await using filter = createPathFilter({ ...NONE, includePaths: ['/a(?!b)', '/z'] })
    const asked = Array.from({ length: 50 }, (_, i) =>
      filter.allows([`${SITE}/a${i % 2 ? 'b' : 'c'}`, `${SITE}/z`]),
    )
    assert.deepEqual(
      await Promise.all(asked),
      asked.map((_, i) => [i % 2 === 0, true]),
    )
  })
})

describe('patterns made to be slow', () => {
  const long = `${SITE}/${'a'.repeat(10_000)}!`

  it('work when they are linear', async () => {
    // JavaScript's own engine would never finish with these.
    const includePaths = ['^(a+)+$', '^/(a|aa)+$', '^/(?:.*.*.*.*)*=$', '([a-z]+)*\\d$', '^/(a?){30}a{30}$']
    await using filter = createPathFilter({ ...NONE, includePaths })
    assert.deepEqual(await filter.allows([long, `${SITE}/${'a'.repeat(31)}`]), [false, true])
  })

  for (const lists of [
    { includePaths: ['^/x', '^/(?=a)(a+)+$'] },
    { excludePaths: ['(?=b)b', '^/(?=a)(a+)+$'] },
  ]) {
    it(`are stopped and named while other tasks keep running: ${JSON.stringify(lists)}`, async () => {
      await using filter = createPathFilter({ ...NONE, ...lists }, 200)
      const urls = 'excludePaths' in lists ? [long] : [`${SITE}/b`, long]
      const failing = assert.rejects(filter.allows(urls), {
        code: 'BAD_REQUEST',
        message: 'The pattern takes too long to match: ^/(?=a)(a+)+$. Simplify it.',
      })
      const turns = await turnsDuring(failing)
      assert.ok(turns > 100, `${turns} turns`)
      await assert.rejects(filter.allows([`${SITE}/a`]), /takes too long/)
    })
  }

  it('let other tasks run when there are many URLs', async () => {
    await using filter = createPathFilter({ ...NONE, includePaths: ['^/(?:.*a){30}b'] })
    const urls = Array.from({ length: 15_000 }, (_, i) => `${SITE}/${'a'.repeat(i % 300)}-${i}`)
    const asked = filter.allows(urls)
    const turns = await turnsDuring(asked)
    assert.equal((await asked).length, urls.length)
    assert.ok(turns > 1, `${turns} turns`)
  })

  it('are stopped and named when they have too many states', async () => {
    // Each of these URLs would keep the main thread busy for long.
    const pattern = '\\b(.*[ab].{28}){3}\\b[xy]$'
    await using filter = createPathFilter({ ...NONE, includePaths: [pattern] }, 100)
    let state = 1
    const letter = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return 'abcdefgh-'[(state % 2_000_003) % 9]
    }
    const urls = Array.from(
      { length: 100 },
      () => `${SITE}/${Array.from({ length: 1_900 }, letter).join('')}`,
    )
    await assert.rejects(filter.allows(urls), { code: 'BAD_REQUEST', message: /too long/ })
  })

  it('fails pending requests when it is disposed', async () => {
    const filter = createPathFilter({ ...NONE, includePaths: ['^/(?=a)(a+)+$'] })
    const [running, waiting] = [filter.allows([long]), filter.allows([long])]
    const both = Promise.all([assert.rejects(running), assert.rejects(waiting)])
    await setImmediate()
    await filter[Symbol.asyncDispose]()
    await both
  })
})

/** How often other tasks ran until the work was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const end = () => over.abort()
  work.then(end, end)
  let turns = 0
  for (; !over.signal.aborted; turns++) await setImmediate()
  await work
  return turns
}
