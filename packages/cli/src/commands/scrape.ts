import { resolve } from 'node:path'
import { readUrls } from '../read-urls.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { failureText } from '../failure-text.ts'
import { rememberLast } from '../last-used.ts'
import { openPageFolder } from '../page-folder.ts'
import { pageText } from '../page-text.ts'
import type { Page } from '../page.ts'
import { PAGE_FLAGS, pageOptions } from '../scrape-flags.ts'

const FLAGS = {
  ...PAGE_FLAGS,
  concurrency: { kind: 'number', takes: 'number', min: 1, max: 50, help: 'Pages at once, of several (5)' },
} as const

export const scrape = command({
  summary: 'One page, or several, as Markdown or data',
  takes: '<url...>',
  about:
    'Markdown of the main content unless something else is asked for. Several addresses are scraped at the same time ' +
    'and written to the folder winnow/, or to the one that -o names; -o - prints them. Without an address, or with -, ' +
    'they come from standard input, one per line; lines with # are left out.',
  flags: FLAGS,
  examples: [
    ['scrape https://example.com', 'Markdown to the terminal (the word scrape may be left out)'],
    ['https://example.com -f html -o page.html', 'HTML to a file'],
    ['https://example.com -f markdown,links --json', 'Several formats as JSON'],
    ['https://example.com --screenshot -o page.png', 'A screenshot to a file'],
    ['https://example.com -Q "Who wrote it?"', 'An answer from the page'],
    [
      'https://example.com --schema \'{"type":"object","properties":{"price":{"type":"number"}}}\'',
      'Data by a schema',
    ],
    ['https://example.com https://example.org -o pages/', 'Several pages to a folder'],
    ['scrape - -o pages/ < urls.txt', 'Addresses from a file'],
  ],
  async run({ flags, words }, session) {
    const urls = await readUrls(words, session)
    if (urls.length === 0)
      throw new UsageError('Which page? An address is missing.', 'winnow scrape https://example.com')
    const options = await pageOptions(flags, session.folder)
    if (urls.length > 1) return await scrapeSeveral(urls, options, flags.concurrency ?? 5, session)
    return await scrapeOne(urls[0]!, options, session)
  },
})

async function scrapeOne(url: string, options: Record<string, unknown>, session: Session): Promise<ExitCode> {
  const { client, out, signal } = session
  const page = (await client.scrape(url, options, { signal })) as Page
  await reportPage(page, options, session)
  if (out.target.kind === 'folder') {
    const folder = await openPageFolder(out.target.path, { url }, out)
    for (const file of await folder.write(page, url)) out.note(`Written to ${resolve(out.target.path, file)}`)
    await folder.finish([])
  } else if (
    out.target.kind === 'file' &&
    isImagePath(out.target.path) &&
    typeof page.screenshot === 'string'
  ) {
    await out.save(out.target.path, await fetchScreenshot(page.screenshot, session))
    out.note(`Written to ${out.target.path}`)
  } else await out.result({ text: pageText(page), data: page })
  return EXIT.ok
}

/** What is worth knowing beside the content: a site that answers with an error still answers. */
async function reportPage(
  page: Page,
  options: Record<string, unknown>,
  { out, configFile }: Session,
): Promise<void> {
  const { statusCode, scrapeId, error } = page.metadata ?? {}
  if (page.warning) out.warn(`Note: ${page.warning}`)
  if (statusCode !== undefined && statusCode >= 400)
    out.warn(`Note: the site answered ${statusCode}${error ? ` (${error})` : ''}.`)
  if (scrapeId && !options.zeroDataRetention) await rememberLast('scrape', scrapeId, configFile)
}

function isImagePath(path: string): boolean {
  return /\.(?:png|jpe?g|webp)$/i.test(path)
}

async function fetchScreenshot(url: string, { fetch, signal }: Session): Promise<Uint8Array> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The screenshot could not be read: HTTP ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Scrapes side by side; what fails is told and does not keep the others from being written. */
async function scrapeSeveral(
  urls: readonly string[],
  options: Record<string, unknown>,
  atOnce: number,
  { client, out, signal, folder: here, settings }: Session,
): Promise<ExitCode> {
  const path = folderFor(out, here)
  const folder = path === undefined ? undefined : await openPageFolder(path, { url: urls[0]! }, out)
  const pages: (Page | undefined)[] = []
  const failed: { url: string; error: string }[] = []
  const queue = urls.map((url, index) => ({ url, index }))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { url, index } = next
      try {
        const page = (await client.scrape(url, options, { signal })) as Page
        pages[index] = page
        await folder?.write(page, url)
      } catch (failure) {
        if (signal.aborted) throw failure
        failed.push({ url, error: failureText(failure, settings).message })
      }
      out.progress({ done: urls.length - queue.length, total: urls.length, latest: url })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, urls.length) }, work))
  const scraped = pages.filter((page) => page !== undefined)
  if (folder) await folder.finish(failed)
  else await out.result({ text: scraped.map(pageText).join('\n\n'), data: scraped })
  for (const { url, error } of failed) out.warn(`${url}: ${error}`)
  if (path !== undefined) out.note(`${scraped.length} of ${urls.length} pages written to ${path}`)
  if (failed.length === 0) return EXIT.ok
  return scraped.length > 0 ? EXIT.partial : EXIT.failed
}

/** Several pages go to a folder unless they are asked for in one piece. */
function folderFor({ target, isJson }: Session['out'], here: string): string | undefined {
  if (target.kind === 'folder') return target.path
  return target.kind === 'file' || isJson || target.isExplicit ? undefined : resolve(here, 'winnow')
}
