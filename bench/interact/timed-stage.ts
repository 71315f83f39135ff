import type { Stage } from '../../src/browser/browser.ts'

/** A stage that counts how long its deeds take: what remains of an instruction is looking and thinking. */
export function timedStage(stage: Stage): { stage: Stage; deedsMs(): number } {
  let deedsMs = 0
  return {
    deedsMs: () => deedsMs,
    stage: {
      ...stage,
      async act(deed, signal) {
        const since = performance.now()
        try {
          await stage.act(deed, signal)
        } finally {
          deedsMs += performance.now() - since
        }
      },
    },
  }
}
