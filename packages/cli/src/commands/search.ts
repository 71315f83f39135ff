import { command } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { compact } from '../scrape-flags.ts'

export const search = command({
  summary: 'Search the web',
  takes: '<words...>',
  flags: {
    limit: { kind: 'number', takes: 'number', min: 1, max: 100, help: 'Number of results per source (10)' },
    sources: {
      kind: 'list',
      takes: 'sources',
      choices: ['web', 'news', 'images'],
      help: 'web, news, images',
    },
    categories: {
      kind: 'list',
      takes: 'categories',
      choices: ['github', 'research', 'pdf', 'developer'],
      help: 'github, research, pdf',
    },
    'include-domains': { kind: 'list', takes: 'hosts', help: 'Only results from these sites' },
    'exclude-domains': { kind: 'list', takes: 'hosts', help: 'No results from these sites' },
    tbs: { kind: 'text', takes: 'time', help: 'Maximum age: qdr:h, qdr:d, qdr:w, qdr:m, qdr:y' },
    location: { kind: 'text', takes: 'place', help: 'Location of the search' },
    country: { kind: 'text', takes: 'code', help: 'Country of the results, as in DE' },
    timeout: { kind: 'number', takes: 'ms', help: 'Time limit' },
    'ignore-invalid-urls': { kind: 'switch', help: 'Leave out results that cannot be scraped' },
    highlights: { kind: 'switch', help: 'Show passages instead of descriptions (the default)' },
    'no-highlights': { kind: 'switch', help: 'Show the descriptions of the source' },
    scrape: { kind: 'switch', help: 'Include the content of each page' },
    'scrape-formats': { kind: 'list', takes: 'formats', help: 'Formats of the content (markdown)' },
    'only-main-content': { kind: 'switch', help: 'Leave out menus, footers and sidebars (the default)' },
  },
  examples: [
    ['search "winnowing grain"', 'Show titles, URLs and passages'],
    ['search grain --limit 3 --scrape --json', 'Include the content of the pages'],
    ['search grain --sources news --tbs qdr:w', 'Search news of the last week'],
  ],
  async run({ flags, words }, { client, out, signal }) {
    const query = words.join(' ').trim()
    if (query === '') throw new UsageError('The search query is missing.', 'winnow search "winnowing grain"')
    const isScraped = flags.scrape || flags['scrape-formats'] !== undefined
    const answer = (await client.search(
      query,
      compact({
        limit: flags.limit,
        sources: flags.sources,
        categories: flags.categories,
        includeDomains: flags['include-domains'],
        excludeDomains: flags['exclude-domains'],
        tbs: flags.tbs,
        location: flags.location,
        country: flags.country,
        timeout: flags.timeout,
        ignoreInvalidURLs: flags['ignore-invalid-urls'] || undefined,
        highlights: flags['no-highlights'] ? false : flags.highlights || undefined,
        scrapeOptions: isScraped
          ? compact({
              formats: flags['scrape-formats'] ?? ['markdown'],
              onlyMainContent: flags['only-main-content'] || undefined,
            })
          : undefined,
      }),
      { signal },
    )) as { data: Record<string, Hit[]>; warning?: string }
    if (answer.warning) out.warn(`Note: ${answer.warning}`)
    const text = hitsText(answer.data)
    if (text === '') out.note('No results.')
    await out.result({ text, data: answer })
    return EXIT.ok
  },
})

interface Hit {
  title?: string
  url?: string
  imageUrl?: string
  description?: string
  snippet?: string
  date?: string
  markdown?: string
}

/** Results as Markdown, grouped by source when there are several. */
export function hitsText(data: Readonly<Record<string, readonly Hit[] | undefined>>): string {
  const sources = Object.entries(data).filter(([, hits]) => Array.isArray(hits) && hits.length > 0)
  return sources
    .map(([source, hits]) => {
      const list = hits!.map(hitText).join('\n\n')
      return sources.length > 1 ? `# ${source}\n\n${list}` : list
    })
    .join('\n\n')
}

function hitText({ title, url, imageUrl, description, snippet, date, markdown }: Hit, index: number): string {
  const lines = [`${index + 1}. ${title || url || imageUrl || ''}`, `   ${url ?? imageUrl ?? ''}`]
  if (imageUrl && imageUrl !== url && url) lines.push(`   ${imageUrl}`)
  if (date) lines.push(`   ${date}`)
  const words = (description ?? snippet ?? '').trim()
  if (words) lines.push(...words.split('\n').map((line) => `   ${line}`))
  return markdown ? `${lines.join('\n')}\n\n${markdown.trim()}` : lines.join('\n')
}
