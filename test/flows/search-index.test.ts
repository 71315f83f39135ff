import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { seenPlace } from '../../src/crawl/crawl.ts'
import { createLog } from '../../src/log.ts'
import { parseQuery } from '../../src/search/search.ts'
import type { LocalSearchRequest } from '../../src/search/search.ts'
import { createSearchIndex, tidy } from '../../src/store/store.ts'
import type { Sql } from '../../src/store/database/sql.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import {
  enterPage as enter,
  foundPaths as found,
  openIndex as openIndexOf,
  pathsOf,
  searchPages as search,
} from '../support/test-index.ts'
import type { TestIndex as Index } from '../support/test-index.ts'
import { makeTeam } from '../support/team.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const openIndex = (options?: Parameters<typeof openIndexOf>[1]) => openIndexOf(database, options)
const newTeam = async () => (await makeTeam(database.db)).id

describe('a search of the own pages', () => {
  let index: Index
  let teamId: string
  before(async () => {
    index = openIndex()
    teamId = await newTeam()
    enter(index, teamId, 'https://docs.ships.test/lighthouse', {
      title: 'Lighthouses - Ships',
      head: '<meta name="description" content="How lighthouses work.">',
      body: '<h1>Lighthouses</h1><p>A lighthouse guides ships at night. The keeper lit the lamp every evening.</p>',
    })
    enter(index, teamId, 'https://ships.test/harbour', {
      title: 'The harbour',
      body: '<p>Ships rest in the harbour. From the harbour one sees a lighthouse, and at night its lamp.</p>',
    })
    enter(index, teamId, 'https://other.test/lamps/guide.pdf', {
      title: 'Lamps for the night',
      body: '<p>A lamp gives light. Evening lamps are dim, night lamps are dimmer.</p>',
      contentType: 'application/pdf',
    })
    enter(index, teamId, 'https://other.test/de', {
      title: 'Häfen und Straßen',
      language: 'de',
      body: '<p>Die Häfen der Stadt sind alt, und die Straßen zu ihnen auch. Das wissen wir von den Kapitänen.</p>',
    })
    enter(index, teamId, 'https://other.test/ja', {
      title: '東京タワー',
      language: 'ja',
      body: '<p>東京都港区にある電波塔です。黒猫が住んでいます。</p>',
    })
  })
  after(() => index[Symbol.asyncDispose]())

  const cases: [what: string, text: string, wish: Partial<LocalSearchRequest>, paths: string[]][] = [
    ['finds a page at once, by forms of its words', 'lighthouse keepers', {}, ['/lighthouse']],
    ['puts the page whose title it is first', 'harbour', {}, ['/harbour']],
    ['puts what a page is about before what it mentions', 'lighthouse', {}, ['/lighthouse', '/harbour']],
    ['takes quotes for words in a row', '"guides ships"', {}, ['/lighthouse']],
    ['finds nothing for words in another order in quotes', '"ships guides"', {}, []],
    ['leaves out what is excluded', 'lamp -lighthouse', {}, ['/lamps/guide.pdf']],
    ['leaves out a phrase', 'lighthouse -"guides ships"', {}, ['/harbour']],
    [
      'stays within a site, its subdomains included',
      'night site:ships.test',
      {},
      ['/lighthouse', '/harbour'],
    ],
    ['stays within a subdomain', 'night site:docs.ships.test', {}, ['/lighthouse']],
    ['stays out of a site', 'lamp -site:ships.test', {}, ['/lamps/guide.pdf']],
    ['looks into titles', 'intitle:lamp', {}, ['/lamps/guide.pdf']],
    ['looks into addresses', 'inurl:lamps', {}, ['/lamps/guide.pdf']],
    ['looks for a kind of file', 'night filetype:pdf', {}, ['/lamps/guide.pdf']],
    ['does not mind accents and case', 'HAFEN STRASSE', {}, ['/de']],
    ['stems by the language of the page', 'kapitän', {}, ['/de']],
    ['stays within a language', 'the', { language: 'de' }, []],
    ['takes a language with its country', 'stadt', { language: 'de-AT' }, ['/de']],
    ['finds parts of texts without spaces', '電波塔', {}, ['/ja']],
    ['finds a single letter of such a text, the last of a run too', '猫', {}, ['/ja']],
    ['finds no letters that do not follow each other', '"東区"', {}, []],
    [
      'drops the words that tell least when no page has all',
      'lighthouse lamp zanzibar',
      {},
      ['/lighthouse', '/harbour'],
    ],
    [
      'finds longer words by their beginning when no page has the word',
      'lightho',
      {},
      ['/lighthouse', '/harbour'],
    ],
    ['counts such a beginning as a word', 'lightho lamp', {}, ['/lighthouse', '/harbour']],
    ['drops words one by one until a page has the rest', 'keeper evening kapitän', {}, ['/lighthouse']],
    ['gives pages of a site without words', 'site:docs.ships.test', {}, ['/lighthouse']],
    ['finds nothing where nothing is', 'zanzibar', {}, []],
  ]
  for (const [what, text, wish, paths] of cases) {
    it(what, async () => assert.deepEqual(await found(index, teamId, text, wish), paths))
  }

  it('shows the passage that goes best with the words, else what the page says of itself', async () => {
    const [keeper] = await search(index, teamId, 'keeper lamp')
    assert.equal(keeper!.description, 'The keeper lit the lamp every evening.')
    assert.equal(keeper!.title, 'Lighthouses - Ships')
    const [site] = await search(index, teamId, 'site:docs.ships.test')
    assert.equal(site!.description, 'How lighthouses work.')
  })

  it('gives no more than its limit', async () => {
    assert.equal((await found(index, teamId, 'lighthouse', { limit: 1 })).length, 1)
  })
})

describe('dates, news and pictures', () => {
  let index: Index
  let teamId: string
  before(async () => {
    index = openIndex()
    teamId = await newTeam()
    for (const year of [2019, 2021, 2023]) {
      enter(index, teamId, `https://news.test/${year}`, {
        title: `Storm of ${year}`,
        head: `<meta property="article:published_time" content="${year}-06-01T00:00:00Z">`,
        body: '<p>A storm came over the land.</p>',
      })
    }
    enter(index, teamId, 'https://news.test/undated', {
      title: 'Storms',
      body: '<p>A storm is a strong wind.</p><img src="/wind.jpg" alt="A storm at sea" width="800" height="600"><img src="/b.jpg" alt="Something">',
    })
  })
  after(() => index[Symbol.asyncDispose]())

  it('bounds the time', async () => {
    const from = new Date('2020-01-01')
    const to = new Date('2022-01-01')
    assert.deepEqual(await found(index, teamId, 'storm', { from, to }), ['/2021'])
    assert.deepEqual(await found(index, teamId, 'storm', { to }).then((paths) => paths.toSorted()), [
      '/2019',
      '/2021',
    ])
  })

  it('takes a page without a date for as old as when it was seen', async () => {
    const from = new Date(Date.now() - 60_000)
    assert.deepEqual(await found(index, teamId, 'storm', { from }), ['/undated'])
  })

  it('puts the newest first when asked to', async () => {
    const paths = await found(index, teamId, 'storm', { byDate: true })
    assert.deepEqual(paths, ['/undated', '/2023', '/2021', '/2019'])
  })

  it('gives pages with a date for news, with that date', async () => {
    const hits = await search(index, teamId, 'storm', { source: 'news', byDate: true })
    assert.deepEqual(pathsOf(hits), ['/2023', '/2021', '/2019'])
    assert.deepEqual(hits[0]!.publishedAt, new Date('2023-06-01T00:00:00Z'))
  })

  it('gives pictures by what stands beside them', async () => {
    const hits = await search(index, teamId, 'storm', { source: 'images' })
    assert.deepEqual(
      hits.map(({ image }) => image),
      [{ url: 'https://news.test/wind.jpg', width: 800, height: 600, alt: 'A storm at sea' }],
    )
  })
})

describe('pages that can be searched', () => {
  const fish = { title: 'Fish', body: '<p>All about herrings.</p>' }

  it('are those of the own team only', async () => {
    await using index = openIndex()
    const [one, other] = [await newTeam(), await newTeam()]
    enter(index, one, 'https://a.test/fish', fish)
    assert.deepEqual(await found(index, one, 'herring'), ['/fish'])
    assert.deepEqual(await found(index, other, 'herring'), [])
    assert.deepEqual([await index.isEmpty(one), await index.isEmpty(other)], [false, true])
  })

  it('are found by what they say now, once', async () => {
    await using index = openIndex()
    const teamId = await newTeam()
    enter(index, teamId, 'https://a.test/fish', fish)
    assert.deepEqual(await found(index, teamId, 'herring'), ['/fish'])
    enter(index, teamId, 'https://a.test/fish#part', { title: 'Fish', body: '<p>All about salmon.</p>' })
    assert.deepEqual(await found(index, teamId, 'salmon'), ['/fish'])
    assert.deepEqual(await found(index, teamId, 'herring'), [])
  })

  it('are not written again while they say the same, but noted as seen', async () => {
    await using index = openIndex()
    const teamId = await newTeam()
    const version = async () => {
      await index.isEmpty(teamId)
      const [row] = await database.db.rows<{ version: string; age: number }>(
        `select t.xmin::text as version, extract(epoch from now() - p.seen_at)::integer as age
         from search_pages p join search_terms t on t.page_id = p.id where p.team_id = $1`,
        [teamId],
      )
      return row!
    }
    enter(index, teamId, 'https://a.test/fish', fish)
    const before = await version()
    const grow = () =>
      database.db.rows(`update search_pages set seen_at = now() - interval '2 days' where team_id = $1`, [
        teamId,
      ])
    await grow()
    enter(index, teamId, 'https://a.test/fish', fish)
    const again = await version()
    assert.equal(again.version, before.version)
    assert.ok(again.age < 3600)
    await grow()
    index.note({ teamId, url: 'https://a.test/fish' })
    assert.ok((await version()).age < 3600)
  })

  it('are taken over from another team where copies are shared, and only there', async () => {
    const [one, other] = [await newTeam(), await newTeam()]
    await using own = openIndex()
    enter(own, one, 'https://shared.test/fish', fish)
    await own.isEmpty(one)
    own.note({ teamId: other, url: 'https://shared.test/fish' })
    assert.deepEqual(await found(own, other, 'herring'), [])
    await using shared = openIndex({ isShared: true })
    shared.note({ teamId: other, url: 'https://shared.test/fish' })
    assert.deepEqual(await found(shared, other, 'herrings'), ['/fish'])
    assert.deepEqual(await found(shared, one, 'herrings'), ['/fish'])
  })

  it('are taken over from nobody who had them under another address, such as one with a session in it', async () => {
    const [one, other] = [await newTeam(), await newTeam()]
    await using index = openIndex({ isShared: true })
    enter(index, one, 'https://own.test/account?PHPSESSID=0a1b2c3d4e5f60718293a4b5c6d7e8f9', fish)
    await index.isEmpty(one)
    index.note({ teamId: other, url: 'https://own.test/account' })
    assert.equal(await index.isEmpty(other), true)
    const third = await newTeam()
    enter(index, third, 'https://own.test/account', { title: 'Log in', body: '<p>For everybody.</p>' })
    await index.isEmpty(third)
    enter(index, one, 'https://own.test/account?PHPSESSID=0a1b2c3d4e5f60718293a4b5c6d7e8f9', fish)
    index.note({ teamId: other, url: 'https://own.test/account' })
    assert.deepEqual(
      (await search(index, other, 'site:own.test')).map(({ title, url }) => [title, url]),
      [['Log in', 'https://own.test/account']],
    )
  })

  it('go with their team', async () => {
    await using index = openIndex()
    const teamId = await newTeam()
    enter(index, teamId, 'https://a.test/fish', fish)
    await index.isEmpty(teamId)
    await database.db.rows(`delete from teams where id = $1`, [teamId])
    enter(index, teamId, 'https://a.test/fish', fish)
    assert.equal(await index.isEmpty(teamId), true)
    const rows = await database.db.rows(
      `select from search_terms t where not exists (select from search_pages p where p.id = t.page_id)`,
    )
    assert.equal(rows.length, 0)
  })

  it('go when they are too old', async () => {
    await using index = openIndex()
    const teamId = await newTeam()
    enter(index, teamId, 'https://a.test/fish', fish)
    enter(index, teamId, 'https://a.test/new', fish)
    await index.isEmpty(teamId)
    await database.db.rows(
      `update search_pages set seen_at = now() - interval '8 days' where team_id = $1 and url like '%fish'`,
      [teamId],
    )
    await tidy(database.db)
    assert.equal((await found(index, teamId, 'herring')).length, 2)
    await tidy(database.db, { searchDays: 7 })
    assert.deepEqual(await found(index, teamId, 'herring'), ['/new'])
  })

  it('make room for newer ones', async () => {
    await using index = openIndex({ maxBytes: 20_000 })
    const teamId = await newTeam()
    for (let nr = 0; nr < 40; nr++) {
      enter(index, teamId, `https://room.test/${nr}`, {
        title: `Page ${nr}`,
        body: `<p>${'herring '.repeat(nr)}</p>`,
      })
      await index.isEmpty(teamId)
    }
    const paths = await found(index, teamId, 'page', { limit: 100 })
    assert.ok(paths.length > 3 && paths.length < 40, `${paths.length} pages are left`)
    assert.ok(paths.includes('/39') && !paths.includes('/0'))
  })

  it('are written when the index is closed', async () => {
    const teamId = await newTeam()
    {
      await using index = openIndex()
      enter(index, teamId, 'https://a.test/fish', fish)
    }
    await using index = openIndex()
    assert.deepEqual(await found(index, teamId, 'herring'), ['/fish'])
  })
})

describe('the index', () => {
  it('is tidied up when many pages came and no more do', async () => {
    const { db } = database
    const { promise, resolve } = Promise.withResolvers<void>()
    const watched = {
      ...db,
      async rows<Row>(statement: string | Sql, values?: readonly unknown[]) {
        const rows = await db.rows<Row>(statement, values)
        if (String(statement).includes('gin_clean_pending_list')) resolve()
        return rows
      },
    }
    const log = createLog('silent', false)
    const needs = { placeOf: seenPlace, isShared: false, maxBytes: 1e9, restMs: 1, log }
    await using index = createSearchIndex(watched, needs)
    const teamId = await newTeam()
    for (let nr = 0; nr < 40; nr++) {
      enter(index, teamId, `https://many.test/${nr}`, { title: `Herring ${nr}`, body: '<p>A fish.</p>' })
    }
    await promise
    assert.equal((await found(index, teamId, 'herring', { limit: 50 })).length, 40)
  })
})

describe('a search while pages cannot be written', () => {
  it('finds those that are there already', async () => {
    const { db } = database
    const teamId = await newTeam()
    const herring = { title: 'Herring', body: '<p>A fish.</p>' }
    {
      await using index = openIndex()
      enter(index, teamId, 'https://a.test/first', herring)
    }
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const slow = {
      ...db,
      async prepared<Row>(statement: string | Sql, values?: readonly unknown[]) {
        if (String(statement).includes('enter_search_pages')) await held
        return await db.prepared<Row>(statement, values)
      },
    }
    const log = createLog('silent', false)
    const needs = { placeOf: seenPlace, isShared: false, maxBytes: 1e9, freshMs: 1, log }
    await using index = createSearchIndex(slow, needs)
    using _end = { [Symbol.dispose]: release }
    enter(index, teamId, 'https://a.test/second', herring)
    assert.deepEqual(await found(index, teamId, 'herring'), ['/first'])
  })
})

describe('what is made to break a search', () => {
  let index: Index
  let teamId: string
  before(async () => {
    index = openIndex()
    teamId = await newTeam()
    const words = (count: number) => Array.from({ length: count }, (_, nr) => `w${nr.toString(36)}`).join(' ')
    enter(index, teamId, 'https://hostile.test/lexemes', {
      title: words(40),
      body: `<h2>${words(30_000)}</h2>`,
    })
    enter(index, teamId, 'https://hostile.test/same', {
      title: 'same',
      body: `<p>${'same '.repeat(300_000)}</p>`,
    })
    enter(index, teamId, 'https://hostile.test/long', {
      title: 'x'.repeat(100_000),
      body: `<p>${'é'.repeat(2_000_000)}</p>`,
    })
    enter(index, teamId, "https://hostile.test/it's?a='b'&c=\\d%00%ff", {
      title: `It's a \\'title\\' with \0 & | ! :* <-> and \ud800`,
      body: `<p>'quoted' \\ back \0 \ud800 text&nbsp;apostrophe</p>`,
    })
    enter(index, teamId, 'https://hostile.test/letters', {
      title: '𠀀'.repeat(300),
      body: `<p>${Array.from({ length: 50_000 }, (_, nr) => String.fromCodePoint(0x20000 + nr)).join('')}</p>`,
    })
  })
  after(() => index[Symbol.asyncDispose]())

  it('is entered all the same', async () => {
    const [row] = await database.db.rows<{ pages: number }>(
      `select count(*)::integer as pages from search_pages where team_id = $1`,
      [(await index.isEmpty(teamId)) ? '' : teamId],
    )
    assert.equal(row!.pages, 5)
    assert.deepEqual(await found(index, teamId, 'apostrophe quoted'), ["/it's"])
    assert.deepEqual(await found(index, teamId, 'same'), ['/same'])
    assert.equal((await found(index, teamId, 'w5 w6 w7')).length, 1)
  })

  const queries = [
    `a & b | !c <-> d:* ) ( ' '' \\ \\'`,
    `'`,
    `\\`,
    '\0\0\0',
    'a\0b \ud800 \udc00',
    `"unclosed`,
    `"" -"" site: -site: intitle: inurl: filetype:`,
    `site:'; -site:\\ intitle:' inurl:\\ filetype:'`,
    `-same`,
    '! & |',
    'a '.repeat(250),
    'é'.repeat(500),
    '東京'.repeat(250),
    Array.from({ length: 120 }, (_, nr) => `q${nr}`).join(' '),
    `"${Array.from({ length: 120 }, (_, nr) => `q${nr}`).join(' ')}"`,
    Array.from({ length: 60 }, (_, nr) => `-w${nr}`).join(' '),
    Array.from({ length: 30 }, (_, nr) => `site:s${nr}.test`).join(' '),
    '',
  ]
  for (const query of queries) {
    it(`answers ${JSON.stringify(query.slice(0, 40))}`, async () => {
      for (const source of ['web', 'news', 'images'] as const) {
        const hits = await search(index, teamId, query, { source })
        assert.ok(hits.every(({ description }) => description.length <= 1_100))
      }
    })
  }

  it('answers conditions that nobody has looked at', async () => {
    const odd = [`'`, `\\`, `'\\' | !'x'`, '\0', '\ud800', 'x'.repeat(5_000), '']
    const query = {
      text: odd.join(' '),
      words: odd,
      phrases: odd,
      excluded: odd,
      sites: odd,
      excludedSites: odd,
      inTitle: odd,
      inUrl: odd,
      fileType: `'\0\\`,
    }
    assert.deepEqual(await search(index, teamId, '', { query, language: `'\\\0` }), [])
  })

  it('enters texts that no database takes as they are', async () => {
    const odd = `a\0b '\\' \ud800 narwhal`
    const terms = { words: 'narwhal', places: '1', title: '', strong: '', length: 1 }
    const pictures = [{ url: `https://hostile.test/${odd}`, alt: odd }]
    const rest = { language: 'en', publishedAt: undefined, contentType: `text/html; '\0`, pictures, terms }
    index.enter({ teamId, url: 'https://hostile.test/odd', title: odd, description: odd, text: odd, ...rest })
    const [hit] = await search(index, teamId, 'narwhal')
    assert.equal(hit!.title, `ab '\\' \ufffd narwhal`)
  })

  it('goes no further when nobody waits', async () => {
    await assert.rejects(
      index.find(
        {
          teamId,
          query: parseQuery('same'),
          source: 'web',
          limit: 10,
          from: undefined,
          to: undefined,
          byDate: false,
          language: undefined,
        },
        AbortSignal.abort(),
      ),
      { name: 'AbortError' },
    )
  })
})
