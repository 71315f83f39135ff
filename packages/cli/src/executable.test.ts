import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const CHECKOUT = new URL('../../../', import.meta.url)
const EXECUTABLE = fileURLToPath(new URL('node_modules/.bin/winnow', CHECKOUT))
const JOB = '01890a5d-ac96-774b-bcce-b302099a8057'

/** The service responses that these tests need. */
const ANSWERS: Record<string, object> = {
  'POST /v2/batch/scrape': { success: true, id: JOB },
  [`GET /v2/batch/scrape/${JOB}`]: {
    success: true,
    status: 'completed',
    completed: 1,
    total: 1,
    data: [{ markdown: '# Page' }],
  },
  [`GET /v2/batch/scrape/${JOB}/errors`]: { errors: [], robotsBlocked: [] },
  'POST /v2/map': {
    success: true,
    links: Array.from({ length: 50_000 }, (_, index) => ({ url: `https://a.test/${index}` })),
  },
  'POST /v2/crawl': { success: true, id: JOB },
  [`GET /v2/crawl/${JOB}`]: { success: true, status: 'scraping', completed: 0, total: 1, data: [] },
}

const service = createServer((request, response) => {
  const answer = ANSWERS[`${request.method} ${request.url!.split('?')[0]}`]
  request.resume().on('end', () => {
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { success: false, error: 'Nothing is here.' }))
  })
})
let folder: string
before(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'winnow-executable-'))
  await symlink(systemNode(), join(folder, 'node'))
})
after(async () => {
  service.closeAllConnections()
  service.close()
  await rm(folder, { recursive: true })
})

/** The Node on the PATH of the user, which may be older than the one that runs the tests. */
function systemNode(): string {
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  return places.map((place) => join(place, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

/** Runs it with a PATH that only contains the system's Node. */
function start(args: readonly string[], command = 'exec "$0" "$@"') {
  const { port } = service.address() as AddressInfo
  return spawn('/bin/sh', ['-c', command, EXECUTABLE, ...args], {
    env: { PATH: folder, HOME: folder, SERVICE_API_URL: `http://127.0.0.1:${port}` },
  })
}

async function end(child: ReturnType<typeof start>, input = '') {
  const [out, err] = [text(child.stdout), text(child.stderr)]
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: await out, err: await err }
}

describe('the executable', () => {
  it('runs with nothing but Node, and works in a pipe', async () => {
    const { code, out, err } = await end(start(['batch', '--jsonl', '-q']), 'https://example.com/\n')
    assert.deepEqual([code, out, err], [0, '{"markdown":"# Page"}\n', ''])
  })

  it('is quiet when the reader of its output leaves', async () => {
    const command = `{ "$0" "$@"; echo "code $?" >&2; } | /usr/bin/head -c 1`
    const { out, err } = await end(start(['map', 'https://a.test'], command))
    assert.deepEqual([out.length, err], [1, 'code 0\n'])
  })

  it('finishes and sets its exit code when standard error is closed', async () => {
    for (const [args, expected] of [
      [['batch', 'https://example.com/'], 0],
      [['usage'], 1],
    ] as const) {
      const child = start(args)
      child.stderr.destroy()
      const out = text(child.stdout)
      const [code] = (await once(child, 'close')) as [number]
      assert.deepEqual([code, (await out).includes('# Page')], [expected, expected === 0])
    }
  })

  it('reports that its result cannot be written', async () => {
    const { code, err } = await end(start(['map', 'https://a.test'], '"$0" "$@" > /dev/full'))
    assert.equal(code, 1)
    assert.match(err, /^winnow: The result cannot be written: .*ENOSPC.*\n$/)
  })

  it('prints its version without a second process', async () => {
    const { version } = JSON.parse(await readFile(new URL('packages/cli/package.json', CHECKOUT), 'utf8'))
    const command = 'NODE_DEBUG=child_process exec "$0" "$@"'
    for (const word of ['--version', '-V', 'version'])
      assert.deepEqual(await end(start([word], command)), { code: 0, out: `${version}\n`, err: '' })
  })

  it('leaves a crawl running on Ctrl-C and prints how to resume', async () => {
    const child = start(['crawl', 'https://example.com', '--poll-interval', '0.05'])
    child.stderr.once('data', () => child.kill('SIGINT'))
    const { code, out, err } = await end(child)
    assert.deepEqual([code, out], [130, ''], err)
    assert.match(err, new RegExp(`continues on the service.*resume: winnow crawl ${JOB}\n.*--cancel\n$`, 's'))
  })

  it('compiles to one file that runs by itself', async () => {
    const published = join(folder, 'published')
    const cli = new URL('packages/cli/', CHECKOUT)
    await mkdir(join(published, 'dist'), { recursive: true })
    await cp(new URL('bin', cli), join(published, 'bin'), { recursive: true })
    await cp(new URL('package.json', cli), join(published, 'package.json'))
    const { scripts, version } = JSON.parse(await readFile(new URL('package.json', cli), 'utf8'))
    const options = scripts.build.split(' ').filter((word: string) => /^--(?!outfile)/.test(word))
    const esbuild = fileURLToPath(new URL('node_modules/.bin/esbuild', CHECKOUT))
    execFileSync(esbuild, ['src/main.ts', ...options, `--outfile=${join(published, 'dist/main.js')}`], {
      cwd: fileURLToPath(cli),
      stdio: 'pipe',
    })
    const run = (...args: string[]) =>
      spawnSync(systemNode(), [join(published, 'bin/winnow.mjs'), ...args], {
        encoding: 'utf8',
        env: { HOME: folder },
      })
    assert.equal(run('--version').stdout, `${version}\n`)
    const { status, stderr } = run('serve')
    assert.equal(status, 1)
    assert.match(stderr, /To run the service, clone it/)
  })
})
