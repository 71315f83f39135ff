export type Hear = (...values: unknown[]) => unknown

interface Hearing {
  listener: number
  hears: { hear: Hear; isOnce: boolean }[]
}

interface Ear {
  listen(object: number, event: string, listener: number): void
  unlisten(object: number, listener: number): void
  /** A function of the program failed that nobody waits for. */
  fail(failure: unknown): void
}

export type Events = ReturnType<typeof createEvents>

export function createEvents(ear: Ear) {
  const byObject = new Map<number, Map<string, Hearing>>()
  const byListener = new Map<number, Hear>()
  let last = 0

  /** A number for whatever else calls back, such as a route. */
  function register(hear: Hear): number {
    last += 1
    byListener.set(last, hear)
    return last
  }

  function dispatch(listener: number, values: unknown[]): void {
    try {
      const result = byListener.get(listener)?.(...values)
      if (result instanceof Promise) result.catch((failure: unknown) => ear.fail(failure))
    } catch (failure) {
      ear.fail(failure)
    }
  }

  function begin(object: number, event: string): Hearing {
    const hearing: Hearing = { listener: 0, hears: [] }
    hearing.listener = register((...values) => {
      for (const one of hearing.hears) {
        if (one.isOnce) remove(object, event, one.hear)
        const listener = register(one.hear)
        dispatch(listener, values)
        byListener.delete(listener)
      }
    })
    ear.listen(object, event, hearing.listener)
    return hearing
  }

  function remove(object: number, event: string | undefined, hear: Hear | undefined): void {
    const hearings = byObject.get(object)
    for (const [name, hearing] of hearings ?? []) {
      if (event !== undefined && name !== event) continue
      hearing.hears = hear ? hearing.hears.filter((one) => one.hear !== hear) : []
      if (hearing.hears.length > 0) continue
      hearings!.delete(name)
      byListener.delete(hearing.listener)
      ear.unlisten(object, hearing.listener)
    }
  }

  return {
    add(object: number, event: string, hear: Hear, isOnce: boolean): void {
      if (typeof hear !== 'function') throw new TypeError('A listener must be a function.')
      const hearings = byObject.get(object) ?? new Map<string, Hearing>()
      byObject.set(object, hearings)
      const hearing = hearings.get(event) ?? begin(object, event)
      hearings.set(event, hearing)
      // Never changed in place: it may be gone through just now.
      hearing.hears = [...hearing.hears, { hear, isOnce }]
    },
    remove,
    register,
    unregister: (listener: number) => void byListener.delete(listener),
    dispatch,
  }
}
