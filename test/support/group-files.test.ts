import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { groupFiles } from './group-files.ts'

let folder: string
before(() => void (folder = mkdtempSync(join(tmpdir(), 'together-'))))
after(() => rmSync(folder, { recursive: true }))

/** Puts test files with these bodies together, and says what stands in the place of them. */
function put(bodies: Record<string, string>, atOnce = 1): string[] {
  const files = Object.entries(bodies).map(([name, body]) => {
    const file = join(folder, `${name}.test.ts`)
    writeFileSync(file, `import { after, afterEach, before, it } from 'node:test'\n${body}`)
    return file
  })
  return groupFiles(files, folder, atOnce)
}

async function run(files: readonly string[]) {
  // A runner within a test would otherwise take itself for one of its files.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const runner = spawn(process.execPath, ['--test', '--test-reporter=tap', ...files], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([runner.stdout.toArray(), once(runner, 'exit')])
  return { code: code as number, output: Buffer.concat(output).toString() }
}

describe('test files that share a process', () => {
  const telling = (name: string) => `
    before(() => console.log('said: ${name} before'))
    afterEach(() => console.log('said: ${name} afterEach'))
    after(() => console.log('said: ${name} after'))
    it('passes', () => {})`

  it('have their hooks around their own tests only, one file after the other', async () => {
    const files = put({ first: telling('first'), second: telling('second') })
    assert.equal(files.length, 1)
    const { code, output } = await run(files)
    assert.equal(code, 0, output)
    assert.deepEqual(
      [...output.matchAll(/said: (.*)/g)].map(([, said]) => said),
      ['first', 'second'].flatMap((name) => [`${name} before`, `${name} afterEach`, `${name} after`]),
    )
  })

  it('fail when one of them fails or cannot be loaded', async () => {
    for (const body of [`it('fails', () => { throw new Error() })`, `throw new Error()`]) {
      const { code, output } = await run(put({ bad: body, good: `it('passes', () => {})` }))
      assert.equal(code, 1, output)
      assert.match(output, /# pass 1$/m)
    }
  })
})

describe('a test file has a process of its own', () => {
  const plain = `it('passes', () => {})`
  const alone = {
    'that looks at its process': `const { pid } = process; void process.pid`,
    'that changes its process': `process.env.HOME = '/'`,
    'that waits while it is loaded': `const one = await Promise.resolve(1)`,
    'that measures the memory of its process': `// support/hostile/try-uploads.ts`,
  }
  for (const [what, body] of Object.entries(alone)) {
    it(what, async () => {
      const files = put({ a: plain, b: `${body}\n${plain}`, c: plain })
      assert.deepEqual(files.map(namedFiles), [['a', 'c'], ['b']])
      const { code, output } = await run(files)
      assert.equal(code, 0, output)
      assert.match(output, /# pass 3$/m)
    })
  }

  it('where there are no more of them than run at once', () => {
    assert.deepEqual(put({ a: plain, b: plain, c: plain }, 3).map(namedFiles), [['a'], ['b'], ['c']])
  })
})

it('test files that start services come before the quick ones', () => {
  const files = groupFiles(['src/config/config.test.ts', 'test/api/admin.test.ts'], folder, 2)
  assert.deepEqual(files.toSorted().map(namedFiles), [['admin'], ['config']])
})

it('what several test files import has no hooks of its own, which would be those of the first of them', () => {
  const shared = globSync('test/support/**/*.ts', { exclude: ['**/*.test.ts'] })
  const hooked = shared.filter((file) => /^(?:before|after)(?:Each)?\(/m.test(readFileSync(file, 'utf8')))
  assert.deepEqual(hooked, [])
})

function namedFiles(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/([a-z]+)\.test\.ts"(?!,)/g)].map(([, name]) => name!)
}
