import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { permissionFlags } from '../program-process.ts'

/** What a hostile program tries that got hold of all of JavaScript, even of modules loaded before the seal. */
const HOSTILE = `
import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import tls from 'node:tls'
import workerThreads from 'node:worker_threads'
import { seal } from '${new URL('./seal.mjs', import.meta.url).href}'
const own = process
const { fetch, WebSocket } = globalThis
const print = (text) => fs.writeSync(1, text + '\\n')
const url = 'http://127.0.0.1:PORT'
seal()
const attempts = {
  'a file': () => fs.readFileSync('/etc/passwd'),
  'a file to write': () => fs.writeFileSync('/tmp/reached-by-a-program', ''),
  'a process': () => childProcess.spawn('ls'),
  'a process that waits': () => childProcess.execSync('ls'),
  'another program in place of this': () => own.execve('/bin/ls', []),
  'a thread': () => new workerThreads.Worker('1', { eval: true }),
  'a socket': () => net.connect(PORT, '127.0.0.1'),
  'a socket by its class': () => new net.Socket().connect(PORT, '127.0.0.1'),
  'a socket with TLS': () => tls.connect(PORT, '127.0.0.1'),
  'a server': () => new net.Server().listen(0),
  'a datagram': () => dgram.createSocket('udp4').send('x', PORT, '127.0.0.1'),
  'a name': () => dns.lookup('localhost', () => {}),
  'a request': () => new Promise((resolve, reject) => http.get(url, resolve).on('error', reject)),
  'fetch': () => fetch(url),
  'a WebSocket': () => new Promise((resolve, reject) => Object.assign(new WebSocket(url), { onerror: reject, onopen: resolve })),
  'a module': () => import('node:net'),
  'a module of the process': () => own.getBuiltinModule('net'),
  'what is built in': () => own.binding('tcp_wrap'),
  'native code': () => own.dlopen({ exports: {} }, '/lib/x.node'),
  'a signal': () => own.kill(own.ppid, 0),
  'code from text': () => (0, eval)('1'),
  'a function from text': () => new Function('1'),
  'the globals of Node': () => process.version,
}
for (const [name, attempt] of Object.entries(attempts)) {
  try { await attempt(); print('reached ' + name) } catch { print('refused ' + name) }
}
`

test('a sealed process has no files, processes, network or signals, whatever the program holds', async () => {
  let reached = 0
  const server = createServer((socket) => {
    reached += 1
    socket.on('error', () => {}).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const code = HOSTILE.replaceAll('PORT', String((server.address() as AddressInfo).port))
  const args = [...permissionFlags(), '--input-type=module', '-e', code]
  const { stdout } = await promisify(execFile)(process.execPath, args).finally(() => server.close())
  const lines = stdout.trim().split('\n')
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('refused ')),
    [],
  )
  assert.equal(lines.length, 23)
  assert.equal(reached, 0)
})
