import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Format } from '../../src/contract/formats.ts'
import { queueTables } from '../../src/jobs/jobs.ts'
import { createTrackChanges } from '../../src/scrape/document/change-tracking/change-tracking.ts'
import type { TrackedPage } from '../../src/scrape/document/change-tracking/change-tracking.ts'
import { encodeText } from '../../src/scrape/document/change-tracking/encode-text.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { createSnapshots } from '../../src/store/pages/snapshots.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/service.ts'
import { makeTeam } from '../support/team.ts'

type ChangeTrackingFormat = Extract<Format, { type: 'changeTracking' }>

let database: TestDatabase
let teamId: string
before(async () => {
  database = await testDatabase()
  teamId = (await makeTeam(database.db)).id
})
after(() => database[Symbol.asyncDispose]())

let pages = 0
const newUrl = () => `https://example.com/${++pages}`

async function look(markdown: string, json?: unknown) {
  return {
    standing: 'there' as const,
    text: await encodeText(markdown),
    json: json === undefined ? undefined : { key: '0a'.repeat(32), value: JSON.stringify(json) },
  }
}

/** Tracks one separate page. */
function tracked(given: Partial<TrackedPage> = {}, { db } = database) {
  const track = createTrackChanges(createSnapshots(db, { maxBytes: 1e9 }))
  const url = newUrl()
  return async (
    markdown: string,
    {
      format,
      ...more
    }: Partial<Omit<TrackedPage, 'format'>> & { format?: Partial<ChangeTrackingFormat> } = {},
  ) => {
    const { changeTracking, warning } = await track({
      teamId,
      url,
      markdown,
      json: undefined,
      statusCode: 200,
      variant: '',
      keep: true,
      discovered: 'visible',
      ...given,
      ...more,
      format: { type: 'changeTracking', modes: [], tag: null, ...given.format, ...format },
    })
    return { ...changeTracking, warning, status: changeTracking.changeStatus }
  }
}

const countOf = async (db = database.db) =>
  (await db.rows<{ count: number }>(`select count(*) from snapshots`))[0]!.count

describe('snapshots', () => {
  it('are returned by the next exchange, with their time', async () => {
    const snapshots = createSnapshots(database.db, { maxBytes: 1e9 })
    const key = { teamId, url: newUrl(), tag: null }
    const first = await look('Grüße \0 🌊', { price: 1 })
    assert.equal(await snapshots.exchange(key, first), undefined)
    const { takenAt, ageMs, ...previous } = (await snapshots.exchange(key, await look('other')))!
    assert.deepEqual(previous, first)
    const [{ now }] = (await database.db.rows<{ now: Date }>(`select now()`)) as [{ now: Date }]
    assert.ok(takenAt <= now && now.getTime() - takenAt.getTime() < 60_000)
    assert.ok(ageMs >= 0 && ageMs < 60_000)
  })

  it('have no text when it is the same, and the stored text stays', async () => {
    const snapshots = createSnapshots(database.db, { maxBytes: 1e9 })
    const key = { teamId, url: newUrl(), tag: null }
    const same = await look('same')
    for (const times of [1, 2, 3]) {
      const previous = await snapshots.exchange(key, same)
      assert.equal(previous?.text?.digest, times === 1 ? undefined : same.text.digest)
      assert.equal(previous?.text?.bytes, undefined)
    }
    assert.deepEqual((await snapshots.find(key))!.text, same.text)
  })

  it('can be read without a change', async () => {
    const snapshots = createSnapshots(database.db, { maxBytes: 1e9 })
    const key = { teamId, url: newUrl(), tag: null }
    assert.equal(await snapshots.find(key), undefined)
    await snapshots.exchange(key, await look('a'))
    const first = await snapshots.find(key)
    assert.deepEqual((await snapshots.find(key))!.takenAt, first!.takenAt)
  })

  it('of different teams, URLs and tags are separate', async () => {
    const snapshots = createSnapshots(database.db, { maxBytes: 1e9 })
    const other = (await makeTeam(database.db)).id
    const url = newUrl()
    const keys = [
      { teamId, url, tag: null },
      { teamId, url, tag: '' },
      { teamId, url, tag: 'nul \0, half \ud800' },
      { teamId, url: newUrl(), tag: null },
      { teamId: other, url, tag: null },
    ]
    for (const key of keys) assert.equal(await snapshots.exchange(key, await look('a')), undefined)
    for (const key of keys) assert.ok(await snapshots.exchange(key, await look('b')))
  })

  it('exchanged concurrently each follow exactly one other', async () => {
    const url = newUrl()
    const count = 20
    const texts = await Promise.all(Array.from({ length: count }, (_, turn) => look(`text ${turn}`)))
    const previous = await Promise.all(
      texts.map((text) =>
        createSnapshots(database.db, { maxBytes: 1e9 }).exchange({ teamId, url, tag: null }, text),
      ),
    )
    const digests = previous.map((snapshot) => snapshot?.text?.digest)
    assert.equal(digests.filter((digest) => digest === undefined).length, 1)
    assert.equal(new Set(digests).size, count)
  })

  it('make room by removing the least recently used', async () => {
    await using own = await testDatabase()
    const team = (await makeTeam(own.db)).id
    const snapshots = createSnapshots(own.db, { maxBytes: 1_000_000 })
    const keys = Array.from({ length: 30 }, () => ({ teamId: team, url: newUrl(), tag: null }))
    // Twice as many letters as bytes, which cannot be compressed any further.
    const text = () => look(randomBytes(100_000).toString('hex'))
    await snapshots.exchange(keys[0]!, await text())
    for (const key of keys.slice(1)) {
      await snapshots.exchange(key, await text())
      await snapshots.exchange(keys[0]!, await text())
    }
    const found = await Promise.all(keys.map((key) => snapshots.find(key)))
    const kept = found.flatMap((one, place) => (one ? [place] : []))
    assert.ok(kept.length >= 7 && kept.length <= 10, `${kept.length} are kept`)
    assert.deepEqual(kept, [0, ...kept.slice(1).map((_, place) => 31 - kept.length + place)])
  })

  it('are deleted after a year', async () => {
    const snapshots = createSnapshots(database.db, { maxBytes: 1e9 })
    const [old, young] = [newUrl(), newUrl()].map((url) => ({ teamId, url, tag: null }))
    await snapshots.exchange(old!, await look('old'))
    await database.db.rows(`update snapshots set taken_at = now() - interval '366 days'`)
    await snapshots.exchange(young!, await look('young'))
    await deleteExpired(database.db)
    assert.equal(await snapshots.find(old!), undefined)
    assert.ok(await snapshots.find(young!))
  })

  it('are deleted with their team, and not stored for a deleted one', async () => {
    const snapshots = createSnapshots(database.db, { maxBytes: 1e9 })
    const key = { teamId: (await makeTeam(database.db)).id, url: newUrl(), tag: null }
    await snapshots.exchange(key, await look('a'))
    await database.db.rows(`delete from teams where id = $1`, [key.teamId])
    assert.equal(await snapshots.find(key), undefined)
    assert.equal(await snapshots.exchange(key, await look('b')), undefined)
    assert.equal(await snapshots.find(key), undefined)
  })

  it('are in a backup', async () => {
    await using source = await testDatabase()
    await using target = await emptyDatabase()
    await using folder = await temporaryFolder()
    const key = { teamId: (await makeTeam(source.db)).id, url: newUrl(), tag: 'weekly' }
    const kept = await look('a page', { price: 1 })
    await createSnapshots(source.db, { maxBytes: 1e9 }).exchange(key, kept)
    const file = join(folder.path, 'backup')
    await backup(source.db, file)
    await restore(target.db, file, queueTables())
    const {
      takenAt: _,
      ageMs: _age,
      ...found
    } = (await createSnapshots(target.db, { maxBytes: 1e9 }).find(key))!
    assert.deepEqual(found, kept)
  })
})

describe('a tracked page', () => {
  it('is new, then the same, then changed, and reports the time of the previous scrape', async () => {
    const track = tracked({ format: { type: 'changeTracking', modes: ['git-diff'], tag: null } })
    const first = await track('# Title\n\nold\n')
    assert.deepEqual(first, {
      previousScrapeAt: null,
      changeStatus: 'new',
      visibility: 'visible',
      warning: undefined,
      status: 'new',
    })
    const second = await track('# Title\n\nold')
    assert.deepEqual([second.status, second.diff], ['same', undefined])
    const third = await track('# Title\n\nnew\n')
    assert.equal(third.status, 'changed')
    assert.equal(third.diff, '--- previous\n+++ current\n@@ -1,3 +1,3 @@\n # Title\n \n-old\n+new\n')
    assert.ok(Date.parse(third.previousScrapeAt!) > Date.parse(second.previousScrapeAt!))
    assert.equal((await track('# Title\n\nnew\n')).status, 'same')
  })

  it('is only described in the requested way', async () => {
    const track = tracked()
    await track('old')
    const changed = await track('new')
    assert.deepEqual([changed.status, changed.diff, changed.json], ['changed', undefined, undefined])
  })

  it('is the same page with any notation of its URL, and another one with another hash route', async () => {
    const track = tracked()
    await track('a', { url: 'https://Tracked.example/x?a=1' })
    assert.equal((await track('a', { url: 'https://tracked.example:443/x?a=1#part' })).status, 'same')
    assert.equal((await track('a', { url: 'https://tracked.example/x?a=2' })).status, 'new')
    assert.equal((await track('a', { url: 'https://tracked.example/x?a=1#/route' })).status, 'new')
  })

  it('is another one under each tag and for each team', async () => {
    const track = tracked()
    await track('a')
    assert.equal((await track('a', { format: { tag: 'daily' } })).status, 'new')
    assert.equal((await track('b', { format: { tag: 'daily' } })).status, 'changed')
    assert.equal((await track('a', { teamId: (await makeTeam(database.db)).id })).status, 'new')
    assert.equal((await track('a')).status, 'same')
  })

  it('is compared under zero data retention, and nothing is stored', async () => {
    const track = tracked()
    const count = await countOf()
    assert.equal((await track('a', { keep: false })).status, 'new')
    assert.equal(await countOf(), count)
    await track('a')
    const first = await track('b', { keep: false, format: { modes: ['git-diff'] } })
    const second = await track('b', { keep: false, format: { modes: ['git-diff'] } })
    assert.deepEqual([first.status, second.status], ['changed', 'changed'])
    assert.equal(second.previousScrapeAt, first.previousScrapeAt)
    assert.match(first.diff!, /^-a\n\+b$/m)
    assert.equal((await track('a')).status, 'same')
  })

  it('is hidden when it was found that way', async () => {
    assert.equal((await tracked({ discovered: 'hidden' })('a')).visibility, 'hidden')
  })

  it('requested concurrently many times is new once', async () => {
    const track = tracked()
    const looks = await Promise.all(Array.from({ length: 10 }, () => track('a')))
    assert.deepEqual(looks.map(({ status }) => status).sort(), ['new', ...Array(9).fill('same')])
  })

  type Step = [statusCode: number, markdown: string, status: string, hasWarning: boolean]
  const lives: [what: string, steps: Step[]][] = [
    [
      'removed with 404, then still gone, then new',
      [
        [200, 'a', 'new', false],
        [404, 'Not found', 'removed', false],
        [404, 'Not found', 'same', true],
        [200, 'a', 'new', false],
        [410, 'Gone', 'removed', false],
      ],
    ],
    [
      'not new as long as it was never there',
      [
        [404, 'Not found', 'same', true],
        [200, 'a', 'new', false],
        [200, 'a', 'same', false],
      ],
    ],
    [
      'compared with the last look before an error',
      [
        [200, 'a', 'new', false],
        [503, 'Try later', 'same', true],
        [403, 'No', 'same', true],
        [429, 'Slowly', 'same', true],
        [200, 'b', 'changed', false],
      ],
    ],
    [
      'new after errors alone',
      [
        [500, 'Oops', 'same', true],
        [200, 'a', 'new', false],
      ],
    ],
  ]
  for (const [what, steps] of lives) {
    it(`is ${what}`, async () => {
      const track = tracked()
      for (const [statusCode, markdown, status, hasWarning] of steps) {
        const told = await track(markdown, { statusCode })
        assert.deepEqual([told.status, told.warning !== undefined], [status, hasWarning], `${statusCode}`)
      }
    })
  }

  it('was last scraped before an error, not at it', async () => {
    const track = tracked()
    await track('a')
    const { previousScrapeAt: before } = await track('', { statusCode: 503 })
    assert.equal((await track('', { statusCode: 500 })).previousScrapeAt, before)
    assert.equal((await track('a')).previousScrapeAt, before)
  })
})

describe('data of a tracked page', () => {
  const schema = { type: 'object', properties: { price: { type: 'number' } } }
  const alone: ChangeTrackingFormat = { type: 'changeTracking', modes: ['json'], schema, tag: null }
  const both: ChangeTrackingFormat = { ...alone, modes: ['git-diff', 'json'] }
  const pair = (previous: unknown, current: unknown) => ({ previous, current })

  it('is returned with its previous and current values', async () => {
    const track = tracked({ format: alone })
    const first = await track('1 €', { json: { price: 1, unit: { name: 'kg' } } })
    assert.deepEqual(
      [first.status, first.json],
      ['new', { price: pair(null, 1), unit: { name: pair(null, 'kg') } }],
    )
    const second = await track('2 €', { json: { unit: { name: 'kg' }, price: 2 } })
    assert.deepEqual(
      [second.status, second.json, second.warning],
      ['changed', { price: pair(1, 2), unit: { name: pair('kg', 'kg') } }, undefined],
    )
    const gone = await track('', { statusCode: 404, json: { price: 9 } })
    assert.deepEqual(
      [gone.status, gone.json],
      ['removed', { price: pair(2, null), unit: { name: pair('kg', null) } }],
    )
  })

  it('decides alone in json mode, and together with the Markdown in both', async () => {
    const track = tracked({ format: alone })
    await track('a', { json: { price: 1 } })
    assert.equal((await track('b', { json: { price: 1 } })).status, 'same')
    const text = await track('c', { json: { price: 1 }, format: both })
    assert.deepEqual([text.status, text.json], ['changed', { price: pair(1, 1) }])
    assert.match(text.diff!, /^-b\n\+c$/m)
    const data = await track('c', { json: { price: 2 }, format: both })
    assert.deepEqual([data.status, data.diff, data.json], ['changed', undefined, { price: pair(1, 2) }])
  })

  it('has no previous values when other data was requested before', async () => {
    const track = tracked({ format: alone })
    await track('a', { json: { price: 1 } })
    const other = await track('a', { json: { price: 2 }, format: { prompt: 'the lowest price' } })
    assert.deepEqual([other.status, other.json], ['same', { price: pair(null, 2) }])
    assert.match(other.warning!, /no previous values/)
    const again = await track('b', { json: { price: 2 }, format: { prompt: 'the lowest price' } })
    assert.deepEqual([again.status, again.json, again.warning], ['same', { price: pair(2, 2) }, undefined])
  })

  it('is compared with the last extraction', async () => {
    const track = tracked({ format: alone })
    await track('a', { json: { price: 1 } })
    const failed = await track('b', { json: undefined })
    assert.deepEqual([failed.status, failed.json], ['changed', undefined])
    assert.match(failed.warning!, /no data could be extracted/)
    await track('b', { format: { modes: [] } })
    assert.deepEqual((await track('b', { json: { price: 3 } })).json, { price: pair(1, 3) })
  })
})

describe('a tracked page that is very large', () => {
  const line = 'The river bends to the left and then to the right, as rivers do.\n'

  it('is compared line by line up to eight megabytes, while the service stays responsive', async () => {
    const track = tracked({ format: { type: 'changeTracking', modes: ['git-diff'], tag: null } })
    const text = line.repeat((7.5 * 2 ** 20) / line.length)
    await track(text)
    using watch = watchThread()
    const began = performance.now()
    const changed = await track(`${text}The end.\n`)
    const longestMs = watch.longestMs()
    const tookMs = performance.now() - began
    assert.equal(changed.status, 'changed')
    assert.match(changed.diff!, /^--- previous\n\+\+\+ current\n@@ -\d+,3 \+\d+,4 @@\n/)
    assert.ok(changed.diff!.endsWith('+The end.\n') && changed.diff!.length < 1_000)
    assert.ok(longestMs < tookMs / 2, `the thread was busy for ${longestMs} of ${tookMs} ms`)
  })

  it('is compared as a whole beyond that, with a warning', async () => {
    const track = tracked({ format: { type: 'changeTracking', modes: ['git-diff'], tag: null } })
    const text = line.repeat((20 * 2 ** 20) / line.length)
    await track(text)
    assert.deepEqual((await track(text)).warning, undefined)
    const changed = await track(`${text}The end.\n`)
    assert.deepEqual([changed.status, changed.diff], ['changed', undefined])
    assert.match(changed.warning!, /too large/)
  })

  it('has a coarse diff when nearly everything has changed, with a warning', async () => {
    const track = tracked({ format: { type: 'changeTracking', modes: ['git-diff'], tag: null } })
    const lines = (step: number) =>
      Array.from({ length: 20_000 }, (_, place) => `line ${(place * step) % 997}`)
    await track(['first', ...lines(7)].join('\n'))
    const changed = await track(['first', ...lines(11)].join('\n'))
    assert.equal(changed.status, 'changed')
    assert.match(changed.diff!, /^\+line 11$/m)
    assert.match(changed.warning!, /whole sections/)
  })
})

/** The longest time that the thread of this process was blocked. */
function watchThread() {
  let longestMs = 0
  let last = performance.now()
  const look = () => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
    return longestMs
  }
  const timer = setInterval(look, 1)
  return { longestMs: look, [Symbol.dispose]: () => clearInterval(timer) }
}
