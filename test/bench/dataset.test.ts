import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Dataset, foldOf, FOLDS } from '../../bench/content/dataset.ts'
import type { Sample } from '../../bench/content/dataset.ts'

describe('foldOf', () => {
  it('is the same for all pages of a site', () => {
    const urls = ['https://example.net/a', 'http://www.example.net/b', 'https://blog.example.net:8080/?c']
    const folds = urls.map((url, at) => foldOf(sample(`page-${at}`, url)))
    assert.equal(new Set(folds).size, 1)
  })

  const noSites = [
    'https://web.archive.org/web/2020/https://a.test/',
    'https://example.com/a',
    'https://www.example.org/',
    'http://fakehost/test/page.html',
    'not an address',
    '',
  ]
  for (const url of noSites) {
    it(`uses the page itself for "${url}"`, () => {
      const folds = Array.from({ length: 60 }, (_, at) => foldOf(sample(`page-${at}`, url)))
      assert.equal(new Set(folds).size, FOLDS)
      assert.equal(foldOf(sample('page-0', url)), folds[0])
    })
  }

  it('uses the site for hosts whose names only resemble those', () => {
    for (const url of [
      'https://notexample.com/',
      'https://example.community/',
      'https://archive.org/details/x',
    ]) {
      const folds = Array.from({ length: 20 }, (_, at) => foldOf(sample(`page-${at}`, url)))
      assert.equal(new Set(folds).size, 1, url)
    }
  })

  it('spreads sites over all folds', () => {
    const counts = Array.from({ length: FOLDS }, () => 0)
    for (let at = 0; at < 500; at++) counts[foldOf(sample('x', `https://site-${at}.test/`))]!++
    assert.ok(
      counts.every((count) => count > 50),
      counts.join(),
    )
  })
})

describe('a dataset', () => {
  it('reads the files of its manifest, packed or not', (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-dataset-'))
    context.after(() => rmSync(folder, { recursive: true }))
    const listed = [
      { ...sample('a', 'https://a.test/'), html: 'a.html', gt: 'a.json' },
      { ...sample('b', 'https://b.test/'), html: 'b.html.gz', gt: 'b.json.gz' },
    ]
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(listed))
    writeFileSync(join(folder, 'a.html'), '<p>Ä</p>')
    writeFileSync(join(folder, 'a.json'), '{"text":"Ä"}')
    writeFileSync(join(folder, 'b.html.gz'), gzipSync('<p>語</p>'))
    writeFileSync(join(folder, 'b.json.gz'), gzipSync('{"with":["語"]}'))
    const dataset = new Dataset(folder)
    assert.deepEqual(dataset.samples, listed)
    assert.deepEqual(
      dataset.samples.map((one) => dataset.html(one)),
      ['<p>Ä</p>', '<p>語</p>'],
    )
    assert.deepEqual(
      dataset.samples.map((one) => dataset.truth(one)),
      [{ text: 'Ä' }, { with: ['語'] }],
    )
  })
})

function sample(id: string, url: string): Sample {
  return { id, url, html: '', gt: '', source: 'aeb', type: null, bytes: 0 }
}
