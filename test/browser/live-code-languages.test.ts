import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { openCodeRunner } from '../../src/interact/code/open-code-runner.ts'
import { startProgram } from '../../src/interact/code/program-process.ts'
import { BUBBLEWRAP } from '../../src/interact/code/sandbox/bubblewrap.ts'
import { RUNTIME } from '../../src/interact/code/sandbox/find-sandbox.ts'
import { serveProgram } from '../../src/interact/code/serve-program.ts'
import { createLog } from '../../src/log.ts'
import { isFault } from '../support/is-fault.ts'
import { openLiveGround } from '../support/live-ground.ts'

const PYTHON = '/usr/bin/python3'
const HOME = '<!doctype html><title>Home</title><h1>Hello</h1><li>one</li><li>two</li><input id="name">'

const PYTHON_PROGRAM = `
page.locator("#name").fill("Ann")
print(page.title(), page.url.endswith("/"))
texts = [one.inner_text() for one in page.get_by_role("listitem").all()]
shot = page.screenshot(full_page=True)
try:
    page.click("#no", timeout=50)
except Exception as error:
    print(str(error).split("\\n")[0])
[texts, page.locator("h1").first.inner_text(), page.evaluate("(x) => x + 1", 1), shot[1:4].decode(), page.input_value("#name")]
`
const BASH_PROGRAM = `
page fill '#name' "it's \\"Ann\\""
page title
echo "$(page text h1)!"
page eval "document.getElementById('name').value"
page fly || echo "refused $?"
exit 3
`

/** What runs programs, without the sandbox around it: the programs are our own. */
test('programs in Python and Bash use the page', async () => {
  if (!existsSync(PYTHON)) return test.skip('Python is not installed: apt-get install python3')
  await using ground = await openLiveGround({ '/': HOME })
  await using live = await ground.open('/')
  const run = async (language: string, code: string) =>
    await serveProgram(
      startProgram(PYTHON, ['-I', RUNTIME, language], undefined),
      code,
      { timeoutMs: 30_000, memoryMb: 500 },
      live.remote,
      AbortSignal.timeout(60_000),
    )
  const python = await run('python', PYTHON_PROGRAM)
  assert.deepEqual(python, {
    stdout: 'Home True\npage.click: Timeout 50ms exceeded.\n',
    stderr: '',
    result: '[["one", "two"], "Hello", 2, "PNG", "Ann"]',
    truncated: false,
    exitCode: 0,
    killed: false,
  })
  const failed = await run('python', '\nimport os\nraise ValueError("bad")')
  assert.equal(failed.stderr, 'ValueError: bad\n    at program.py:3\n')
  assert.deepEqual([failed.exitCode, failed.error], [1, 'ValueError: bad\n    at program.py:3'])
  const bash = await run('bash', BASH_PROGRAM)
  assert.match(bash.stdout, /^Home\nHello!\nit's "Ann"\nrefused 1\n$/)
  assert.match(bash.stderr, /There is no `page fly`/)
  assert.equal(bash.exitCode, 3)
})

test('without a sandbox there is neither', async () => {
  if (BUBBLEWRAP.some((path) => existsSync(path))) return test.skip('bubblewrap is installed')
  await using runner = openCodeRunner({ languages: ['node', 'python'], log: createLog('silent', false) })
  await assert.rejects(
    runner.assertAvailable('python'),
    isFault('NOT_IMPLEMENTED', /bubblewrap.*not installed/),
  )
  await assert.rejects(runner.assertAvailable('bash'), isFault('NOT_IMPLEMENTED', /WINNOW_CODE_LANGUAGES/))
  await runner.assertAvailable('node')
})

test('the sandbox keeps programs in', async () => {
  if (!BUBBLEWRAP.some((path) => existsSync(path))) {
    return test.skip('bubblewrap is not installed: apt-get install bubblewrap')
  }
  await using ground = await openLiveGround({ '/': HOME })
  await using live = await ground.open('/')
  await using runner = openCodeRunner({ languages: ['python', 'bash'], log: createLog('silent', false) })
  const run = (language: 'python' | 'bash', code: string) =>
    runner.run({ code, language, timeoutMs: 20_000 }, live.remote, AbortSignal.timeout(60_000))
  assert.equal((await run('python', 'page.title()')).result, 'Home')
  assert.equal((await run('bash', 'page title')).stdout, 'Home\n')
  const reach = `import socket; socket.create_connection(("127.0.0.1", ${new URL(ground.url).port}), 2)`
  assert.equal((await run('python', reach)).exitCode, 1)
  assert.equal((await run('bash', 'cat /etc/passwd')).stdout, '')
  assert.notEqual((await run('bash', 'touch /usr/x')).exitCode, 0)
  assert.equal((await run('bash', 'ls -d /proc/[0-9]* | wc -l')).stdout.trim().length, 1)
})
