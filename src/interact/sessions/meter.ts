import type { LiveWish } from '../../browser/browser.ts'

type Screen = NonNullable<LiveWish['visit']['screen']>

/** What asking about the pages of a session costs, and who sees to it that it is held. */
export interface Meter {
  /** What the browser of the session asks. */
  screen: Screen
  credits(): number
  /**
   * From now on no page is opened before what asking about it has cost is held; who cannot pay for it is not asked for
   * another one either.
   */
  payWith(hold: () => Promise<void>): void
}

/** Until somebody pays, asking is counted only: whoever opens the session holds that with its first minute. */
export function createMeter(screen: Screen): Meter {
  let hold = async () => {}
  let paidCredits = 0

  async function pay(): Promise<void> {
    const owed = screen.credits()
    if (owed <= paidCredits) return
    await hold()
    paidCredits = Math.max(paidCredits, owed)
  }

  return {
    credits: () => screen.credits(),
    payWith: (given) => void (hold = given),
    screen: {
      ...screen,
      async admit(url, signal) {
        await pay()
        try {
          await screen.admit(url, signal)
        } finally {
          await pay()
        }
      },
    },
  }
}
