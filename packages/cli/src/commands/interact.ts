import { CODE_FLAGS, languageOf, showRun } from '../code-run.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { toUrl, isUrl, isJobId } from '../job-id.ts'
import { readLast, rememberLast } from '../last-used.ts'
import type { Page } from '../page.ts'
import { readJson } from '../read-json.ts'
import { compact } from '../scrape-flags.ts'
import { RECORD_FLAG } from './browser.ts'

export const interact = command({
  summary: 'A live browser on a scraped page: a task in words, or code',
  takes: '[url | scrape-id] [task...]',
  about:
    'Without an address or id it goes on with the page that was scraped last. `interact stop` ends the session.',
  flags: {
    ...CODE_FLAGS,
    prompt: { kind: 'text', short: 'p', takes: 'words', help: 'The data to take, or the task, in words' },
    'scrape-id': { kind: 'text', short: 's', takes: 'id', help: 'The scrape whose page it is' },
    schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the output of a task in words' },
    'schema-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
    'max-tokens': {
      kind: 'number',
      takes: 'count',
      min: 1000,
      help: 'Tokens of a model that the task may take',
    },
    record: RECORD_FLAG,
  },
  examples: [
    ['interact https://example.com -p "Click on More information and tell me the title"', 'A task in words'],
    ['interact -c "await page.title()"', 'Code in the page that was scraped last'],
    ['interact stop', 'End the session'],
  ],
  async run({ flags, words }, session) {
    const { client, signal } = session
    const [first = '', ...rest] = words
    const isTarget = isJobId(first) || isUrl(first)
    const prompt = flags.prompt ?? ((isTarget ? rest : words).join(' ').trim() || undefined)
    if (prompt === undefined && flags.code === undefined)
      throw new UsageError(
        'What is to be done? -p takes words, -c code.',
        'winnow interact https://example.com -p "Accept the cookies"',
      )
    const scrapeId = await pageFor(flags['scrape-id'] ?? (isTarget ? first : undefined), session)
    const schema = await readJson(
      'schema',
      { text: flags.schema, file: flags['schema-file'] },
      session.folder,
    )
    const task =
      flags.code === undefined
        ? { prompt, schema, maxTokens: flags['max-tokens'] }
        : { code: flags.code, language: languageOf(flags) }
    const wishes = compact({ ...task, timeout: flags.timeout, recordSession: flags.record }) as never
    return await showRun(await client.interact(scrapeId, wishes, { signal }), { scrapeId }, session)
  },
})

export const stopInteract = command({
  summary: 'End the live browser of a scrape',
  takes: '[scrape-id]',
  flags: { 'scrape-id': { kind: 'text', short: 's', takes: 'id', help: 'The scrape whose page it is' } },
  examples: [['interact stop', 'The session on the page that was scraped last']],
  async run({ flags, words }, session) {
    const scrapeId = await scrapeFor(flags['scrape-id'] ?? words[0], session)
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

/** The scrape that is meant: by its id, by an address that is scraped now, or the last one. */
async function pageFor(named: string | undefined, session: Session): Promise<string> {
  const { client, configFile, signal, out } = session
  if (named === undefined || !isUrl(named)) return await scrapeFor(named, session)
  const page = (await client.scrape(toUrl(named), {}, { signal })) as Page
  const { scrapeId } = page.metadata ?? {}
  if (!scrapeId) throw new Error('The service gave the page no id to interact with.')
  await rememberLast('scrape', scrapeId, configFile)
  out.note(`scrape ${scrapeId}`)
  return scrapeId
}

/** A scrape by its id, or the last one. */
async function scrapeFor(named: string | undefined, { configFile }: Session): Promise<string> {
  const scrapeId = named ?? (await readLast('scrape', configFile))
  if (scrapeId === undefined)
    throw new UsageError('On which page? An address or the id of a scrape is missing.')
  if (!isJobId(scrapeId)) throw new UsageError(`"${scrapeId}" is not the id of a scrape.`)
  return scrapeId
}
