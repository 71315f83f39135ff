import { CheerioCrawler, Configuration, Dataset, log } from '@crawlee/cheerio'
import { gfm } from '@joplin/turndown-plugin-gfm'
import { createInterface } from 'node:readline'
import TurndownService from 'turndown'

/**
 * The peer: crawlee as in its guide, with turndown for the Markdown and a rule by tag names for the main content. Crawls
 * the URL on each line of its standard input and prints the number of pages; ends with its input.
 */
log.setLevel(log.LEVELS.ERROR)
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm)

async function crawl(start: string): Promise<number> {
  const configuration = new Configuration({ persistStorage: false, purgeOnStart: false })
  const dataset = await Dataset.open(`pages-${new URL(start).port}`, { config: configuration })
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl: 20_000,
      async requestHandler({ $, request, enqueueLinks }) {
        await enqueueLinks({ strategy: 'same-hostname' })
        const title = $('title').text()
        $(
          'script,style,noscript,template,iframe,svg,nav,header,footer,aside,form,[aria-hidden=true]',
        ).remove()
        const main = $('main,article,[role=main]').first()
        const markdown = turndown.turndown($.html(main.length > 0 ? main : $('body')))
        await dataset.pushData({ url: request.loadedUrl, title, markdown })
      },
    },
    configuration,
  )
  await crawler.run([start])
  const { items } = await dataset.getData()
  return new Set(items.map((item) => item['url'])).size
}

process.stdout.write('ready\n')
for await (const start of createInterface(process.stdin)) {
  process.stdout.write(`${await crawl(start)}\n`)
}
