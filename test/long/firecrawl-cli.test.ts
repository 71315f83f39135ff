import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { LAMPS, LAMP_SCHEMA } from '../support/agent-site.ts'
import { openCli } from '../support/firecrawl-cli.ts'
import type { PublishedCli } from '../support/firecrawl-cli.ts'
import { openLampShop } from '../support/lamp-shop.ts'
import type { LampShop } from '../support/lamp-shop.ts'
import { pdfOf } from '../support/pdf-file.ts'

/** The published command line, unchanged. Each command is a separate process. */
const open = new AsyncDisposableStack()
let world: LampShop
let cli: PublishedCli
before(async () => {
  world = await openLampShop(open)
  cli = open.use(await openCli(world.env))
})
after(async () => {
  await world.app.checkNothingLeft().finally(() => open.disposeAsync())
})

/** The output of a command that succeeds. */
async function good(...args: string[]): Promise<string> {
  const { code, out, errors } = await cli.run(...args)
  assert.equal(code, 0, errors)
  return out
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
async function goodJson(...args: string[]): Promise<any> {
  return JSON.parse(await good(...args))
}

/** The error of a command that fails. */
async function complaint(...args: string[]): Promise<string> {
  const { code, errors } = await cli.run(...args)
  assert.equal(code, 1, errors)
  return errors
}

/** Starting a process takes longer than its work, so commands start concurrently, and so do the groups. */
const BESIDE = { concurrency: 2 }
const lamp = (place: number) => `${world.shop.url}/lamps/${place}`

describe('the published command line', { concurrency: 4 }, () => {
  describe('reads, crawls and searches', BESIDE, () => {
    it('scrapes a page given by its URL alone', async () => {
      assert.match(await good(lamp(0)), /^# Harbour desk lamp\n[^]*warm and even light/m)
    })

    it('scrapes several formats as JSON into a file', async () => {
      await good(
        'scrape',
        lamp(0),
        '-f',
        'markdown,links',
        '--only-main-content',
        '--pretty',
        '-o',
        'lamp.json',
      )
      const { markdown, links } = JSON.parse(await readFile(join(cli.folder, 'lamp.json'), 'utf8'))
      assert.match(markdown, /^# Harbour desk lamp/)
      assert.ok(links.includes(`${world.shop.url}/lamps`))
    })

    it('scrapes data with a schema', async () => {
      const out = await goodJson('scrape', lamp(1), '-f', 'json', '--schema', JSON.stringify(LAMP_SCHEMA))
      assert.deepEqual(out.json, LAMPS[1])
    })

    it('answers a question about a page', async () => {
      assert.match(await good('scrape', lamp(2), '-Q', 'What does it weigh?'), /2\.4 kg/)
    })

    it('scrapes many pages into files', async () => {
      await good('scrape', lamp(0), lamp(1))
      const saved = await readFile(join(cli.folder, '.firecrawl/127.0.0.1-lamps-1.md'), 'utf8')
      assert.match(saved, /# Quay floor lamp/)
    })

    it('downloads a whole site into folders', async () => {
      await good('experimental', 'download', world.shop.url, '-y', '--only-main-content')
      const paths = ['', 'lamps/', ...LAMPS.map((_, place) => `lamps/${place}/`)]
      const texts = await Promise.all(
        paths.map((path) => readFile(join(cli.folder, `.firecrawl/127.0.0.1/${path}index.md`), 'utf8')),
      )
      const titles = texts.map((text) => /^# (.+)$/m.exec(text)![1])
      assert.deepEqual(titles, ['Brightly', 'All lamps', ...LAMPS.map(({ name }) => name)])
    })

    it('maps a site', async () => {
      const out = await good('map', world.shop.url)
      const found = out
        .trim()
        .split('\n')
        .map((url) => url.replace(/\/$/, ''))
      assert.deepEqual(found.toSorted(), world.pages.toSorted())
    })

    it('crawls a site to its end', async () => {
      const { status, completed, data } = await goodJson(
        'crawl',
        world.shop.url,
        '--wait',
        '--poll-interval',
        '1',
        '--limit',
        '20',
      )
      assert.deepEqual([status, completed], ['completed', 6])
      for (const { name } of LAMPS)
        assert.ok(data.some(({ markdown }: { markdown: string }) => markdown.startsWith(`# ${name}`)))
    })

    it('starts a crawl, reads its status, and cancels it', async () => {
      const { data } = await goodJson('crawl', world.shop.url, '--limit', '20', '--delay', '30')
      assert.match(await good('crawl', data.jobId, '--status'), new RegExp(data.jobId))
      assert.match(await good('crawl', data.jobId, '--cancel'), /cancelled/)
    })

    it('reads files', async () => {
      await writeFile(join(cli.folder, 'grain.html'), '<h1>Grain</h1><p>It is stored dry.</p>')
      assert.match(await good('parse', 'grain.html'), /^# Grain\n\nIt is stored dry\.\s*$/)
      await writeFile(join(cli.folder, 'chaff.pdf'), pdfOf([['# Chaff', 'It weighs 3 kg.']]))
      assert.match(await good('parse', 'chaff.pdf', '-Q', 'What does it weigh?'), /3 kg/)
    })

    it('searches, scrapes the results, and sends feedback', async () => {
      const out = await good('search', 'lamps', '--limit', '2')
      for (const place of [0, 1]) assert.ok(out.includes(LAMPS[place]!.name) && out.includes(lamp(place)))
      const { id, data } = await goodJson('search', 'lamps', '--limit', '1', '--scrape', '--json')
      assert.match(data.web[0].markdown, /# Harbour desk lamp/)
      const sources = ['--valuable-sources', lamp(0)]
      const response = await goodJson('search-feedback', id, '--rating', 'good', ...sources, '--json')
      assert.equal(response.success, true)
      const again = await goodJson('feedback', 'search', id, '--rating', 'bad', '--note', 'No.', '--json')
      assert.equal(again.success, true)
    })

    it('finds developer content on the sites that the search covers', async () => {
      assert.match(await good('developer', 'lamp driver'), /It flickers at low brightness/)
      const out = await good('search', 'lamp driver', '--categories', 'developer')
      assert.match(out, /https:\/\/github\.com\/lamps\/driver\/issues\/7/)
    })

    it('starts an agent, reads its status, and sees its end', async () => {
      const task = ['agent', 'The lamp', '--urls', lamp(0), '--schema', JSON.stringify(LAMP_SCHEMA)]
      const { id, status, data } = await goodJson(...task, '--wait', '--poll-interval', '1', '--json')
      assert.deepEqual([status, data], ['completed', LAMPS[0]])
      const again = await goodJson('agent', id, '--status', '--json')
      assert.deepEqual(again.data, LAMPS[0])
      assert.match(
        await complaint('agent', id, '--cancel'),
        /Cannot cancel task .*: its status is already 'completed'/,
      )
    })
  })

  describe('controls a browser', () => {
    it('interacts with the page that it scraped last', async () => {
      await using one = await openCli(world.env)
      assert.equal((await one.run('scrape', world.shop.url, '--max-age', '0')).code, 0)
      const acted = await one.run(
        'interact',
        '-c',
        "await page.click('text=Lamps'); await page.textContent('h1')",
      )
      assert.deepEqual([acted.code, acted.out.trim()], [0, 'All lamps'], acted.errors)
      const failed = await one.run('interact', '-c', 'nothing.at.all')
      assert.deepEqual([failed.code, /nothing/.test(failed.errors + failed.out)], [1, true])
      const bash = await one.run('interact', '-c', 'page text h1', '--bash')
      assert.deepEqual([bash.code, bash.out.trim()], [0, 'All lamps'], bash.errors)
      assert.equal((await one.run('interact', 'stop')).code, 0)
    })

    it('opens a browser, runs code in it, lists and closes it', async () => {
      await using one = await openCli(world.env)
      const launched = await one.run('browser', 'launch-session', '--ttl', '60')
      const id = /^Session ID: +(\S+)$/m.exec(launched.out)![1]!
      const code = `await page.goto('${lamp(3)}'); await page.title()`
      const run = await one.run('browser', 'execute', '--node', code)
      assert.deepEqual([run.code, run.out.trim()], [0, 'Jetty table lamp'], run.errors)
      assert.match((await one.run('browser', 'list', 'active')).out, new RegExp(id))
      // Without the flag it runs a command that only the hosted service supports.
      const other = await one.run('browser', 'execute', 'snapshot')
      assert.deepEqual(
        [other.code, /agent-browser: command not found/.test(other.errors)],
        [1, true],
        other.errors,
      )
      assert.equal((await one.run('browser', 'close')).code, 0)
    })
  })

  describe('has account commands', BESIDE, () => {
    it('logs in with a key and a URL, shows them, and logs out', async () => {
      await using one = await openCli({})
      const { FIRECRAWL_API_URL: url, FIRECRAWL_API_KEY: key } = world.env
      assert.match((await one.run('login', '--api-key', key, '--api-url', url)).out, /Login successful/)
      assert.match((await one.run('view-config')).out, new RegExp(`Authenticated[^]*${url}`))
      assert.match((await one.run('credit-usage')).out, /Remaining Credits: [\d,]+/)
      assert.match((await one.run('env')).out, /Created \.env/)
      assert.match(await readFile(join(one.folder, '.env'), 'utf8'), new RegExp(`FIRECRAWL_API_KEY=${key}`))
      assert.equal((await one.run('logout')).code, 0)
      assert.doesNotMatch((await one.run('config', '--api-url', url)).out, new RegExp(key.slice(-8)))
    })

    it('gets an error for signing in with a browser', async () => {
      const { status } = await world.app.call('/api/auth/cli/status', { json: {}, key: null })
      assert.equal(status, 404)
    })

    it('shows versions, credits and running jobs', async () => {
      assert.match(await good('version', '--auth-status'), /1\.23\.3[^]*authenticated: true/)
      const status = await good('--status')
      assert.match(status, /Concurrency:.* \d+\/\d+ jobs[^]*Credits:.* [\d,]+ \/ [\d,]+/)
      const { data } = await goodJson('credit-usage', '--json')
      assert.ok(data.remainingCredits > 0)
    })

    it('passes its own checks', async () => {
      const { checks } = await goodJson('doctor', '--json')
      const failed = checks.filter(({ status }: { status: string }) => status === 'fail')
      assert.deepEqual(failed, [])
    })

    it("shows the service's errors for a job", async () => {
      const jobId = randomUUID()
      const { status, body } = await world.app.call('/v2/support/ask', { json: { question: 'why?', jobId } })
      const { out, errors } = await cli.run('doctor', jobId, '--query', 'why?')
      assert.ok(status === 200 ? out.includes(body.answer) : errors.includes(body.error), out + errors)
    })

    it('requires a key, because without one it sends an empty key', async () => {
      await using one = await openCli({ FIRECRAWL_API_URL: world.env.FIRECRAWL_API_URL })
      const { code, errors } = await one.run('scrape', lamp(0))
      assert.equal(code, 1)
      assert.match(errors, /must have the form 'Bearer <key>'/)
    })

    it('sets up its environment without requests to the service', async () => {
      await using one = await openCli(world.env)
      assert.equal((await one.run('init', '-y', '--skip-install', '--skip-auth', '--skip-skills')).code, 0)
      assert.match((await one.run('make', 'default')).out, /default web provider/)
      assert.match((await one.run('setup', 'nothing-of-the-kind')).errors, /Unknown setup/)
      assert.match((await one.run('launch', 'nobody')).errors, /Unknown launch target/)
      assert.match((await one.run('create', '--help')).out, /Scaffold/)
    })
  })

  describe('gets the error', BESIDE, () => {
    const MONITORING = /Monitoring is not part of this version of the service/
    const id = randomUUID()
    const complaints: [string, RegExp, string[]][] = [
      [
        'that a key is wrong',
        /key does not exist/,
        ['map', 'http://127.0.0.1', '-k', `fc-${'9'.repeat(32)}`],
      ],
      ['that a host does not resolve', /could not be resolved/, ['scrape', 'http://no-such-host.invalid']],
      ['that an address is not allowed', /may not be reached/, ['scrape', 'http://169.254.169.254/']],
      ['that a delay is one of seconds', /delay[^]*60/, ['crawl', 'http://example.com', '--delay', '500']],
      ['that a crawl is unknown', /There is no crawl with this id/, ['crawl', id, '--status']],
      // It leaves out the message of the error.
      ['that there is no paper', /404/, ['research', 'inspect-paper', 'pmid:1']],
      ['that no paper can be read', /404/, ['research', 'read-paper', 'pmid:1', '--question', 'x']],
      ['that nothing is monitored', MONITORING, ['monitor', 'list']],
      [
        'that nothing can be monitored',
        MONITORING,
        ['monitor', 'create', '--name', 'n', '--page', 'http://example.com', '--schedule', 'hourly'],
      ],
      ['that there is no such monitor', /no monitor/, ['monitor', 'get', id]],
      ['that no monitor can be changed', /no monitor/, ['monitor', 'update', id, '--name', 'n']],
      ['that no monitor can be deleted', /no monitor/, ['monitor', 'delete', id]],
      ['that no monitor can be run', /no monitor/, ['monitor', 'run', id]],
      ['that there are no checks', /no monitor/, ['monitor', 'checks', id]],
      ['that there is no check', /no monitor/, ['monitor', 'check', id, id]],
    ]
    for (const [name, expected, args] of complaints) {
      it(name, async () => assert.match(await complaint(...args), expected))
    }

    it('that papers and repositories are not supported', async () => {
      const related = await good('research', 'related-papers', 'pmid:1', '--intent', 'x')
      assert.match(related, /no index of papers/)
      for (const what of ['search-papers', 'search-github'])
        assert.match(await good('research', what, 'lamps'), /no results/)
    })
  })
})
