export interface WaitingLine {
  enter(signal: AbortSignal): Promise<Disposable>
}

export function createWaitingLine(places: number): WaitingLine {
  let free = places
  const waiting = new Set<() => void>()

  function leave(): void {
    const [next] = waiting
    if (next === undefined) free++
    else next()
  }

  function takePlace(): Disposable {
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (isHeld) leave()
        isHeld = false
      },
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return takePlace()
      }
      return await new Promise<Disposable>((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(go)
          reject(signal.reason as Error)
        }
        // Whoever leaves hands his place on, so that nobody who comes later can take it first.
        const go = () => {
          waiting.delete(go)
          signal.removeEventListener('abort', giveUp)
          resolve(takePlace())
        }
        waiting.add(go)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
