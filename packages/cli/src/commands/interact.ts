import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { addressFrom, isAddress, isJobId } from '../job-id.ts'
import { lastScrape, rememberScrape } from '../last-scrape.ts'
import type { Page } from '../page.ts'
import { compact } from '../scrape-flags.ts'

export const interact = command({
  summary: 'A live browser on a scraped page: a task in words, or code',
  takes: '[url | scrape-id] [task...]',
  about:
    'Without an address or id it goes on with the page that was scraped last. `interact stop` ends the session.',
  flags: {
    code: { kind: 'text', short: 'c', takes: 'code', help: 'Code to run in the page' },
    prompt: { kind: 'text', short: 'p', takes: 'words', help: 'The data to take, or the task, in words' },
    'scrape-id': { kind: 'text', short: 's', takes: 'id', help: 'The scrape whose page it is' },
    node: { kind: 'switch', help: 'The code is JavaScript (the default)' },
    python: { kind: 'switch', help: 'The code is Python' },
    bash: { kind: 'switch', help: 'The code is Bash' },
    timeout: { kind: 'number', takes: 'seconds', min: 1, max: 300, help: 'Time limit (30)' },
  },
  examples: [
    ['interact https://example.com -p "Click on More information and tell me the title"', 'A task in words'],
    ['interact -c "await page.title()"', 'Code in the page that was scraped last'],
    ['interact stop', 'End the session'],
  ],
  async run({ flags, words }, session) {
    const { client, out, signal } = session
    const [first = '', ...rest] = words
    const isTarget = isJobId(first) || isAddress(first)
    const prompt = flags.prompt ?? ((isTarget ? rest : words).join(' ').trim() || undefined)
    if (prompt === undefined && flags.code === undefined)
      throw new UsageError(
        'What is to be done? -p takes words, -c code.',
        'winnow interact https://example.com -p "Accept the cookies"',
      )
    const scrapeId = await pageFor(flags['scrape-id'] ?? (isTarget ? first : undefined), session)
    const language = flags.python ? 'python' : flags.bash ? 'bash' : 'node'
    const task = flags.code === undefined ? { prompt } : { code: flags.code, language }
    const answer = (await client.interact(scrapeId, compact({ ...task, timeout: flags.timeout }) as never, {
      signal,
    })) as Done
    if (answer.stderr) out.warn(answer.stderr.trimEnd())
    if (answer.liveViewUrl) out.note(`Watch it: ${answer.liveViewUrl}`)
    if (!answer.success && answer.error && answer.error !== answer.stderr) out.warn(`winnow: ${answer.error}`)
    await out.result({
      text: answer.output ?? (answer.stdout || valueText(answer.result)),
      data: { scrapeId, ...answer },
    })
    return answer.success ? EXIT.ok : EXIT.failed
  },
})

export const stopInteract = command({
  summary: 'End the live browser of a scrape',
  takes: '[scrape-id]',
  flags: { 'scrape-id': { kind: 'text', short: 's', takes: 'id', help: 'The scrape whose page it is' } },
  examples: [['interact stop', 'The session on the page that was scraped last']],
  async run({ flags, words }, session) {
    const scrapeId = await pageFor(flags['scrape-id'] ?? words[0], session)
    const answer = (await session.client.stopInteraction(scrapeId, { signal: session.signal })) as {
      creditsBilled?: number
    }
    await session.out.result({
      text: `session of ${scrapeId} ended, ${answer.creditsBilled ?? 0} credits`,
      data: answer,
    })
    return EXIT.ok
  },
})

interface Done {
  success: boolean
  output?: string
  stdout?: string
  stderr?: string
  result?: unknown
  error?: string
  liveViewUrl?: string
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}

/** The scrape that is meant: by its id, by an address that is scraped now, or the last one. */
async function pageFor(
  named: string | undefined,
  { client, configFile, signal, out }: Session,
): Promise<string> {
  if (named !== undefined && !isJobId(named)) {
    const page = (await client.scrape(addressFrom(named), {}, { signal })) as Page
    const { scrapeId } = page.metadata ?? {}
    if (!scrapeId) throw new Error('The service gave the page no id to interact with.')
    await rememberScrape(configFile, scrapeId)
    out.note(`scrape ${scrapeId}`)
    return scrapeId
  }
  const scrapeId = named ?? (await lastScrape(configFile))
  if (scrapeId === undefined)
    throw new UsageError('On which page? An address or the id of a scrape is missing.')
  return scrapeId
}
