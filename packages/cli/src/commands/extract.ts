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

// An extraction cannot be cancelled.
const { cancel: _, ...WAITING } = WAIT_FLAGS

const FLAGS = {
  ...WAITING,
  prompt: { kind: 'text', short: 'p', takes: 'words', help: 'Description of the data, or the task' },
  'system-prompt': { kind: 'text', takes: 'words', help: 'How to find the data' },
  schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the data' },
  'schema-file': { kind: 'text', takes: 'file', help: 'File with this schema' },
  limit: { kind: 'number', takes: 'number', min: 1, help: 'Maximum number of pages' },
  'enable-web-search': { kind: 'switch', help: 'Include pages found by a search' },
  'allow-external-links': { kind: 'switch', help: 'Include linked pages of other sites' },
  'show-sources': { kind: 'switch', help: 'Show the source page of each value' },
  'scrape-options': {
    kind: 'text',
    takes: 'json',
    help: 'Further scrape options, as in the API',
  },
  'scrape-options-file': { kind: 'text', takes: 'file', help: 'File with these options' },
  webhook: { kind: 'text', takes: 'url', help: 'URL of a webhook for progress' },
} as const satisfies Flags

export const extract = command({
  summary: 'Extract data from given pages, by a schema or a prompt',
  takes: '<url... | id>',
  about:
    'A URL that ends with /* stands for its whole site. Waits for the data; Ctrl-C leaves the extraction running; pass its id ' +
    'to resume. Without a URL, or with -, URLs come from standard input.',
  flags: FLAGS,
  examples: [
    ['extract https://example.com/pricing -p "The plans and their prices"', 'Print the data'],
    [
      'extract "https://example.com/*" --schema-file team.json -o team.json',
      'Extract from a whole site, by a schema',
    ],
    ['extract 01890a5d-ac96-774b-bcce-b302099a8057', 'Resume waiting'],
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
        '--prompt, --schema or --schema-file is missing.',
        'winnow extract https://example.com -p "The title"',
      )
    const urls = await readUrls(words, session)
    if (urls.length === 0 && flags.prompt === undefined) throw new UsageError('No URLs were given.')
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
    for (const url of started.invalidURLs ?? []) out.warn(`${url}: not a valid URL, skipped`)
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
