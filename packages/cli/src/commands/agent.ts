import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Flags } from '../flag.ts'
import { WAIT_FLAGS } from '../job-flags.ts'
import { toUrl, isJobId } from '../job-id.ts'
import { readJson } from '../read-json.ts'
import { compact } from '../scrape-flags.ts'
import { resumeTask, rejectIdFlags, waitForTask } from '../task.ts'
import type { Task } from '../task.ts'

const FLAGS = {
  ...WAIT_FLAGS,
  urls: { kind: 'list', takes: 'urls', help: 'Pages to start from' },
  strict: { kind: 'switch', help: 'Visit only --urls' },
  model: {
    kind: 'text',
    takes: 'model',
    choices: ['spark-1-mini', 'spark-1-pro'],
    help: 'spark-1-mini or spark-1-pro',
  },
  schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the data' },
  'schema-file': { kind: 'text', takes: 'file', help: 'File with this schema' },
  'max-credits': { kind: 'number', takes: 'number', min: 1, help: 'Maximum credits' },
  webhook: { kind: 'text', takes: 'url', help: 'URL of a webhook for progress' },
} as const satisfies Flags

export const agent = command({
  summary: 'Find data on many pages, from a description',
  takes: '<task... | id>',
  about: 'Starts a task and waits for its data. Ctrl-C leaves the task running; pass its id to resume.',
  flags: FLAGS,
  examples: [
    ['agent "The prices of all plans" --urls https://example.com', 'Print the data'],
    [
      'agent "The team" --urls https://example.com --schema-file team.json -o team.json',
      'Save data that follows a schema',
    ],
    ['agent 01890a5d-ac96-774b-bcce-b302099a8057', 'Resume waiting for a task'],
    ['agent 01890a5d-ac96-774b-bcce-b302099a8057 --cancel', 'End it'],
  ],
  async run({ flags, words }, session) {
    const { client, out, signal, folder } = session
    const [first] = words
    if (isJobId(first)) return await resumeTask(taskOf(first, session), flags, session)
    rejectIdFlags(flags)
    const prompt = words.join(' ').trim() || (await pipedPrompt(session))
    if (prompt === '')
      throw new UsageError(
        'The task is missing.',
        'winnow agent "The prices of all plans" --urls https://example.com',
      )
    const schema = await readJson('schema', { text: flags.schema, file: flags['schema-file'] }, folder)
    const task = compact({
      prompt,
      urls: flags.urls?.map(toUrl),
      strictConstrainToURLs: flags.strict || undefined,
      model: flags.model,
      schema,
      maxCredits: flags['max-credits'],
      webhook: flags.webhook,
    })
    const started = (await client.startAgent(task as never, { signal })) as { id: string }
    if (flags['no-wait']) {
      await out.result({ text: started.id, data: started })
      return EXIT.ok
    }
    out.note(`task ${started.id}`)
    return await waitForTask(taskOf(started.id, session), flags, session)
  },
})

async function pipedPrompt({ input }: Session): Promise<string> {
  return input.isTerminal ? '' : new TextDecoder().decode(await input.bytes()).trim()
}

function taskOf(id: string, { client }: Session): Task {
  return {
    noun: 'agent',
    id,
    get: (call) => client.getAgent(id, call),
    wait: (waiting) => client.waitForAgent(id, waiting),
    cancel: (call) => client.cancelAgent(id, call),
  }
}
