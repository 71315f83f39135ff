import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ADMIN_KEY, PARTNER_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { compiledOnce, inCheckout } from '../support/run-node.ts'
import { temporaryFolder } from '../support/service.ts'
import { makePageFolder, prepareExampleFolder } from './example-folder.ts'
import { startExampleSite } from './example-site.ts'
import { runPage } from './run-page.ts'

/** `DOCS=docs/guides/scrape.md npm test -- test/docs/pages.test.ts` runs single pages, separated by commas. */
const CHOSEN = process.env.DOCS?.split(',')

const PAGES = ['README.md', ...globSync('docs/**/*.md', { exclude: ['docs/decisions/**'] }).toSorted()]

const open = new AsyncDisposableStack()
let app: TestApp
let siteUrl: string
let root: string
let programs: string

before(async () => {
  siteUrl = open.use(await startExampleSite()).url
  root = open.use(await temporaryFolder('winnow-docs-')).path
  programs = (await prepareExampleFolder(root)).programs
  app = open.use(await startTestApp({ WINNOW_SECRET: SECRET }))
})
after(() => open.disposeAsync())

const SECRET = 'a-root-secret-for-tests'

describe('the docs', { concurrency: 2 }, () => {
  for (const page of CHOSEN ?? PAGES) {
    const markdown = readFileSync(inCheckout(page), 'utf8')
    if (!/^\s*(?:```|~~~)/m.test(markdown)) continue
    it(`${page} does what it says`, () => tryPage(page, markdown))
  }

  if (CHOSEN !== undefined) return
  it('may use everything that the runner offers', () =>
    tryPage('every-feature.md', readFileSync(new URL('every-feature.md', import.meta.url), 'utf8')))

  const broken: [string, string, RegExp][] = [
    [
      '',
      'curl -s http://localhost:3002/v2/scrape -X POST',
      /broken\.md:2: The response is an error.*BAD_REQUEST/s,
    ],
    ['', 'false; echo on', /broken\.md:2: The block ended with exit code 1/],
    ['', 'echo "$JOB_ID"', /JOB_ID: unbound variable/s],
    ['', 'curl -s https://example.org/', /only localhost:3002 and https:\/\/example\.com, not example\.org/],
    ['<!-- expect "one" -->', 'echo two', /The output does not contain "one"/],
    ['<!-- save ID=.id -->', 'echo {}', /The output has no value at \.id/],
    ['<!-- syntax only: a test -->', 'if true; then', /broken\.md:2: .*syntax error/s],
  ]
  for (const [comment, code, message] of broken)
    it(`fails on ${comment} ${code}`, async () => {
      await assert.rejects(tryPage('broken.md', `${comment}\n\`\`\`sh\n${code}\n\`\`\``), message)
    })
})

async function tryPage(page: string, markdown: string): Promise<void> {
  const { key } = await app.team()
  const folder = await makePageFolder(root, page.replaceAll(/\W/g, '-'))
  await runPage(page, markdown, {
    serviceUrl: app.url,
    siteUrl,
    folder,
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: join(folder, '..'),
      TMPDIR: tmpdir(),
      ...compiledOnce(),
      WINNOW_API_KEY: key,
      WINNOW_ADMIN_KEY: ADMIN_KEY,
      WINNOW_PARTNER_KEY: PARTNER_KEY,
      // The command line finds the service, and the commands of the operator its database.
      SERVICE_API_URL: app.url,
      DATABASE_URL: app.database.url,
      WINNOW_SECRET: SECRET,
    },
  })
}
