import type { Config } from './config.ts'
import { Fault } from './fault.ts'
import { startHttp } from './http/http.ts'
import type { HttpNeeds } from './http/http.ts'
import type { Log } from './log.ts'

/** A worker's port serves only probes, so a taken one is no reason not to work. */
export async function listenAs(role: Config['WINNOW_ROLE'], log: Log, needs: HttpNeeds) {
  try {
    return await startHttp(needs)
  } catch (failure) {
    const problem = listenProblem((failure as NodeJS.ErrnoException).code, needs)
    if (problem === undefined) throw failure
    if (role !== 'worker') throw new Fault('UNAVAILABLE', problem, { cause: failure })
    log.warn(`${problem} Until then this worker answers no probes.`)
    return undefined
  }
}

function listenProblem(code: string | undefined, { host, port }: HttpNeeds): string | undefined {
  const problems: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is in use on ${host}. Stop what uses it, or set PORT to another.`,
    EACCES: `PORT: ${port} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} cannot be resolved.`,
    EAI_AGAIN: `HOST: ${host} cannot be resolved.`,
  }
  return problems[code ?? '']
}
