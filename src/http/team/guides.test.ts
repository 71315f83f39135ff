import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openGuides } from './guides.ts'

const GUIDES = {
  'README.md': '# Guides\n\nWords about crawls.',
  'crawl.md':
    '# Crawl\n\nA whole site.\n\n<!-- expect "sites" -->\n```sh\ncrawl\n```\n\n## Limits\n\nA crawl ends after ten thousand pages.',
  'search.md': '# Search\n\nHits of the web.\n\n## Languages\n\nA crawl is not a search.',
}

describe('guides', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-guides-'))
    for (const [name, text] of Object.entries(GUIDES)) await writeFile(join(folder, name), text)
  })
  after(() => rm(folder, { recursive: true }))
  const guides = () => openGuides(pathToFileURL(`${folder}/`))
  const found = (question: string) =>
    guides()
      .find(question)
      .map(({ guide, heading }) => `${guide} ${heading}`)

  it('are found by their words, with rare words and headings first', () => {
    assert.deepEqual(found('How do I search the web?'), ['search.md Search', 'search.md Languages'])
    assert.deepEqual(found('When does a crawl end?')[0], 'crawl.md Limits')
    assert.deepEqual(guides().find('thousands')[0], {
      guide: 'crawl.md',
      heading: 'Limits',
      text: 'A crawl ends after ten thousand pages.',
    })
  })

  it('come without the comments for the docs test', () => {
    assert.equal(guides().find('whole site')[0]?.text, 'A whole site.\n\n```sh\ncrawl\n```')
  })

  it('return nothing for unknown words', () => {
    assert.deepEqual([found('xyzzy'), found(''), found('the and of'), found('constructor')], [[], [], [], []])
  })

  it('read only the first ten thousand characters of a question, and each word once', () => {
    assert.deepEqual(found(`${'xyzzy '.repeat(2000)} search`), [])
    assert.deepEqual(found('search '.repeat(1000)), found('search'))
  })

  it('explain an error code', () => {
    assert.match(guides().adviceOn('thread_busy')!, /^A task of this thread is still running\. Wait until/)
    assert.equal(guides().adviceOn('NO_SUCH_CODE'), undefined)
    assert.equal(guides().adviceOn('constructor'), undefined)
  })
})
