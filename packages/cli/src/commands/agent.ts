import { setTimeout as delay } from 'node:timers/promises'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { Flags } from '../flag.ts'
import { WAIT_FLAGS } from '../job-flags.ts'
import { addressFrom, isJobId } from '../job-id.ts'
import { readJson } from '../read-json.ts'
import { compact } from '../scrape-flags.ts'

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
    if (isJobId(first)) {
      if (flags.cancel) {
        const answer: unknown = await client.cancelAgent(first, { signal })
        await out.result({ text: `task ${first} cancelled`, data: answer })
        return EXIT.ok
      }
      return await waitFor(first, { ...waitingOf(flags), isOnce: flags.status }, session)
    }
    if (flags.cancel || flags.status) throw new UsageError('--cancel and --status take the id of a task.')
    const prompt = words.join(' ').trim() || (await pipedPrompt(session))
    if (prompt === '')
      throw new UsageError(
        'What is the task?',
        'winnow agent "The prices of all plans" --urls https://example.com',
      )
    const schema = await readJson('schema', { text: flags.schema, file: flags['schema-file'] }, folder)
    const task = compact({
      prompt,
      urls: flags.urls?.map(addressFrom),
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
    return await waitFor(started.id, { ...waitingOf(flags), isOnce: false }, session)
  },
})

interface TaskState {
  status: 'processing' | 'completed' | 'failed' | 'cancelled'
  data?: unknown
  error?: string
  creditsUsed?: number
  partial?: unknown
}

async function pipedPrompt({ input }: Session): Promise<string> {
  return input.isTerminal ? '' : new TextDecoder().decode(await input.bytes()).trim()
}

function waitingOf(flags: { 'poll-interval': number | undefined; timeout: number | undefined }) {
  return { pollMs: (flags['poll-interval'] ?? 2) * 1000, timeoutMs: flags.timeout && flags.timeout * 1000 }
}

async function waitFor(
  id: string,
  waiting: { pollMs: number; timeoutMs: number | undefined; isOnce: boolean },
  session: Session,
): Promise<ExitCode> {
  const { client, out } = session
  const patience = waiting.timeoutMs ? AbortSignal.timeout(waiting.timeoutMs) : undefined
  const signal = patience ? AbortSignal.any([session.signal, patience]) : session.signal
  try {
    for (;;) {
      const state = (await client.getAgent(id, { signal })) as TaskState
      if (state.status !== 'processing' || waiting.isOnce) return await show(id, state, session)
      await delay(waiting.pollMs, undefined, { signal })
    }
  } catch (failure) {
    if (!signal.aborted) throw failure
    out.warn(`${patience?.aborted ? 'It has not ended yet.' : 'Interrupted.'} The task goes on without you.`)
    out.warn(`  go on:  winnow agent ${id}`)
    out.warn(`  end it: winnow agent ${id} --cancel`)
    return session.signal.aborted ? EXIT.interrupted : EXIT.failed
  }
}

async function show(id: string, state: TaskState, { out }: Session): Promise<ExitCode> {
  const data = state.data ?? state.partial
  const hasData = data !== undefined && data !== null
  if (state.error) out.warn(`winnow: ${state.error}`)
  const text = hasData ? (typeof data === 'string' ? data : JSON.stringify(data, undefined, 2)) : ''
  const isStateOnly = !hasData && state.status === 'processing'
  await out.result({
    text: isStateOnly ? state.status : text,
    data: out.isJson && hasData && state.status === 'completed' ? data : state,
  })
  out.note(
    `task ${id} ${state.status}${state.creditsUsed === undefined ? '' : `: ${state.creditsUsed} credits`}`,
  )
  if (state.status === 'completed' || isStateOnly) return EXIT.ok
  return hasData ? EXIT.partly : EXIT.failed
}
