import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { API_KEY, useApp } from '../support/app.ts'
import { openCommandLine } from '../support/command-line.ts'
import type { CommandLine } from '../support/command-line.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

const POLL = ['--poll-interval', '0.05']
const app = useApp()
let site: CrawlSite
let line: CommandLine
/** Releases the last page of the slow site. */
let letGo: () => void
let held: Promise<void>

before(async () => {
  site = await startCrawlSite(pageAt)
  line = await openCommandLine(() => app().url)
})
after(async () => {
  await using _site = site
  await using _line = line
})

const PROSE = '<p>Read <a href="/docs/">the guide</a> first: it says how everything else here is used.</p>'
const LINKS = ['/docs/', '/docs/Intro', '/docs/intro', '/con', '/missing', '/?q=1&r=2']

function pageAt(path: string) {
  if (path === '/escape') return pageWith('Escape &#27;[31mred &#155;2J')
  if (path === '/held/last') return held.then(() => pageWith('Last'))
  if (path === '/held/') return pageWith('Held', ['/held/last'])
  if (path === '/') return pageWith('Home', LINKS).replace('<ul>', `${PROSE}<ul>`)
  return LINKS.includes(path) && path !== '/missing' ? pageWith(`Page ${path}`, ['/']) : undefined
}

const file = (...path: string[]) => readFile(join(line.folder, ...path), 'utf8')

describe('scrape', () => {
  it('prints only Markdown to standard output', async () => {
    const { code, out, err } = await line.winnow([`${site.url}/docs/`])
    assert.equal(code, 0, err)
    assert.match(out, /^# Page \/docs\/\n/)
    assert.equal(err, '')
  })

  it('writes several formats as JSON, to a file in a new folder', async () => {
    const args = ['scrape', `${site.url}/docs/`, '-f', 'markdown,links', '-o', 'new/page.json', '--timing']
    const { code, out, err } = await line.winnow(args)
    assert.deepEqual([code, out], [0, ''], err)
    assert.match(err, /Written to .*page\.json\n\d+ ms\n/)
    assert.deepEqual(JSON.parse(await file('new', 'page.json')).links, [`${site.url}/`])
  })

  it('writes several pages concurrently, and reports the failed ones', async () => {
    const urls = [`${site.url}/docs/`, `${site.url}/con`, 'http://127.0.0.1:1/gone']
    const { code, err } = await line.winnow([...urls, '-o', 'several/'])
    assert.equal(code, 3, err)
    assert.match(err, /127\.0\.0\.1:1\/gone: .*2 of 3 pages/s)
    assert.deepEqual((await readdir(join(line.folder, 'several'))).toSorted(), [
      '_con.md',
      'docs',
      'winnow-index.json',
    ])
    const index = JSON.parse(await file('several', 'winnow-index.json'))
    assert.deepEqual([index.state, index.failed[0].url], ['finished', urls[2]])
  })

  it('reads URLs from standard input, with - or without an argument', async () => {
    for (const words of [[], ['scrape'], ['scrape', '-'], ['-']]) {
      const { code, out, err } = await line.winnow(words, { stdin: `# one\n${site.url}/docs/\n` })
      if (words.length === 0) assert.match(out, /^winnow .*Usage:/s)
      else assert.match(out, /^# Page \/docs\/\n/, err)
      assert.equal(code, 0, err)
    }
    const stdin = `${site.url}/docs/\n${site.url}/con\n`
    const both = await line.winnow(['scrape', '-', '-o', 'piped/'], { stdin })
    assert.match(both.err, /2 of 2 pages written to .*piped/)
    assert.equal((await line.winnow(['scrape', '-'], { stdin: '\n' })).code, 2)
    const mapped = await line.winnow(['map', '-', '--limit', '2'], { stdin: `${site.url}/` })
    assert.ok(mapped.out.startsWith(site.url), mapped.err)
  })

  it('removes terminal sequences of pages, but changes nothing in a pipe', async () => {
    const shown = await line.winnow([`${site.url}/escape`, '--json'], { terminal: true })
    assert.equal(shown.code, 0, shown.err)
    // oxlint-disable-next-line no-control-regex -- these are what must not be there.
    assert.ok(!/[\u001b\u009b]/.test(shown.out), JSON.stringify(shown.out))
    const words = await line.winnow([`${site.url}/escape`], { terminal: true })
    assert.ok(!words.out.includes('\u001b'), JSON.stringify(words.out))
  })

  it('exits with 1 for failures, and with 2 for a wrong command line', async () => {
    const failed = await line.winnow(['http://127.0.0.1:1/'])
    assert.deepEqual([failed.code, failed.out], [1, ''])
    assert.match(failed.err, /^winnow: .*\(SCRAPE_SITE_ERROR\)\n/)
    const wrong = await line.winnow(['scrape', site.url, '--formt', 'html'])
    assert.deepEqual(
      [wrong.code, wrong.err],
      [2, 'winnow: Unknown option --formt.\nDid you mean --format?\n'],
    )
    assert.equal((await line.winnow(['scrape'])).code, 2)
  })

  it('names the settings when the service cannot be reached or the key is missing', async () => {
    const away = await line.winnow([site.url], { environment: { SERVICE_API_URL: 'http://127.0.0.1:9' } })
    assert.equal(away.code, 1)
    assert.match(away.err, /127\.0\.0\.1:9 \(SERVICE_API_URL\) cannot be reached/)
    const other = await line.winnow(['usage', '--api-key', `fc-${'f'.repeat(32)}`])
    assert.equal(other.code, 1)
    assert.match(other.err, /The key comes from --api-key/)
  })
})

describe('a whole site', () => {
  it('becomes a folder of Markdown files with an index, and is updated by a second run', async () => {
    const args = ['crawl', site.url, '-o', 'site/', ...POLL]
    const first = await line.winnow(args)
    assert.equal(first.code, 3, first.err)
    const files = ((await readdir(join(line.folder, 'site'), { recursive: true })) as string[]).filter(
      (name) => name.endsWith('.md'),
    )
    assert.equal(files.length, 6, files.join(' '))
    assert.ok(
      files.includes('index.md') && files.includes('_con.md') && files.includes(join('docs', 'index.md')),
    )
    assert.equal(new Set(files.map((name) => name.toLowerCase())).size, files.length)
    const home = await file('site', 'index.md')
    assert.match(home, new RegExp(`^---\nurl: "${site.url}/?"\ntitle: "Home"\n`))
    assert.ok(home.includes(`](${site.url}/docs/)`), 'links are kept')
    const index = JSON.parse(await file('site', 'winnow-index.json'))
    assert.deepEqual([index.state, index.pages.length], ['finished', 6])
    assert.deepEqual(
      index.failed.map(({ url }: { url: string }) => url),
      [`${site.url}/missing`],
    )
    assert.match(first.err, /\/missing: .*404.*completed: 6 pages, 1 failed, \d+ credits in /s)

    await writeFile(join(line.folder, 'site', 'index.md'), 'old')
    assert.equal((await line.winnow(args)).code, 3)
    assert.match(await file('site', 'index.md'), /Home/)
    const again = JSON.parse(await file('site', 'winnow-index.json'))
    assert.deepEqual(again.pages, index.pages)
    assert.notEqual(again.id, index.id)
  })

  it('is left running on Ctrl-C, and the same command line resumes it', async () => {
    held = new Promise((resolve) => (letGo = resolve))
    const interrupt = new AbortController()
    const args = ['download', `${site.url}/held/`, '-o', 'held/', '--max-age', '0', ...POLL]
    const running = line.winnow(args, { signal: interrupt.signal, terminal: true })
    await waitUntil(
      () =>
        existsSync(join(line.folder, 'held', 'index.md')) ||
        existsSync(join(line.folder, 'held', 'held', 'index.md')),
    )
    interrupt.abort()
    const left = await running
    assert.equal(left.code, 130, left.err)
    const id = /winnow crawl (\S+) --cancel/.exec(left.err)![1]!
    assert.match(left.err, new RegExp(`resume: winnow crawl ${id} -o "held/"`))
    assert.equal(JSON.parse(await file('held', 'winnow-index.json')).state, 'running')

    const status = await line.winnow(['crawl', id, '--status', '--json'])
    assert.equal(JSON.parse(status.out).status, 'scraping')
    letGo()
    const rest = await line.winnow(args)
    assert.equal(rest.code, 0, rest.err)
    assert.match(rest.err, new RegExp(`Resuming crawl ${id}`))
    assert.equal(JSON.parse(await file('held', 'winnow-index.json')).pages.length, 2)
    const resumed = await line.winnow(['crawl', id, '--jsonl', ...POLL])
    assert.equal(
      resumed.out
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).markdown).length,
      2,
    )
  })

  it('can only be started, and cancelled', async () => {
    held = new Promise((resolve) => (letGo = resolve))
    const started = await line.winnow(['crawl', `${site.url}/held/`, '--no-wait', '--max-age', '0'])
    const id = started.out.trim()
    const patience = await line.winnow(['crawl', id, '--timeout', '0.2', ...POLL])
    assert.equal(patience.code, 1, patience.err)
    assert.match(patience.err, /has not ended within 0\.2 s.*continues on the service/s)
    const ended = await line.winnow(['crawl', id, '--cancel'])
    assert.deepEqual([ended.code, ended.out], [0, `crawl ${id} cancelled\n`])
    letGo()
  })
})

describe('batch', () => {
  it('reads URLs from standard input', async () => {
    const stdin = `# pages\n${site.url}/docs/\n\n${site.url}/con\n`
    const { code, out, err } = await line.winnow(['batch', '--json', ...POLL], { stdin })
    assert.equal(code, 0, err)
    const { status, data, errors } = JSON.parse(out)
    assert.deepEqual([status, data.length, errors], ['completed', 2, []])
  })

  it('reports failures, and exits with 3', async () => {
    const { code, out, err } = await line.winnow([
      'batch',
      `${site.url}/docs/`,
      'http://127.0.0.1:1/x',
      ...POLL,
    ])
    assert.equal(code, 3, err)
    assert.match(out, /^---\nurl: "[^\n]*docs\/"\n[^]*# Page/)
    assert.match(err, /127\.0\.0\.1:1\/x: /)
  })
})

describe('other commands', () => {
  it('map prints one URL per line', async () => {
    const { code, out, err } = await line.winnow(['map', `${site.url}/`, '--limit', '3'])
    assert.equal(code, 0, err)
    assert.ok(
      out
        .trim()
        .split('\n')
        .every((url) => url.startsWith(site.url)) && out.includes('/docs/'),
    )
  })

  it('search prints its results', async () => {
    assert.equal((await line.winnow([`${site.url}/docs/`])).code, 0)
    const { code, out, err } = await line.winnow(['search', 'what', 'Page', '--limit', '2', '--json'])
    assert.equal(code, 0, err)
    assert.ok(Array.isArray(JSON.parse(out).data.web))
  })

  it('parse reads files and standard input', async () => {
    const html = '<main><h1>A file</h1><p>With some words in it, enough of them to be read.</p></main>'
    await writeFile(join(line.folder, 'a.html'), html)
    await writeFile(join(line.folder, 'b.html'), html.replace('A file', 'Another'))
    assert.match((await line.winnow(['parse', 'a.html'])).out, /^# A file/)
    const piped = await line.winnow(['parse', '-', '--name', 'x.html'], { stdin: html })
    assert.match(piped.out, /^# A file/, piped.err)
    const both = await line.winnow(['parse', 'a.html', 'b.html', '-o', 'texts/'])
    assert.equal(both.code, 0, both.err)
    assert.deepEqual((await readdir(join(line.folder, 'texts'))).toSorted(), ['a.md', 'b.md'])
    assert.equal((await line.winnow(['parse', 'none.pdf'])).code, 2)
    assert.equal((await line.winnow(['parse', '-'], { stdin: html })).code, 2)
  })

  it('agent waits for its data', async () => {
    const task = [
      'agent',
      'The title of the page',
      '--urls',
      `${site.url}/docs/`,
      '--strict',
      '--max-credits',
      '20',
      ...POLL,
    ]
    const { code, out, err } = await line.winnow([
      ...task,
      '--schema',
      '{"type":"object","properties":{"title":{"type":"string"}}}',
    ])
    assert.equal(code, 0, err)
    assert.equal(typeof JSON.parse(out).title, 'string')
    const id = /task (\S+)/.exec(err)![1]!
    const doctor = await line.winnow(['doctor', id])
    assert.match(doctor.out, /is completed after/)
  })

  it('monitors report that the service has none', async () => {
    const { code, err } = await line.winnow(['monitor', 'list'])
    assert.equal(code, 1)
    assert.match(err, /not part of this version/)
  })

  it('usage shows the remaining credits', async () => {
    const { out } = await line.winnow(['credit-usage'])
    assert.match(out, /^Credits left {3}999,999,999\n/)
  })
})

describe('doctor', () => {
  it('lists the parts that work, and exits with 0', async () => {
    const { code, out, err } = await line.winnow(['doctor'])
    assert.equal(code, 0, out + err)
    for (const part of ['Service', 'Database', 'Browser', 'API key', 'OCR', 'Model', 'Search', 'Code'])
      assert.match(out, new RegExp(`^(ok|!|-) +${part}`, 'm'))
    assert.ok(!out.includes(API_KEY) && !out.includes('\x1b'))
  })

  it('warns of a harmful setup', async () => {
    const { db, url } = app().database
    const name = new URL(url).pathname.slice(1)
    await db.rows(`alter database ${name} connection limit 6`)
    const { code, out } = await line.winnow(['doctor'])
    await db.rows(`alter database ${name} connection limit -1`)
    assert.equal(code, 0, out)
    assert.match(out, /^! +Setup +PostgreSQL allows 6 connections, but the running process needs up to 7/m)
  })

  it('exits with 1 when the service is down, or the key is invalid', async () => {
    const unknown = await line.winnow(['doctor', '--json'], {
      environment: { SERVICE_API_KEY: `fc-${'e'.repeat(32)}` },
    })
    assert.equal(unknown.code, 1)
    const { ok, findings } = JSON.parse(unknown.out)
    assert.equal(ok, false)
    assert.equal(findings.find(({ what }: { what: string }) => what === 'API key').state, 'broken')
    const away = await line.winnow(['doctor', '--api-url', 'http://127.0.0.1:9'])
    assert.equal(away.code, 1)
    assert.match(away.out, /^NO {1,2}Service .*cannot be reached/m)
    const page = await line.winnow(['doctor', '--api-url', `${site.url}/escape`])
    assert.equal(page.code, 1)
    assert.match(page.out, /^NO {1,2}Service .*escape .* is not the service: it responds with text\/html/m)
  })

  it('does not show jobs of other teams', async () => {
    const { code, err } = await line.winnow(['doctor', randomUUID()])
    assert.equal(code, 1)
    assert.match(err, /There is no job with this id/)
  })
})

describe('settings', () => {
  const nothing = { SERVICE_API_URL: '', SERVICE_API_KEY: '' }

  it('are saved by login for the owner only, masked, and deleted by logout', async () => {
    const url = ['--api-url', app().url]
    const refused = await line.winnow(['login', ...url], {
      typed: `fc-${'d'.repeat(32)}`,
      environment: nothing,
    })
    assert.equal(refused.code, 1)
    assert.match(refused.err, /does not accept this key. It was not saved/)
    const kept = await line.winnow(['login', ...url], { stdin: `${API_KEY}\n`, environment: nothing })
    assert.equal(kept.code, 0, kept.err)
    assert.ok(!kept.out.includes(API_KEY) && !kept.err.includes(API_KEY))
    const path = join(line.folder, 'settings', 'winnow', 'config.json')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.equal((await line.winnow(['usage'], { environment: nothing })).code, 0)
    const shown = await line.winnow(['config'], { environment: nothing })
    assert.ok(shown.out.includes(`(${path})`) && !shown.out.includes(API_KEY), shown.out)
    assert.equal(
      (await line.winnow(['config', 'set', 'api-url', site.url], { environment: nothing })).code,
      0,
    )
    const elsewhere = await line.winnow(['config', '--json'], { environment: nothing })
    assert.deepEqual(JSON.parse(elsewhere.out).apiKey, { value: null, from: 'not set' })
    const gone = await line.winnow(['logout', ...url], { environment: nothing })
    assert.deepEqual([gone.code, gone.err], [0, ''])
    assert.equal((await line.winnow(['usage', ...url], { environment: nothing })).code, 1)
    assert.equal((await line.winnow(['config', 'unset', 'api-url'], { environment: nothing })).code, 0)
    await assert.rejects(stat(path))
  })

  it('reject a key on a command line', async () => {
    const { code, err } = await line.winnow(['config', 'set', 'api-key', API_KEY])
    assert.equal(code, 2)
    assert.match(err, /winnow login/)
  })
})

describe('every command line of the README', () => {
  const guide = readFileSync(new URL('../../packages/cli/README.md', import.meta.url), 'utf8')
  const lines = [...guide.matchAll(/^winnow .*$/gm)].map(([one]) => one)

  for (const one of lines) {
    it(one, async () => {
      await writeFile(
        join(line.folder, 'report.html'),
        '<main><h1>A report</h1><p>It says a few things.</p></main>',
      )
      let stdin: string | undefined
      for (const part of one.split(' | ')) {
        const [words, source] = part.split(' < ') as [string, string?]
        if (source !== undefined) stdin = await file(source)
        const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)]
          .map(([, quoted, plain]) => quoted ?? plain!)
          .slice(1)
        const named = args.map((word) =>
          word.replace('https://winnow.example.com', app().url).replace('https://example.com', site.url),
        )
        const isJob = /^(crawl|download|batch|agent|extract)$/.test(named[0]!)
        const ended = await line.winnow([...named, ...(isJob ? POLL : [])], {
          typed: API_KEY,
          ...(stdin !== undefined && { stdin }),
        })
        // A page of the site does not exist, and the README documents this exit code.
        assert.ok(ended.code === 0 || (isJob && ended.code === 3), ended.err)
        assert.ok(ended.out !== '' || named.includes('-o') || named[0] === 'download', one)
        stdin = ended.out
      }
    })
  }
})
