import { z } from 'zod'

/** Regular expressions over paths. That they are valid is checked here; running them safely is the crawl's business. */
export const PathPatterns = z
  .array(z.string().min(1).max(1000).refine(isPattern, 'must be a valid regular expression'))
  .max(100)
export type PathPatterns = z.output<typeof PathPatterns>

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
