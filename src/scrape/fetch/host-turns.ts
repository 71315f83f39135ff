/** Lets a bounded number of fetches from one host run at once in this process, first come first served. */
export type TakeHostTurn = (hostname: string, signal: AbortSignal) => Promise<Disposable>

interface Host {
  running: number
  waiting: (() => void)[]
}

export function createHostTurns(most: number): TakeHostTurn {
  const hosts = new Map<string, Host>()

  return async (hostname, signal) => {
    signal.throwIfAborted()
    const host = hosts.get(hostname) ?? { running: 0, waiting: [] }
    hosts.set(hostname, host)
    if (host.running >= most) await turn(host, signal)
    else host.running++
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        // The turn goes to the next in line without being counted down in between, so nobody can slip in.
        const next = host.waiting.shift()
        if (next) return next()
        host.running--
        if (host.running === 0) hosts.delete(hostname)
      },
    }
  }
}

function turn({ waiting }: Host, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(signal.reason as Error)
    }
    waiting.push(take)
    signal.addEventListener('abort', leave, { once: true })
  })
}
