import { loadavg } from 'node:os'
import { benchAccess } from './access.ts'
import { benchAgent } from './agent/agent.ts'
import { benchClient } from './client.ts'
import { benchContent, benchTraining } from './content/content.ts'
import { benchCrawl } from './crawl/crawl.ts'
import { benchDocuments } from './documents/documents.ts'
import { benchEveryday } from './everyday/everyday.ts'
import { benchExtract } from './extract/extract.ts'
import { benchFairness } from './fairness.ts'
import { benchFetch } from './fetch.ts'
import { benchGround } from './ground.ts'
import { benchHostedMcp } from './hosted-mcp.ts'
import { benchInteract } from './interact/interact.ts'
import { benchMcp } from './mcp.ts'
import { benchOAuth } from './oauth.ts'
import { benchSearch } from './search/search.ts'
import { benchSsrf } from './ssrf.ts'

/** The measurements, by name. They print; they assert nothing, because machines differ and are noisy. */
const BENCHES: Record<string, (...words: string[]) => Promise<void>> = {
  ground: benchGround,
  access: benchAccess,
  fetch: benchFetch,
  fairness: benchFairness,
  ssrf: benchSsrf,
  client: benchClient,
  crawl: benchCrawl,
  content: benchContent,
  documents: benchDocuments,
  extract: benchExtract,
  everyday: benchEveryday,
  search: benchSearch,
  agent: benchAgent,
  interact: benchInteract,
  mcp: benchMcp,
  'hosted-mcp': benchHostedMcp,
  oauth: benchOAuth,
  train: benchTraining,
}

const [name = '', ...words] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench === undefined) {
  console.error(`Usage: npm run bench <${Object.keys(BENCHES).join(' | ')}>`)
  process.exitCode = 2
} else {
  console.log(
    `load average before: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  )
  await bench(...words)
  console.log(
    `load average after: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  )
}
