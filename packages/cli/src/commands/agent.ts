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
  urls: { kind: 'list', takes: 'urls', help: 'Where to begin' },
  strict: { kind: 'switch', help: 'Visit nothing but --urls' },
  model: {
    kind: 'text',
    takes: 'model',
    choices: ['spark-1-mini', 'spark-1-pro'],
    help: 'spark-1-mini or spark-1-pro',
  },
  schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the data' },
  'schema-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
  'max-credits': { kind: 'number', takes: 'number', min: 1, help: 'Credits at most' },
  webhook: { kind: 'text', takes: 'url', help: 'Address that is told what happens' },
} as const satisfies Flags

export const agent = command({
  summary: 'Data described in words, found over many pages',
  takes: '<task... | id>',
  about: 'Starts a task and waits for its data. Ctrl-C leaves it running; with an id it goes on there.',
  flags: FLAGS,
  examples: [
    ['agent "The prices of all plans" --urls https://example.com', 'Data to the terminal'],
    [
      'agent "The team" --urls https://example.com --schema-file team.json -o team.json',
      'By a schema, to a file',
    ],
    ['agent 01890a5d-ac96-774b-bcce-b302099a8057', 'Go on waiting for a task'],
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
        'What is the task?',
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
