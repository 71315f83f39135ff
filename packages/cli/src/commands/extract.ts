import { readUrls } from '../read-urls.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Flags } from '../flag.ts'
import { WAIT_FLAGS } from '../job-flags.ts'
import { isJobId } from '../job-id.ts'
import { readJson } from '../read-json.ts'
import { compact } from '../scrape-flags.ts'
import { resumeTask, rejectIdFlags, waitForTask } from '../task.ts'
import type { Task } from '../task.ts'

// An extraction cannot be ended.
const { cancel: _, ...WAITING } = WAIT_FLAGS

const FLAGS = {
  ...WAITING,
  prompt: { kind: 'text', short: 'p', takes: 'words', help: 'The data to take, or the task, in words' },
  'system-prompt': { kind: 'text', takes: 'words', help: 'How to go about it' },
  schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the data' },
  'schema-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
  limit: { kind: 'number', takes: 'number', min: 1, help: 'Pages at most' },
  'enable-web-search': { kind: 'switch', help: 'Also pages that a search finds' },
  'allow-external-links': { kind: 'switch', help: 'Also pages of other sites that are linked' },
  'show-sources': { kind: 'switch', help: 'Which page each value is from' },
  'scrape-options': {
    kind: 'text',
    takes: 'json',
    help: 'Further options for each page, as the API takes them',
  },
  'scrape-options-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
  webhook: { kind: 'text', takes: 'url', help: 'Address that is told what happens' },
} as const satisfies Flags

export const extract = command({
  summary: 'Data by a schema or in words, from pages that you name',
  takes: '<url... | id>',
  about:
    'An address that ends with /* stands for its whole site. Waits for the data; Ctrl-C leaves it running, and with an id ' +
    'it goes on there. Without an address, or with -, they come from standard input.',
  flags: FLAGS,
  examples: [
    ['extract https://example.com/pricing -p "The plans and their prices"', 'Data to the terminal'],
    ['extract "https://example.com/*" --schema-file team.json -o team.json', 'A whole site, by a schema'],
    ['extract 01890a5d-ac96-774b-bcce-b302099a8057', 'Go on waiting'],
  ],
  async run({ flags, words }, session) {
    const { client, out, signal, folder } = session
    const [first] = words
    if (isJobId(first)) return await resumeTask(taskOf(first, session), flags, session)
    rejectIdFlags(flags)
    const [schema, scrapeOptions] = await Promise.all([
      readJson('schema', { text: flags.schema, file: flags['schema-file'] }, folder),
      readJson(
        'scrape-options',
        { text: flags['scrape-options'], file: flags['scrape-options-file'] },
        folder,
      ),
    ])
    if (flags.prompt === undefined && schema === undefined)
      throw new UsageError(
        'Which data? --prompt, --schema or --schema-file is missing.',
        'winnow extract https://example.com -p "The title"',
      )
    const urls = await readUrls(words, session)
    if (urls.length === 0 && flags.prompt === undefined)
      throw new UsageError('From which pages? Addresses are missing.')
    const started = await client.startExtract(
      compact({
        urls: urls.length > 0 ? urls : undefined,
        prompt: flags.prompt,
        systemPrompt: flags['system-prompt'],
        schema,
        limit: flags.limit,
        enableWebSearch: flags['enable-web-search'] || undefined,
        allowExternalLinks: flags['allow-external-links'] || undefined,
        showSources: flags['show-sources'] || undefined,
        scrapeOptions,
        webhook: flags.webhook,
      }) as never,
      { signal },
    )
    for (const url of started.invalidURLs ?? []) out.warn(`${url}: not a valid address, left out`)
    if (flags['no-wait']) {
      await out.result({ text: started.id, data: started })
      return EXIT.ok
    }
    out.note(`task ${started.id}`)
    return await waitForTask(taskOf(started.id, session), flags, session)
  },
})

function taskOf(id: string, { client }: Session): Task {
  return {
    noun: 'extract',
    id,
    get: (call) => client.getExtract(id, call),
    wait: (waiting) => client.waitForExtract(id, waiting),
  }
}
