import { readSingleUrl } from '../read-urls.ts'
import { command } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { compact } from '../scrape-flags.ts'

export const map = command({
  summary: 'List the URLs of a site, one per line',
  takes: '<url>',
  flags: {
    limit: { kind: 'number', takes: 'number', min: 1, help: 'Maximum number of URLs (5000)' },
    search: { kind: 'text', takes: 'words', help: 'Put URLs about these words first' },
    sitemap: {
      kind: 'text',
      takes: 'use',
      choices: ['include', 'skip', 'only'],
      help: 'How to use sitemaps',
    },
    'include-subdomains': { kind: 'switch', help: 'Include subdomains (the default)' },
    'no-subdomains': { kind: 'switch', help: 'Exclude subdomains' },
    'ignore-query-parameters': { kind: 'switch', help: 'Ignore query parameters (the default)' },
    'keep-query-parameters': { kind: 'switch', help: 'Keep URLs that differ only in their query' },
    timeout: { kind: 'number', takes: 'seconds', help: 'Time limit' },
  },
  examples: [
    ['map https://example.com', 'All URLs of a site'],
    ['map https://example.com --search pricing --limit 10', 'List the ten best matches'],
    ['map https://example.com | winnow batch -o site/', 'Scrape these pages'],
  ],
  async run({ flags, words }, session) {
    const { client, out, signal } = session
    const url = await readSingleUrl(words, session)
    if (url === undefined)
      throw new UsageError('The URL of a site is missing.', 'winnow map https://example.com')
    const options = compact({
      limit: flags.limit,
      search: flags.search,
      sitemap: flags.sitemap,
      includeSubdomains: flags['no-subdomains'] ? false : flags['include-subdomains'] || undefined,
      ignoreQueryParameters: flags['keep-query-parameters']
        ? false
        : flags['ignore-query-parameters'] || undefined,
      timeout: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    })
    const answer = (await client.map(url, options, { signal })) as {
      links: (string | { url: string })[]
      warning?: string
    }
    if (answer.warning) out.warn(`Note: ${answer.warning}`)
    const urls = answer.links.map((link) => (typeof link === 'string' ? link : link.url))
    await out.result({ text: urls.join('\n'), data: answer })
    return EXIT.ok
  },
})
