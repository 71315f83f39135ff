import type { Ledger, TakeSlot } from '../access/access.ts'
import type { OpenLiveBrowser } from '../browser/browser.ts'
import type { Config } from '../config/config.ts'
import { createRunPrompt, createSessions, openCodeRunner } from '../interact/interact.ts'
import type { CodeRunner, Sessions } from '../interact/interact.ts'
import type { Model } from '../llm/llm.ts'
import type { Log } from '../log.ts'
import type { Blobs } from '../scrape/scrape.ts'
import type { openScraping } from './scrape.ts'
import { createBrowserSessions, createRecordings } from '../store/store.ts'
import type { Store } from '../store/store.ts'

interface InteractingNeeds extends Pick<Awaited<ReturnType<typeof openScraping>>, 'answerFrom' | 'profiles'> {
  store: Store
  processId: () => string
  ledger: Ledger
  takeSlot: TakeSlot
  openLiveBrowser: OpenLiveBrowser
  model: Model | undefined
  blobs: Blobs
}

/** Live browser sessions: what they are opened with, and what carries out words and programs in them. */
export function openInteracting(
  config: Config,
  log: Log,
  { store, processId, model, answerFrom, blobs, ...needs }: InteractingNeeds,
  open: AsyncDisposableStack,
): { sessions: Sessions; assertLanguage: CodeRunner['assertAvailable'] } {
  const programs = open.use(openCodeRunner({ languages: config.WINNOW_CODE_LANGUAGES, log }))
  const sessions = open.use(
    createSessions({
      ...needs,
      table: createBrowserSessions(store.database, { processId }),
      recordings: createRecordings(store.database, blobs),
      runPrompt: createRunPrompt({
        model,
        answerFrom,
        log,
        mostTokens: config.WINNOW_INTERACT_MAX_TOKENS,
        prices: config.WINNOW_LLM_PRICES,
      }),
      runCode: programs.run,
      most: config.WINNOW_BROWSER_SESSIONS,
      log,
    }),
  )
  return { sessions, assertLanguage: programs.assertAvailable }
}
