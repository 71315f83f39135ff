import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VARIABLES } from '../../src/config/config.ts'
import { openCodeRunner } from '../../src/interact/code/open-code-runner.ts'
import { createLog } from '../../src/log.ts'
import { isFault } from '../support/is-fault.ts'
import { openLiveFixture } from '../support/live-fixture.ts'

const HOME = '<!doctype html><title>Home</title>'

test('all languages run in a default installation, and those that are disabled do not', async () => {
  const log = createLog('silent', false)
  await using ground = await openLiveFixture({ '/': HOME })
  await using live = await ground.open('/')
  await using runner = openCodeRunner({ languages: VARIABLES.WINNOW_CODE_LANGUAGES.otherwise, log })
  const programs = { node: 'await page.title()', python: 'page.title()', bash: 'page title' } as const
  for (const [language, code] of Object.entries(programs) as [keyof typeof programs, string][]) {
    const wish = { code, language, timeoutMs: 30_000 }
    const { result, error } = await runner.run(wish, live.remote, AbortSignal.timeout(60_000))
    assert.equal(result.trim(), 'Home', `${language}: ${error}`)
  }
  await using limited = openCodeRunner({ languages: ['node'], log })
  assert.throws(() => limited.assertAvailable('bash'), isFault('NOT_IMPLEMENTED', /WINNOW_CODE_LANGUAGES/))
})
