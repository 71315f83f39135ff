import { command } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { compact } from '../scrape-flags.ts'

export const search = command({
  summary: 'Pages found by words',
  takes: '<words...>',
  flags: {
    limit: { kind: 'number', takes: 'number', min: 1, max: 100, help: 'Results of each source (10)' },
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
    'include-domains': { kind: 'list', takes: 'hosts', help: 'Only these sites' },
    'exclude-domains': { kind: 'list', takes: 'hosts', help: 'Without these sites' },
    tbs: { kind: 'text', takes: 'time', help: 'How recent: qdr:h, qdr:d, qdr:w, qdr:m, qdr:y' },
    location: { kind: 'text', takes: 'place', help: 'Where the results are for' },
    country: { kind: 'text', takes: 'code', help: 'Country of the results, as in DE' },
    timeout: { kind: 'number', takes: 'ms', help: 'Time limit' },
    'ignore-invalid-urls': { kind: 'switch', help: 'Leave out results that cannot be scraped' },
    highlights: { kind: 'switch', help: 'Passages instead of descriptions (the default)' },
    'no-highlights': { kind: 'switch', help: 'Descriptions as the source has them' },
    scrape: { kind: 'switch', help: 'With the content of each page' },
    'scrape-formats': { kind: 'list', takes: 'formats', help: 'Formats of the content (markdown)' },
    'only-main-content': { kind: 'switch', help: 'Without menus, footers and sidebars (the default)' },
  },
  examples: [
    ['search "winnowing grain"', 'Titles, addresses and passages'],
    ['search grain --limit 3 --scrape --json', 'With the content of the pages'],
    ['search grain --sources news --tbs qdr:w', 'News of the last week'],
  ],
  async run({ flags, words }, { client, out, signal }) {
    const query = words.join(' ').trim()
    if (query === '')
      throw new UsageError('What is looked for? Words are missing.', 'winnow search "winnowing grain"')
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
    if (text === '') out.note('Nothing was found.')
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

/** Results as Markdown, under the name of their source when there are several. */
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
