import type { OpenLiveBrowser } from '../browser/browser.ts'
import { createRunPrompt, createSessions, openCodeRunner } from '../interact/interact.ts'
import type { CodeRunner, Sessions } from '../interact/interact.ts'
import { createBrowserSessions, createRecordings } from '../store/store.ts'
import type { Ground } from './ground.ts'
import type { Scraping } from './scrape.ts'

export function openInteracting(
  { config, log, open, store, processId, ledger, takeSlot, model, blobs }: Ground,
  { answerFrom, profiles }: Scraping,
  openLiveBrowser: OpenLiveBrowser,
): { sessions: Sessions; assertLanguage: CodeRunner['assertAvailable'] } {
  const programs = open.use(openCodeRunner({ languages: config.WINNOW_CODE_LANGUAGES, log }))
  const sessions = open.use(
    createSessions({
      ledger,
      takeSlot,
      openLiveBrowser,
      profiles,
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
      maxSessions: config.WINNOW_BROWSER_SESSIONS,
      log,
    }),
  )
  return { sessions, assertLanguage: programs.assertAvailable }
}
