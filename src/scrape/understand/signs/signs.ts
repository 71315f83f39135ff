import type { SourceResponse, Page } from '../../../content/parse/page.ts'
import { challengeOf } from './challenge.ts'
import { evidenceOf } from './evidence.ts'
import { isShell } from './shell.ts'
import type { ContentEstimate } from './shell.ts'

export interface Signs {
  /** Whether the page needs a browser: its content is loaded by scripts, a refresh or frames. */
  shell: boolean
  /** The vendor of the bot protection, when the response is a challenge or a refusal. */
  challenge: string | undefined
}

/** Decided by the page and its response alone; the main content is estimated only in doubt. */
export function signsOf(
  page: Page,
  response: SourceResponse | undefined,
  main: () => ContentEstimate,
): Signs {
  const evidence = evidenceOf(page, response)
  const challenge = challengeOf(evidence)
  const isChallenged = challenge !== undefined && main().expectedChars < MUCH_CONTENT
  return { shell: isShell(evidence, main), challenge: isChallenged ? challenge : undefined }
}

/** No challenge has so many letters. */
const MUCH_CONTENT = 5000
