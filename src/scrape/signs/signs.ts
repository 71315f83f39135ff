import type { Answer, Page } from '../parse/page.ts'
import { challengeOf } from './challenge.ts'
import { evidenceOf } from './evidence.ts'
import { isShell } from './shell.ts'

/** What a page gives away about how it came to be. */
export interface Signs {
  /** Whether the page proves to need a browser: what it shows is put there by scripts, a refresh or frames. */
  shell: boolean
  /** Who stands between us and the page, when the answer is a bot challenge or a refusal of one. */
  challenge: string | undefined
}

/** Told from the page and its answer alone; how much content there is expected to be is asked only in doubt. */
export function signsOf(page: Page, answer: Answer | undefined, expectedChars: () => number): Signs {
  const evidence = evidenceOf(page, answer)
  return { shell: isShell(evidence, expectedChars), challenge: challengeOf(evidence) }
}
