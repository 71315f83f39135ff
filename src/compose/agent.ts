import { createMakeMind, startAgentRunner } from '../agent/agent.ts'
import { creditsOfFailure } from '../scrape/admit/admit.ts'
import type { SearchPages } from '../search/search.ts'
import { createAgentQueue, createAgentTasks } from '../store/store.ts'
import { createHands } from './agent-hands.ts'
import type { Ground } from './ground.ts'
import type { Scraping } from './scrape.ts'

/** How many tasks of agents one process works on; most of their time is waiting for pages. */
const AGENT_TASKS = 32

/** Tasks of agents; a process that runs work also works on them. */
export async function openAgents(
  ground: Ground,
  scraping: Scraping,
  { searchPages }: { searchPages: SearchPages },
) {
  const { config, log, open, store, processId, seals } = ground
  const { credentials } = seals
  if (config.WINNOW_ROLE !== 'api') {
    open.use(
      await startAgentRunner({
        queue: createAgentQueue(store.database, { processId, credentials }),
        makeMind: createMakeMind(
          { mini: ground.model, pro: scraping.proModel },
          { log, mostTokens: config.WINNOW_LLM_MAX_TOKENS, prices: config.WINNOW_LLM_PRICES },
        ),
        hands: createHands({ ...scraping, searchPages, takeSlot: ground.takeSlot }),
        creditsOfFailure,
        openScreen: ground.openScreen,
        lease: ground.lease,
        most: AGENT_TASKS,
        isPaused: store.disk.isFull,
        log,
      }),
    )
  }
  return { agentTasks: createAgentTasks(store.database, { targetSeal: seals.webhookTargets, credentials }) }
}
