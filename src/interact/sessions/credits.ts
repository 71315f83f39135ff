export const MINUTE_MS = 60_000

/** What a started minute of a browser costs. One prompt makes all minutes of its session such minutes. */
const PER_MINUTE = { code: 2, prompt: 7 }

/** What a session costs that has lived so long; at least a minute. */
export function creditsOf(durationMs: number, usedPrompt: boolean): number {
  const minutes = Math.max(1, Math.ceil(durationMs / MINUTE_MS))
  return minutes * (usedPrompt ? PER_MINUTE.prompt : PER_MINUTE.code)
}
