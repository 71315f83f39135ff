import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { Fault } from '../fault.ts'
import { startHttp } from '../http/http.ts'
import type { HttpNeeds } from '../http/http.ts'
import type { Log } from '../log.ts'

/** Says that nothing can listen there before a data directory is made or a database is started for it. */
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

/** A worker's port serves only probes, so a taken one is no reason not to work. */
export async function startListening(role: Config['WINNOW_ROLE'], log: Log, needs: HttpNeeds) {
  try {
    return await startHttp(needs)
  } catch (failure) {
    const fault = toListenFault(failure, needs)
    if (role !== 'worker' || !(fault instanceof Fault)) throw fault
    log.warn(`${fault.message} Until then this worker answers no probes.`)
    return undefined
  }
}

/** What a setting that cannot be listened on makes of a failure; anything else is given back as it is. */
function toListenFault(failure: unknown, { host, port }: Pick<HttpNeeds, 'host' | 'port'>): unknown {
  const problems: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is in use on ${host}. Stop what uses it, or set PORT to another.`,
    EACCES: `PORT: ${port} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} cannot be resolved.`,
    EAI_AGAIN: `HOST: ${host} cannot be resolved.`,
  }
  const problem = problems[(failure as NodeJS.ErrnoException).code ?? '']
  return problem === undefined ? failure : new Fault('UNAVAILABLE', problem, { cause: failure })
}
