import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { openCommandLine } from '../support/command-line.ts'
import type { CommandLine } from '../support/command-line.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'

const app = useSharedApp()
let site: CrawlSite
let line: CommandLine
before(async () => {
  site = await startCrawlSite((path) => (path === '/' ? pageWith('Home') : undefined))
  line = await openCommandLine(() => app().url)
})
after(async () => {
  await using _site = site
  await using _line = line
})

describe('browser', () => {
  it('opens one, runs code in it, lists and closes it', async () => {
    const opened = await line.winnow(['browser', 'launch-session', '--ttl', '60', '--record'])
    const id = opened.out.trim()
    assert.match(opened.err, /Live view: http/, opened.err)
    const code = `await page.goto('${site.url}/'); await page.textContent('h1')`
    const ran = await line.winnow(['browser', 'execute', code])
    assert.deepEqual([ran.code, ran.out], [0, 'Home\n'], ran.err)
    const piped = await line.winnow(['browser', 'execute', '--session', id, '--json'], { stdin: '1 + 1' })
    assert.deepEqual([piped.code, JSON.parse(piped.out).id], [0, id], piped.err)
    const failed = await line.winnow(['browser', 'execute', '-c', 'nothing.here'])
    assert.equal(failed.code, 1)
    assert.equal(failed.err.match(/nothing is not defined/g)?.length, 1, failed.err)
    assert.match((await line.winnow(['browser', 'list', 'active'])).out, new RegExp(`^${id}\tactive\t`))
    const replayed = await line.winnow(['browser', 'replay'])
    assert.match(
      replayed.out,
      /^\S+\tgoto\t\thttp\S+\topened http\S+\thttp\S+\/v2\/blobs\/\S+\n$/,
      replayed.err,
    )
    const closed = await line.winnow(['browser', 'close'])
    assert.match(closed.out, new RegExp(`^browser ${id} closed, \\d+ credits\n$`))
    const gone = await line.winnow(['browser', 'execute', '1'])
    assert.equal(gone.code, 1)
    assert.match(gone.err, new RegExp(`Browser ${id}: .*winnow browser launch-session`))
  })
})

describe('extract', () => {
  const schema = '{"type":"object","properties":{"title":{"type":"string"}}}'

  it('waits for data, resumes by id, and reads URLs from standard input', async () => {
    const poll = ['--poll-interval', '0.05']
    const { code, out, err } = await line.winnow(['extract', '-', '--schema', schema, ...poll], {
      stdin: `${site.url}/\n`,
    })
    assert.deepEqual([code, JSON.parse(out)], [0, { title: 'Home' }], err)
    const id = /^task (\S+)$/m.exec(err)![1]!
    const later = await line.winnow(['extract', id, '--status', '--json'])
    assert.deepEqual(JSON.parse(later.out), { title: 'Home' })
  })

  it('reports missing arguments', async () => {
    const nothing = await line.winnow(['extract', site.url])
    assert.equal(nothing.code, 2)
    assert.match(nothing.err, /--schema-file is missing.\nTry: winnow extract /)
    assert.match((await line.winnow(['extract', '--schema', schema])).err, /No URLs were given/)
    assert.match(
      (await line.winnow(['extract', site.url, '--status'])).err,
      /--status needs the id of a task/,
    )
  })
})

describe('a wrong command line', () => {
  const refused: Record<string, [args: string[], says: RegExp]> = {
    'with words that no address has': [
      ['scrape', 'not an address'],
      /^winnow: "not an address" is not a URL\.\n/,
    ],
    'with half an id': [['crawl', '01890a5d'], /"01890a5d" is not a URL/],
    'with words where none belong': [['usage', 'extra'], /usage takes no arguments; remove "extra"/],
    'with two sites': [['map', 'a.test', 'b.test'], /Only one URL is allowed; remove "https:\/\/b\.test"/],
    'with a shell that has no completion': [
      ['completion', 'tcsh'],
      /no completion for "tcsh".*\nTry: winnow comp/,
    ],
  }
  for (const [what, [args, says]] of Object.entries(refused)) {
    it(`${what} is rejected`, async () => {
      const { code, out, err } = await line.winnow(args)
      assert.deepEqual([code, out], [2, ''])
      assert.match(err, says)
    })
  }

  it('that the service rejects prints one error', async () => {
    const { code, err } = await line.winnow(['crawl', site.url, '--delay', '500'])
    assert.equal(code, 1)
    assert.equal(err.match(/delay must be at most 60/g)?.length, 1, err)
  })
})

describe('ids', () => {
  const refused: Record<string, string[]> = {
    monitor: ['monitor', 'delete', '..'],
    scrape: ['interact', 'stop', '..'],
    browser: ['browser', 'close', '../team'],
    job: ['doctor', '..'],
  }
  for (const [what, args] of Object.entries(refused)) {
    it(`of a ${what} cannot change the path`, async () => {
      const { code, err } = await line.winnow(args)
      assert.equal(code, 2)
      assert.match(err, new RegExp(`"${args.at(-1)!.replaceAll('.', '\\.')}" is not the id of a ${what}`))
    })
  }
})
