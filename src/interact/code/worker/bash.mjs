import { Bash, defineCommand } from 'just-bash/browser'
/**
 * Each command with its arguments and the method of the page that it calls. The default method has the
 * command's name.
 */
import COMMANDS from './page-commands.json' with { type: 'json' }
import { read, say } from './parent.mjs'
import { seal } from './seal.mjs'

// A process that runs one Bash program. The shell, its commands and its files are JavaScript in memory.
// `page` is a command that calls the service, as `page.py` does for the system's Bash.

/** The service limits time and memory by killing this process. All other limits are disabled. */
const UNLIMITED = 1_000_000_000
const LIMITS = {
  maxCommandCount: UNLIMITED,
  maxLoopIterations: UNLIMITED,
  maxAwkIterations: UNLIMITED,
  maxSedIterations: UNLIMITED,
  maxJqIterations: UNLIMITED,
  maxWorkUnits: UNLIMITED,
  maxCallDepth: 500,
  maxOutputSize: 16 * 1024 * 1024,
  maxFileSystemBytes: 64 * 1024 * 1024,
}

const FUNCTION = /^\s*(async\s+)?(function\b|\([^)]*\)\s*=>|[\w$]+\s*=>)/

let pieces = Buffer.alloc(0)
let calls = 0

function hear() {
  const chunk = Buffer.alloc(64 * 1024)
  let end = pieces.indexOf(10)
  for (let from = 0; end < 0; end = pieces.indexOf(10, from)) {
    from = pieces.length
    const size = read(chunk)
    if (size === 0) throw new Error('The connection to the service was lost.')
    pieces = Buffer.concat([pieces, chunk.subarray(0, size)])
  }
  const line = pieces.subarray(0, end).toString()
  pieces = pieces.subarray(end + 1)
  return JSON.parse(line)
}

function ask(object, method, args) {
  const id = ++calls
  say({ say: 'call', id, question: { object, chain: [], method, args } })
  for (;;) {
    const answer = hear()
    if (answer.id !== id) continue
    if (answer.state === 'failed') throw new Error(answer.message)
    return answer.value
  }
}

function pageCommand(page) {
  return defineCommand('page', async ([name = '', ...args]) => {
    try {
      return { stdout: pageSays(page, name, args), stderr: '', exitCode: 0 }
    } catch (failure) {
      return { stdout: '', stderr: `${failure.message}\n`, exitCode: 1 }
    }
  })
}

function pageSays(page, name, args) {
  if (!Object.hasOwn(COMMANDS, name))
    throw new Error(`There is no \`page ${name}\`. The commands are:\n${USAGE}`)
  const { method = name, given = args, isSilent } = COMMANDS[name]
  const value = ask(page, method, method === 'evaluate' ? given.map(script) : given)
  const said = isSilent ? undefined : plain(value)
  if (said === undefined || said === null) return ''
  return `${typeof said === 'string' ? said : JSON.stringify(said)}\n`
}

const USAGE = Object.entries(COMMANDS)
  .map(([name, { takes }]) => `page ${name} ${takes}`.trimEnd())
  .join('\n')

function script(source) {
  return FUNCTION.test(source) ? { $: 'function', source } : source
}

/** A value of the page as plain data; undefined for an object of the page. */
function plain(value) {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(plain)
  if (value.$ === 'bytes') return value.base64
  if (value.$ === 'map') return Object.fromEntries(value.entries.map(([key, item]) => [key, plain(item)]))
  if (value.$ !== 'plain') return value.text ?? value.href ?? value.message ?? value.source ?? value.ms
  return Object.fromEntries(Object.entries(value.value).map(([key, item]) => [key, plain(item)]))
}

seal()
say({ say: 'ready' })
const { code, roots } = hear()
const bash = new Bash({ executionLimits: LIMITS, customCommands: [pageCommand(roots.page)], cwd: '/tmp' })
const { stdout, stderr, exitCode } = await bash.exec(code, { rawScript: true })
say({ say: 'print', stream: 'stdout', text: stdout })
say({ say: 'print', stream: 'stderr', text: stderr })
const [complaint = ''] = stderr.trimEnd().split('\n').slice(-1)
const error = `The program ended with ${exitCode}. ${complaint}`.trimEnd()
say({ say: 'done', exitCode, ...(exitCode !== 0 && { error }) })
