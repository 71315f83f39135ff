import { WinnowError } from '../../../client/src/client.ts'
import { NO_DOCUMENTS } from '../../../client/src/crawl-job.ts'
import { readSingleUrl } from '../read-urls.ts'
import { command } from '../command.ts'
import type { Command, Session } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { COMMON_FLAGS, Flags, FlagValues } from '../flag.ts'
import { toUrl, isJobId } from '../job-id.ts'
import { JOB_FLAGS } from '../job-flags.ts'
import { resumeJob, followStartedJob, jobOf } from '../resume-job.ts'
import { readIndex } from '../page-folder.ts'
import { readJson } from '../read-json.ts'
import { compact, PAGE_FLAGS, pageOptions } from '../scrape-flags.ts'

const FLAGS = {
  ...PAGE_FLAGS,
  ...JOB_FLAGS,
  limit: { kind: 'number', takes: 'number', min: 1, help: 'Pages at most' },
  'max-depth': { kind: 'number', takes: 'number', help: 'Links away from the start at most' },
  'include-paths': { kind: 'list', takes: 'patterns', help: 'Only paths that match one of these' },
  'exclude-paths': { kind: 'list', takes: 'patterns', help: 'No paths that match one of these' },
  sitemap: {
    kind: 'text',
    takes: 'use',
    choices: ['include', 'skip', 'only'],
    help: 'What to do with sitemaps',
  },
  'ignore-query-parameters': { kind: 'switch', help: 'Addresses that differ in their query are one page' },
  'crawl-entire-domain': { kind: 'switch', help: 'Also what is not below the start' },
  'allow-external-links': { kind: 'switch', help: 'Also pages of other sites that are linked' },
  'allow-subdomains': { kind: 'switch', help: 'Also subdomains' },
  delay: { kind: 'number', takes: 'seconds', help: 'Pause between pages' },
  fresh: { kind: 'switch', help: 'Begin anew although the folder has an unfinished crawl' },
  yes: { kind: 'switch', short: 'y', help: 'Taken for the sake of habit; nothing is asked' },
} as const satisfies Flags

type CrawlFlags = FlagValues<typeof FLAGS> & FlagValues<typeof COMMON_FLAGS>

export const crawl = command({
  summary: 'A whole site: pages to the terminal, a file or a folder of Markdown',
  takes: '<url | id>',
  about:
    'Starts a crawl and waits for it. Ctrl-C leaves it running and says how to go on; with an id instead of an address ' +
    'it goes on there. With -o folder/ every page becomes a Markdown file, and winnow-index.json says what came and ' +
    'what did not; the same command line again goes on where it was interrupted, or brings the folder up to date.',
  flags: FLAGS,
  examples: [
    ['crawl https://example.com -o site/', 'A whole site to a folder of Markdown files'],
    ['crawl https://example.com/docs --limit 50 --jsonl', 'A JSON document per line, as they come'],
    ['crawl https://example.com --no-wait', 'Only start it, print its id'],
    ['crawl 01890a5d-ac96-774b-bcce-b302099a8057 -o site/', 'Go on with a crawl'],
    ['crawl 01890a5d-ac96-774b-bcce-b302099a8057 --cancel', 'End it'],
  ],
  run: ({ flags, words }, session) => runCrawl(flags, words, session),
})

export const download: Command = command({
  summary: 'A whole site to a folder of Markdown files',
  takes: '<url>',
  about: 'The same as crawl with -o; without -o the folder has the name of the site.',
  flags: FLAGS,
  examples: [
    ['download https://example.com', 'To the folder example.com/'],
    ['download https://example.com/docs -o docs/ --limit 200', 'A part of it to docs/'],
  ],
  outputFor([word]) {
    const url = word === undefined || isJobId(word) ? '' : toUrl(word)
    return URL.canParse(url) ? `${new URL(url).host.replaceAll(':', '-')}/` : undefined
  },
  run: ({ flags, words }, session) => runCrawl(flags, words, session),
})

async function runCrawl(flags: CrawlFlags, words: string[], session: Session): Promise<ExitCode> {
  const [word] = words
  if (isJobId(word)) return await resumeJob(jobOf('crawl', { id: word }, session), flags, session)
  if (flags.cancel || flags.status) throw new UsageError('--cancel and --status take the id of a crawl.')
  const url = await readSingleUrl(words, session)
  if (url === undefined)
    throw new UsageError(
      'Which site? An address or the id of a crawl is missing.',
      'winnow crawl https://example.com -o site/',
    )
  const { client, out, signal } = session
  const unfinished =
    out.target.kind === 'folder' && !flags.fresh
      ? await unfinishedIn(out.target.path, url, session)
      : undefined
  if (unfinished !== undefined) {
    out.note(`Going on with crawl ${unfinished} (--fresh begins anew)`)
    return await resumeJob(jobOf('crawl', { id: unfinished, url }, session), flags, session)
  }
  const started = await client.startCrawl(url, await crawlOptions(flags, session), { signal })
  const job = jobOf('crawl', { id: started.id, url }, session)
  return await followStartedJob(job, { started, scope: url }, flags, session)
}

/** The crawl that the folder was being filled from, while the service still has it. */
async function unfinishedIn(folder: string, url: string, session: Session): Promise<string | undefined> {
  const index = await readIndex(folder)
  if (index?.state !== 'running' || index.id === undefined || index.url !== url) return undefined
  try {
    const { signal } = session
    const { status } = await jobOf('crawl', { id: index.id }, session).fetchState(NO_DOCUMENTS, { signal })
    return status === 'scraping' || status === 'completed' ? index.id : undefined
  } catch (failure) {
    if (failure instanceof WinnowError && failure.status === 404) return undefined
    throw failure
  }
}

async function crawlOptions(flags: CrawlFlags, { folder }: Session): Promise<Record<string, unknown>> {
  const {
    zeroDataRetention,
    timeout: _,
    ...page
  } = await pageOptions({ ...flags, prompt: undefined }, folder)
  const given = await readJson(
    'scrape-options',
    { text: flags['scrape-options'], file: flags['scrape-options-file'] },
    folder,
  )
  const scrapeOptions = { ...page, ...given }
  return compact({
    prompt: flags.prompt,
    limit: flags.limit,
    maxDiscoveryDepth: flags['max-depth'],
    includePaths: flags['include-paths'],
    excludePaths: flags['exclude-paths'],
    sitemap: flags.sitemap,
    ignoreQueryParameters: flags['ignore-query-parameters'] || undefined,
    crawlEntireDomain: flags['crawl-entire-domain'] || undefined,
    allowExternalLinks: flags['allow-external-links'] || undefined,
    allowSubdomains: flags['allow-subdomains'] || undefined,
    delay: flags.delay,
    maxConcurrency: flags['max-concurrency'],
    webhook: flags.webhook,
    zeroDataRetention,
    scrapeOptions: Object.keys(scrapeOptions).length > 0 ? scrapeOptions : undefined,
  })
}
