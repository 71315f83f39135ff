import { gfm } from '@joplin/turndown-plugin-gfm'
import * as cheerio from 'cheerio'
import TurndownService from 'turndown'
import { selectContent } from '../../src/scrape/understand/formats/content.ts'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
import { timedCpu } from '../figures.ts'
import type { Dataset } from './dataset.ts'

/** CPU time from a page's source to Markdown, for us and for a rule by tag names with turndown, alternating by page. */
export function compareSpeed(dataset: Dataset, count: number): { ours: number; peer: number } {
  const all = dataset.samples.filter(
    ({ source, bytes }) => (source === 'wcxb-dev' || source === 'aeb') && bytes > 20_000 && bytes < 700_000,
  )
  const step = Math.max(1, Math.floor(all.length / count))
  const pages = all
    .filter((_, at) => at % step === 0)
    .slice(0, count)
    .map((sample) => ({ html: dataset.html(sample), url: sample.url }))
  const times = { ours: 0, peer: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { html, url } of pages) {
      const ours = timedCpu(() => mainAsMarkdown(html, url)).ms
      const peer = timedCpu(() => ruleAndTurndown(html)).ms
      if (round === 0) continue
      times.ours += ours
      times.peer += peer
    }
  }
  const perPage = (ms: number) => ms / (pages.length * (ROUNDS - 1))
  return { ours: perPage(times.ours), peer: perPage(times.peer) }
}

function mainAsMarkdown(html: string, url: string): string {
  const selection = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }
  return renderMarkdown(selectContent(parseHtml(html, url, false), selection))
}

/** The first round warms up both. */
const ROUNDS = 3

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm)

/** The common way: remove the page's frame by tag names, convert the rest. */
function ruleAndTurndown(html: string): string {
  const $ = cheerio.load(html)
  $(
    'script,style,noscript,template,iframe,svg,nav,header,footer,aside,form,[role=navigation],[role=banner],[role=contentinfo],[aria-hidden=true]',
  ).remove()
  return turndown.turndown($.html($('body')))
}
