/** Time, as sessions need it. */
export interface Clock {
  /** Milliseconds that only ever grow. */
  now(): number
  after(milliseconds: number, act: () => void): Disposable
}

/** The time of this process; what waits does not keep it running. */
export const processClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds).unref()
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}
