import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { openCodeRunner, createPythonImage } from '../../src/interact/code/open-code-runner.ts'
import { startInterpreter, startProgram } from '../../src/interact/code/program-process.ts'
import type { ProgramProcess } from '../../src/interact/code/program-process.ts'
import { BUBBLEWRAP, RUNTIME } from '../../src/interact/code/sandbox/find-sandbox.ts'
import { serveProgram } from '../../src/interact/code/serve-program.ts'
import { createLog } from '../../src/log.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

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

type Start = (language: 'python' | 'bash') => ProgramProcess

/** Python and Bash of the system, without the sandbox around them: the programs are our own. */
const ofSystem: Start = (language) => startProgram(PYTHON, ['-I', RUNTIME, language], undefined)
const ofPackages: Start = (language) =>
  startInterpreter(language, undefined, language === 'python' ? image.descriptor() : undefined)

/** What Python begins with once it is made: to begin without takes it seconds. */
let image: ReturnType<typeof createPythonImage>
before(async () => {
  image = createPythonImage(() => startInterpreter('python', undefined, 'make'), createLog('silent', false))
  image.prepare()
  await waitUntil(() => image.descriptor() !== undefined)
})
after(() => image[Symbol.asyncDispose]())

const IMPLEMENTATIONS: [string, Start][] = [
  ['the system', ofSystem],
  ['the packages', ofPackages],
]

for (const [name, start] of IMPLEMENTATIONS) {
  test(`programs in Python and Bash of ${name} use the page`, async () => {
    if (start === ofSystem && !existsSync(PYTHON)) {
      return test.skip('Python is not installed: apt-get install python3')
    }
    await using ground = await openLiveFixture({ '/': HOME })
    await using live = await ground.open('/')
    const run = async (language: 'python' | 'bash', code: string) =>
      await serveProgram(
        start(language),
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
}

test('programs in Python that begin with the same image are not the same by chance', async () => {
  await using ground = await openLiveFixture({ '/': HOME })
  await using live = await ground.open('/')
  const run = () =>
    serveProgram(
      ofPackages('python'),
      'import random, os\nrandom.random()',
      { timeoutMs: 30_000, memoryMb: 500 },
      live.remote,
      AbortSignal.timeout(60_000),
    )
  const [one, other] = await Promise.all([run(), run()])
  assert.notEqual(one.result, other.result)
})

/** Each prints what it reached. */
const PYTHON_ATTEMPTS = `
from pyodide.ffi import to_js
import pyodide_js
Function = to_js([]).constructor.constructor
Module = pyodide_js._module
attempts = {
    "a file": lambda: open("/etc/passwd").read(),
    "a file through Node": lambda: pyodide_js.mountNodeFS("/tmp/host", "/") or open("/tmp/host/etc/passwd").read(),
    "a global of JavaScript": lambda: __import__("js").process,
    "fetch": lambda: __import__("js").fetch,
    "code of JavaScript": lambda: __import__("pyodide.code").code.run_js("1"),
    "a function of JavaScript": lambda: Function.new("return process")(),
    "a socket": lambda: __import__("socket").create_connection(("127.0.0.1", PORT), 2),
    "a socket of Node": lambda: pyodide_js.useNodeSockFS().then(lambda _: print("REACHED")) and None,
    "a request": lambda: __import__("urllib.request").request.urlopen("http://127.0.0.1:PORT/reached").read(),
    "a package": lambda: pyodide_js.loadPackage("http://127.0.0.1:PORT/reached.whl") and None,
    "a process": lambda: __import__("subprocess").run(["ls"]),
    "a process through Node": lambda: Module.require("child_process").execSync("ls"),
    "a signal": lambda: __import__("os").kill(PARENT, 9),
}
for name, attempt in attempts.items():
    try:
        value = attempt()
        if value is not None:
            print("REACHED", name, value)
    except Exception as failure:
        print(name + ":", type(failure).__name__)
print("environment:", dict(__import__("os").environ).get("PATH"))
`

const BASH_ATTEMPTS = `
cat /etc/passwd && echo REACHED a file
curl -s http://127.0.0.1:PORT/reached && echo REACHED the network
printf 'GET /reached HTTP/1.0\\r\\n\\r\\n' > /dev/tcp/127.0.0.1/PORT
kill -9 PARENT && echo REACHED a process
python3 -c 'print("REACHED python")'
node -e 'console.log("REACHED node")'
js-exec 'console.log("REACHED JavaScript")'
ls /proc/PARENT && echo REACHED the service
echo "$PATH $HOME"
`

test('Python and Bash of the packages reach neither files, network, processes nor the service', async () => {
  await using ground = await openLiveFixture({ '/': HOME })
  await using live = await ground.open('/')
  const asked = ground.requests.length
  const attempt = (text: string) =>
    text.replaceAll('PORT', new URL(ground.url).port).replaceAll('PARENT', String(process.pid))
  const run = async (language: 'python' | 'bash', code: string) =>
    await serveProgram(
      ofPackages(language),
      attempt(code),
      { timeoutMs: 30_000, memoryMb: 500 },
      live.remote,
      AbortSignal.timeout(60_000),
    )
  const python = await run('python', PYTHON_ATTEMPTS)
  assert.doesNotMatch(python.stdout, /REACHED/)
  assert.equal(python.stdout.match(/^a .*: \w+$/gm)?.length, 9, python.stdout + python.stderr)
  const bash = await run('bash', BASH_ATTEMPTS)
  assert.doesNotMatch(bash.stdout, /REACHED/)
  assert.equal(ground.requests.length, asked)
})

test('the sandbox keeps programs in', async () => {
  if (!BUBBLEWRAP.some((path) => existsSync(path))) {
    return test.skip('bubblewrap is not installed: apt-get install bubblewrap')
  }
  await using ground = await openLiveFixture({ '/': HOME })
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
