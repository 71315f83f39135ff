import dgram from 'node:dgram'
import dns from 'node:dns'
import { registerHooks } from 'node:module'
import net from 'node:net'
import { runInNewContext } from 'node:vm'

/**
 * Removes all JavaScript of this process that could do harm. Python reaches it by design (`import js`), Bash
 * only through a defect of its interpreter. The Node permissions of the process deny files, processes,
 * threads and native code, but not the network and signals, so this function removes those.
 */
export function seal() {
  const intrinsics = runInNewContext('Object.getOwnPropertyNames(globalThis)')
  registerHooks({ resolve: refuse })
  for (const prototype of [net.Socket.prototype, net.Server.prototype, dgram.Socket.prototype]) {
    for (const method of ['connect', 'listen', 'bind', 'send']) forbid(prototype, method)
  }
  for (const owner of [
    net,
    dgram,
    dns,
    dns.promises,
    dns.Resolver.prototype,
    dns.promises.Resolver.prototype,
  ]) {
    for (const name of callableOf(owner)) forbid(owner, name)
  }
  for (const name of callableOf(process)) {
    if (!OF_PROCESS.has(name)) forbid(process, name)
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!intrinsics.includes(name) && !GLOBALS.has(name)) delete globalThis[name]
  }
  delete globalThis.console
}

/** Properties that Node itself uses. */
const OF_PROCESS = new Set(
  'nextTick _tickCallback _fatalException emitWarning exit reallyExit hrtime cwd'.split(' '),
)

/** Globals that the interpreters use while a program runs. */
const GLOBALS = new Set(
  `AbortController AbortSignal Buffer DOMException TextDecoder TextEncoder URL atob btoa clearImmediate clearTimeout
   crypto performance queueMicrotask setImmediate setTimeout`.split(/\s+/),
)

function callableOf(owner) {
  const all = Object.entries(Object.getOwnPropertyDescriptors(owner))
  const isCallable = ({ value, get, configurable }) => typeof (get ?? value) === 'function' && configurable
  return all.filter(([, property]) => isCallable(property)).map(([name]) => name)
}

function forbid(owner, name) {
  Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false })
}

function refuse() {
  throw new Error('Programs cannot do this.')
}
