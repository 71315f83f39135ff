/** Counts how often something happened within a window; gives the place in it, beginning at 1. */
export type CountIn = (key: string, windowSeconds: number) => Promise<{ place: number; secondsLeft: number }>
