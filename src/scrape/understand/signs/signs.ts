import type { SourceResponse, Page } from '../../../content/parse/page.ts'
import { challengeOf } from './challenge.ts'
import { evidenceOf } from './evidence.ts'
import { isShell } from './shell.ts'
import type { ContentEstimate } from './shell.ts'

export interface Signs {
  /** Whether the page proves to need a browser: what it shows is put there by scripts, a refresh or frames. */
  shell: boolean
  /** Who stands between us and the page, when the answer is a bot challenge or a refusal of one. */
  challenge: string | undefined
}

/** Told from the page and its answer alone; what its content is, is asked only in doubt. */
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

/** No challenge has so many letters to read. */
const MUCH_CONTENT = 5000
