import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { Fault } from '../fault.ts'
import { startHttp } from '../http/http.ts'
import type { HttpNeeds } from '../http/http.ts'
import type { Log } from '../log.ts'

/** Detects an unusable port before a data directory or a database is created. */
export async function checkAddress({ HOST, PORT, WINNOW_ROLE }: Config): Promise<void> {
  if (WINNOW_ROLE === 'worker') return
  const server = createServer()
  try {
    await once(server.listen({ host: HOST, port: PORT }), 'listening')
  } catch (failure) {
    throw toListenFault(failure, { host: HOST, port: PORT })
  }
  server.close()
  await once(server, 'close')
}

/** A worker's port only serves probes, so it also works if the port is in use. */
export async function startListening(role: Config['WINNOW_ROLE'], log: Log, needs: HttpNeeds) {
  try {
    return await startHttp(needs)
  } catch (failure) {
    const fault = toListenFault(failure, needs)
    if (role !== 'worker' || !(fault instanceof Fault)) throw fault
    log.warn(`${fault.message} Until then this worker does not respond to probes.`)
    return undefined
  }
}

/** Converts a failure to listen into a fault that names the setting. Other failures stay unchanged. */
function toListenFault(failure: unknown, { host, port }: Pick<HttpNeeds, 'host' | 'port'>): unknown {
  const problems: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is already in use on ${host}. Stop the other program, or set PORT to another port.`,
    EACCES: `PORT: this user may not listen on ${port}. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an IP address of this machine.`,
    ENOTFOUND: `HOST: cannot resolve ${host}.`,
    EAI_AGAIN: `HOST: cannot resolve ${host}.`,
  }
  const problem = problems[(failure as NodeJS.ErrnoException).code ?? '']
  return problem === undefined ? failure : new Fault('UNAVAILABLE', problem, { cause: failure })
}
