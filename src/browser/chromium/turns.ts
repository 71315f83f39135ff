/** Permission for one; disposing of it lets the next one in. */
type Turn = Disposable

/** Lets in so many at once; whoever has to wait is let in first come, first served. */
export interface Turns {
  take(signal: AbortSignal): Promise<Turn>
  taken(): number
  waiting(): number
}

/** Turns within this process. */
export function createTurns(most: number): Turns {
  let taken = 0
  const queue = new Set<() => void>()

  function turn(): Turn {
    let given = false
    return {
      [Symbol.dispose]() {
        if (given) return
        given = true
        const [next] = queue
        // The place is handed over, not freed: nobody who came later gets in between.
        if (next) next()
        else taken -= 1
      },
    }
  }

  return {
    taken: () => taken,
    waiting: () => queue.size,
    async take(signal) {
      signal.throwIfAborted()
      if (taken < most) {
        taken += 1
        return turn()
      }
      return await new Promise<Turn>((resolve, reject) => {
        const enter = () => {
          leave()
          resolve(turn())
        }
        const giveUp = () => {
          leave()
          reject(signal.reason as Error)
        }
        const leave = () => {
          queue.delete(enter)
          signal.removeEventListener('abort', giveUp)
        }
        queue.add(enter)
        signal.addEventListener('abort', giveUp)
      })
    },
  }
}
