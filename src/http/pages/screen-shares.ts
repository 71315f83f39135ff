import type { RequestScreen } from '../server/screen-for.ts'

/**
 * Lets several pages use one screen, each with an account of its own. What is asked about is paid for once, by whichever
 * page comes back first from asking; together they pay exactly what the screen has cost from now on.
 */
export function createScreenShares(screen: RequestScreen): () => RequestScreen {
  let sharedOut = screen.credits()
  return () => {
    let own = 0
    return {
      ...screen,
      credits: () => own,
      async admit(url, signal) {
        try {
          await screen.admit(url, signal)
        } finally {
          own += screen.credits() - sharedOut
          sharedOut = screen.credits()
        }
      },
    }
  }
}
