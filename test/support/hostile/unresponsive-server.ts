import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

/**
 * Opens a port of 127.0.0.1 where nobody answers a connection attempt, neither with yes nor with no: a thread listens
 * and then blocks, and its queue of two connections is full.
 */
export async function startUnresponsiveServer(): Promise<{ port: number } & AsyncDisposable> {
  const worker = new Worker(LISTEN_AND_BLOCK, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  const queued = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all(queued.map((socket) => once(socket, 'connect')))
  for (const socket of queued) socket.on('error', () => {})
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of queued) socket.destroy()
      await worker.terminate()
    },
  }
}

const LISTEN_AND_BLOCK = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`
