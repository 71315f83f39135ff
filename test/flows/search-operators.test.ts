import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LocalSearchRequest } from '../../src/search/search.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { enterPage, foundPaths, openIndex } from '../support/test-index.ts'
import type { TestIndex } from '../support/test-index.ts'
import { makeTeam } from '../support/team.ts'

let database: TestDatabase
let index: TestIndex
let teamId: string
before(async () => {
  database = await testDatabase()
  index = openIndex(database)
  teamId = (await makeTeam(database.db)).id
})
after(async () => {
  await index[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const dated = (time: string) => `<meta property="article:published_time" content="${time}">`

describe('what is written in a query', () => {
  before(() => {
    const pages: Record<string, Parameters<typeof enterPage>[3]> = {
      'https://a.test/wheat': { title: 'Wheat', body: '<p>Wheat is a grain of the fields.</p>' },
      'https://a.test/wheat-fields': { title: 'Fields', body: '<p>Fields of wheat, and nothing else.</p>' },
      'https://a.test/wheat-bread': { title: 'Bread', body: '<p>Bread of wheat is white.</p>' },
      'https://a.test/rye': { title: 'Rye', body: '<p>Rye is a grain too.</p>' },
      'https://a.test/blog/oats': { title: 'Oats', body: '<p>Oats are for porridge.</p>' },
      'https://a.test/oats.pdf': {
        title: 'About porridge',
        body: '<p>Porridge is made of oats, says the blog of a cook.</p>',
        contentType: 'application/pdf',
      },
      'https://a.test/get?nr=1': {
        title: 'Sowing',
        body: '<p>A letter about sowing.</p>',
        contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      },
      'https://a.test/get?nr=2': {
        title: 'Sowing',
        body: '<p>Notes about sowing.</p>',
        contentType: 'Text/Plain; charset=utf-8',
      },
      'https://a.test/old-mill': { title: 'The old mill', body: '<p>It grinds.</p>' },
      'https://a.test/mill-old': { title: 'A mill, not so old', body: '<p>It grinds too.</p>' },
      'https://a.test/art': { title: 'Modern', body: '<p>This is a state-of-the-art kitchen.</p>' },
      'https://a.test/state': { title: 'State', body: '<p>The art of the state.</p>' },
      'https://b.test/ko': {
        title: '교통',
        language: 'ko',
        body: '<p>서울 지하철 노선은 아주 많습니다.</p>',
      },
      'https://b.test/ko2': { title: '도시', language: 'ko', body: '<p>지하철 그리고 서울 사람들.</p>' },
      'https://b.test/ja': { title: '都市', language: 'ja', body: '<p>東京と京都は遠いです。</p>' },
      'https://b.test/shy': {
        title: 'Flüsse',
        language: 'de',
        body: '<p>Die Donau&shy;dampf&shy;schiff&shy;fahrt ist auf dem Fluss zu Hause, und das ist gut so.</p>',
      },
    }
    for (const [url, page] of Object.entries(pages)) enterPage(index, teamId, url, page)
  })

  const cases: [what: string, text: string, paths: string[]][] = [
    [
      'finds either of two words, the commoner one too',
      'wheat OR rye',
      ['/rye', '/wheat', '/wheat-bread', '/wheat-fields'],
    ],
    ['finds either of two phrases', '"white" OR "grain too"', ['/rye', '/wheat-bread']],
    ['finds either of two words, always with the third', '(wheat | rye) grain', ['/rye', '/wheat']],
    ['keeps a word in quotes', 'wheat "bread"', ['/wheat-bread']],
    [
      'finds what has two words of a sentence, where nothing has half of them',
      'which cook makes porridge in a modern kitchen with white bread and grinds rye for a letter',
      ['/art', '/wheat-bread'],
    ],
    ['finds nothing where no page has a word in quotes', 'wheat "zanzibar"', []],
    ['takes a word with hyphens in quotes for a phrase', '"state-of-the-art"', ['/art']],
    ['takes letters without spaces in quotes for a phrase', '"東京都"', []],
    ['finds a phrase over spaces between such letters', '"서울 지하철"', ['/ko']],
    ['leaves out such a phrase', '지하철 -"서울 지하철"', ['/ko2']],
    ['leaves out a kind of file', 'porridge -filetype:pdf', ['/blog/oats']],
    ['leaves out several kinds of files', 'porridge -filetype:pdf -ext:html', []],
    ['knows a kind of file that its address does not tell', 'sowing -filetype:txt filetype:docx', ['/get']],
    ['leaves out a word of addresses only', 'porridge -inurl:blog', ['/oats.pdf']],
    ['leaves out a word of titles only', 'porridge -intitle:porridge', ['/blog/oats']],
    ['looks for a phrase in titles', 'intitle:"old mill"', ['/old-mill']],
    ['leaves out a phrase of titles', 'mill -intitle:"old mill"', ['/mill-old']],
    ['sees no soft hyphens', 'donaudampfschifffahrt', ['/shy']],
    ['leaves out however many words', `grain ${'-q '.repeat(40)}-wheat`, ['/rye']],
  ]
  for (const [what, text, paths] of cases) {
    it(what, async () => assert.deepEqual((await foundPaths(index, teamId, text)).toSorted(), paths))
  }
})

describe('what narrows a search', () => {
  before(() => {
    const day = (time: string) => ({ title: 'Tide', head: dated(time), body: '<p>A tide table.</p>' })
    enterPage(index, teamId, 'https://days.test/last', day('2026-03-31T23:59:59Z'))
    enterPage(index, teamId, 'https://days.test/next', day('2026-04-01'))
    enterPage(index, teamId, 'https://days.test/moon', { title: 'Moon', head: dated('2026-05-01'), body: '' })
    for (const path of ['a/one', 'b/one', 'a/two']) {
      enterPage(index, teamId, `https://places.test/${path}`, { title: 'Inlet', body: '<p>An inlet.</p>' })
      enterPage(index, teamId, `https://spots.test/${path}`, { title: 'Inlet', body: '<p>An inlet.</p>' })
    }
    enterPage(index, teamId, 'https://places.test/stra%C3%9Fe/x', {
      title: 'Inlet',
      body: '<p>An inlet.</p>',
    })
  })

  const cases: [what: string, text: string, wish: Partial<LocalSearchRequest>, paths: string[]][] = [
    ['leaves out the first moment that is too late', 'tide', { to: new Date('2026-04-01') }, ['/last']],
    ['drops words for the newest as for the best', 'tide moon', { byDate: true }, ['/moon']],
    [
      'stays in parts of several sites',
      'inlet site:places.test/a OR site:spots.test/b',
      {},
      ['/a/one', '/a/two', '/b/one'],
    ],
    ['stays in a part with letters of its own', 'inlet site:places.test/straße', {}, ['/stra%C3%9Fe/x']],
  ]
  for (const [what, text, wish, paths] of cases) {
    it(what, async () => {
      const found = await foundPaths(index, teamId, text, wish)
      assert.deepEqual(wish.byDate ? found : found.toSorted(), paths)
    })
  }
})
