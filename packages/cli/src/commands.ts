import { agent } from './commands/agent.ts'
import { batch } from './commands/batch.ts'
import { browserCommands } from './commands/browser.ts'
import { completionOf } from './commands/completion.ts'
import { crawl, download } from './commands/crawl.ts'
import { doctor } from './commands/doctor.ts'
import { extract } from './commands/extract.ts'
import { interact, stopInteract } from './commands/interact.ts'
import { map } from './commands/map.ts'
import { monitorCommands } from './commands/monitor.ts'
import { parse } from './commands/parse.ts'
import { scrape } from './commands/scrape.ts'
import { search } from './commands/search.ts'
import { serviceCommands } from './commands/service.ts'
import { config, login, logout } from './commands/settings.ts'
import { usage } from './commands/usage.ts'
import { version } from './commands/version.ts'
import type { Command } from './command.ts'

/** All commands by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  scrape,
  crawl,
  download,
  batch,
  map,
  search,
  parse,
  agent,
  extract,
  interact,
  'interact stop': stopInteract,
  ...browserCommands,
  ...monitorCommands,
  usage,
  login,
  logout,
  config,
  doctor,
  ...serviceCommands,
  completion: completionOf(() => COMMANDS),
  version,
}

/** Command names of other clients of this API. */
export const ALIASES: Readonly<Record<string, string>> = {
  'credit-usage': 'usage',
  'view-config': 'config',
}
