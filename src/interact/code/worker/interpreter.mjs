import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { decode, encode, parseUrl, useQuery } from './texts.mjs'

/**
 * The memory limit of a program. The interpreter enforces it, and its WebAssembly memory cannot grow further.
 */
const MEMORY_BYTES = 64 * 1024 * 1024
const STACK_BYTES = 256 * 1024
const PAGE_BYTES = 64 * 1024
const FIRST_PAGES = 256
const MOST_PAGES = (MEMORY_BYTES * 1.5) / PAGE_BYTES

/** Allows top-level `await`; the value is that of the last statement. */
const ASYNC = 1 << 7

/** The file name of the program in stack traces; the same as in `guest/host.ts`. */
const PROGRAM = 'program.js'

/**
 * The interpreter contains only `modules` (the files of the folder `guest` by name) and `send`, which takes
 * JSON.
 */
export async function createInterpreter(modules, send) {
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES })
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickJs.newRuntime({ maxStackSizeBytes: STACK_BYTES, memoryLimitBytes: MEMORY_BYTES })
  runtime.setModuleLoader(
    (name) => modules[name],
    (_from, name) => name.replace('./', ''),
  )
  const vm = runtime.newContext()
  const main = vm.unwrapResult(vm.evalCode(modules['main.ts'], 'main.ts', { type: 'module' }))
  const fire = (timer) => call('fire', vm.newNumber(timer))
  const host = hostFor(vm, send, fire)
  const inside = vm.unwrapResult(vm.callFunction(vm.getProp(main, 'install'), vm.undefined, host))
  // From here on only programs load modules, and they must not reach even the loaded ones by name.
  runtime.setModuleLoader(
    () => ({ error: new Error('Modules are not available; `page` and `context` are already open.') }),
    (_from, name) => `program:${name}`,
  )

  /** Runs all pending jobs before it returns. */
  function call(name, ...args) {
    vm.unwrapResult(vm.callFunction(vm.getProp(inside, name), inside, ...args)).dispose()
    for (const arg of args) arg.dispose()
    runJobs(runtime)
    vm.unwrapResult(vm.callFunction(vm.getProp(inside, 'settle'), inside)).dispose()
    runJobs(runtime)
  }

  return {
    begin: (json) => call('begin', vm.newString(json)),
    hear: (json) => call('hear', vm.newString(json)),
    run(code) {
      const { program, isScript } = compile(vm, code)
      call('finish', program, isScript ? vm.true : vm.false)
    },
  }
}

function compile(vm, code) {
  const script = vm.evalCode(code, PROGRAM, ASYNC)
  if (!script.error) return { program: script.value, isScript: true }
  // On the first line, so that line numbers match the caller's code.
  const body = vm.evalCode(`(async () => {${code}\n})()`, PROGRAM)
  if (!body.error) return { program: body.value, isScript: false }
  const rejected = vm.newPromise()
  rejected.reject(script.error)
  return { program: rejected.handle, isScript: false }
}

function runJobs(runtime) {
  runtime.executePendingJobs().error?.dispose()
}

function hostFor(vm, send, fire) {
  const host = vm.newObject()
  const define = (name, run) => vm.setProp(host, name, vm.newFunction(name, run))
  define('send', (message) => send(vm.getString(message)))
  define('schedule', (timer, milliseconds) => {
    const number = vm.getNumber(timer)
    setTimeout(() => fire(number), vm.getNumber(milliseconds))
  })
  define('encode', (bytes, encoding) => {
    const copy = vm.getArrayBuffer(bytes)
    const text = encode(copy.value, vm.getString(encoding))
    copy.dispose()
    return vm.newString(text)
  })
  define('decode', (text, encoding) => vm.newArrayBuffer(decode(vm.getString(text), vm.getString(encoding))))
  for (const run of [parseUrl, useQuery]) {
    define(run.name, (...texts) => vm.newString(run(...texts.map((text) => vm.getString(text)))))
  }
  return host
}
