/** How likely something is as log-odds, so that odds can be added; the inverse of `sigmoid`. Never infinite. */
export function logOdds(likely: number): number {
  const bounded = Math.min(1 - CERTAIN, Math.max(CERTAIN, likely))
  return Math.log(bounded / (1 - bounded))
}

const CERTAIN = 1e-5
