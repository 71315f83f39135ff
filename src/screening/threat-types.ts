/** Google's lists, as scores. What is on a list that is not known here is dangerous all the same. */
const SCORES: Record<string, number> = {
  MALWARE: 100,
  SOCIAL_ENGINEERING: 100,
  UNWANTED_SOFTWARE: 80,
  POTENTIALLY_HARMFUL_APPLICATION: 80,
}
const OTHER_SCORE = 80

export function scoreOfThreats(threatTypes: readonly string[]): number {
  return Math.max(0, ...threatTypes.map((type) => SCORES[type] ?? OTHER_SCORE))
}
