import { selectAll, selectOne } from 'css-select'
import type { Document, Element } from 'domhandler'
import { getAttributeValue, textContent } from 'domutils'
import { fetchText } from '../api-provider.ts'
import type { HttpClient } from '../api-provider.ts'
import { boundedTree } from '../passages.ts'
import { asMarkup, cleanText, cleanTitle, webUrl } from '../clean.ts'
import { collect } from '../query-providers.ts'
import type { ResultsPage } from '../query-providers.ts'
import { failed } from '../provider.ts'
import type { Hit, Provider, ProviderRequest } from '../provider.ts'
import { writeQueryText } from '../query-text.ts'
import { firstDay, lastDay } from '../time-filter.ts'

const ROOT = 'https://html.duckduckgo.com'
const MAX_PAGES = 10
const MAX_FIELDS = 30

/** The pages that DuckDuckGo makes for browsers without scripts. It takes no key, and sends strangers away soon. */
export function createDuckduckgo(client: HttpClient, root = ROOT): Provider {
  return {
    name: 'duckduckgo',
    has: ['web'],
    ignores: ['location', 'byDate', 'hours'],
    async search(request, signal) {
      const { text, notes } = writeQueryText(request)
      let form = firstForm(request, text)
      return await collect(
        request,
        MAX_PAGES,
        async () => {
          const response = await fetchText(client, httpRequestOf(root, form), signal)
          if (response.state === 'failed') return response
          const tree = boundedTree(response.text)
          if (tree === undefined) return failed(UNREADABLE_PAGE)
          const next = nextForm(tree, form)
          form = next ?? form
          return readPage(tree, next === undefined)
        },
        notes,
      )
    },
  }
}

const UNREADABLE_PAGE = 'Its page could not be read.'
const BOT_CHECK = 'It asks for a proof that a person is searching, and sends this service away.'

function httpRequestOf(root: string, form: Record<string, string>) {
  return {
    url: new URL(`${root}/html/`),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams(form).toString(),
    meaningOf: (status: number) => (status === 202 || status === 403 ? BOT_CHECK : undefined),
  }
}

function firstForm({ country, language, safe, time }: ProviderRequest, text: string): Record<string, string> {
  const region = language ?? 'en'
  return {
    q: text,
    kl: country === undefined ? 'wt-wt' : `${country}-${region.split('-', 1)[0]}`,
    kp: safe ? '1' : '-2',
    ...((time.from ?? time.to) && { df: `${firstDay(time)}..${lastDay(time)}` }),
  }
}

function readPage(tree: Document, isLast: boolean): ResultsPage {
  const results = selectAll('.result:not(.result--ad):not(.result--no-result)', tree.children) as Element[]
  if (results.length > 0) return { state: 'page', hits: results.map(toHit), isLast }
  if (selectOne('.anomaly-modal, .anomaly-modal__title, #challenge-form, .g-recaptcha', tree.children))
    return failed(BOT_CHECK)
  const isNothing = selectOne('.no-results, .result--no-result', tree.children) !== null
  return isNothing ? { state: 'page', hits: [], isLast: true } : failed(UNREADABLE_PAGE)
}

function toHit(result: Element): Hit | undefined {
  const link = selectOne('a.result__a, .result__title a', [result]) as Element | null
  const url = link === null ? undefined : targetOf(getAttributeValue(link, 'href'))
  if (link === null || url === undefined) return undefined
  const snippet = selectOne('.result__snippet', [result])
  return {
    url,
    title: cleanTitle(asMarkup(textContent(link))),
    description: snippet ? cleanText(asMarkup(textContent(snippet))) : undefined,
  }
}

/** Links lead through a page that counts them; those of advertisements lead nowhere else. */
function targetOf(href: string | undefined): string | undefined {
  const url = URL.parse(href ?? '', ROOT)
  if (!url) return undefined
  if (!/(^|\.)duckduckgo\.com$/.test(url.hostname)) return webUrl(url.href)
  return url.pathname === '/l/' ? webUrl(url.searchParams.get('uddg')) : undefined
}

/** The fields of the button that goes on: it begins further behind than the page that was asked for, the one back does not. */
function nextForm(tree: Document, asked: Record<string, string>): Record<string, string> | undefined {
  const forms = (selectAll('.nav-link form', tree.children) as Element[]).map(fieldsIn)
  const beginning = (form: Record<string, string>) => Number(form['s'] ?? Number.NaN)
  return forms.find((form) => beginning(form) > Number(asked['s'] ?? 0))
}

function fieldsIn(form: Element): Record<string, string> {
  const fields = (selectAll('input[type=hidden]', [form]) as Element[]).slice(0, MAX_FIELDS)
  return Object.fromEntries(
    fields.map((field) => [getAttributeValue(field, 'name') ?? '', getAttributeValue(field, 'value') ?? '']),
  )
}
