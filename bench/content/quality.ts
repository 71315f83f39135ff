import { understandSource } from '../../src/scrape/understand/understand-source.ts'
import type { Model } from '../../src/content/select/model.ts'
import { PAGE_TYPES } from '../../src/content/select/page-type.ts'
import type { PageType } from '../../src/content/select/page-type.ts'
import { servePages, startService } from '../service.ts'
import type { Dataset, Sample } from './dataset.ts'
import { htmlToText, markdownToText } from './markdown-text.ts'
import { mean, segmentF1, segments, shingleF1, shingles, wordF1 } from './metrics.ts'
import type { Shingles } from './metrics.ts'

/** How well the Markdown of one page matches its marked content. */
interface Score {
  sample: Sample
  words: number | undefined
  shingles: Shingles | undefined
  segments: Shingles | undefined
}

/** The Markdown of a page as the service returns it, with the given model. */
export function markdownOf(html: string, url: string, model: Model): string {
  const source = {
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    url,
    response: { status: 200, headers: {} },
  }
  const understood = understandSource(source, WANTED, model)
  return understood.state === 'understood' ? (understood.fields.markdown ?? '') : ''
}

const WANTED = {
  formats: [{ type: 'markdown' as const }],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
}

/** The Markdown of all pages from the running service, with the pages served on this machine. */
export async function markdownFromService(dataset: Dataset): Promise<Map<string, string>> {
  const { samples } = dataset
  await using site = await servePages((path) => {
    const sample = samples[Number(path.slice(1))]
    return sample && dataset.html(sample)
  })
  await using service = await startService()
  const markdown = new Map<string, string>()
  for (const [at, { id }] of samples.entries()) {
    const body = { url: `${site.url}/${at}`, formats: ['markdown'], maxAge: 0, storeInCache: false }
    const answer = await service
      .ask<{ data: { markdown?: string } }>('/v2/scrape', body)
      .catch((error: Error) => console.log(`${id}: ${error.message}`))
    markdown.set(id, answer?.data.markdown ?? '')
  }
  return markdown
}

/** Scores the Markdown of every page. */
export function scorePages(dataset: Dataset, markdownFor: (sample: Sample) => string): Score[] {
  return dataset.samples.map((sample) => {
    const text = markdownToText(markdownFor(sample))
    const truth = dataset.truth(sample)
    const reference =
      truth.text ??
      (truth.markdown === undefined ? truth.html && htmlToText(truth.html) : markdownToText(truth.markdown))
    return {
      sample,
      words: reference === undefined ? undefined : wordF1(reference, text),
      shingles: sample.source === 'aeb' ? shingles(reference ?? '', text) : undefined,
      segments:
        sample.source === 'traf'
          ? segments({ with: truth.with ?? [], without: truth.without ?? [] }, text)
          : undefined,
    }
  })
}

/** The measures in docs/reference/quality.md, by name. */
export function measures(scores: readonly Score[]): Record<string, number> {
  const wordsOf = (source: Sample['source'], type?: PageType) =>
    scores.flatMap(({ sample, words }) =>
      words !== undefined && sample.source === source && (type === undefined || sample.type === type)
        ? [words]
        : [],
    )
  const byType = (name: string, source: Sample['source']) =>
    Object.fromEntries(PAGE_TYPES.map((type) => [`${name} ${type}`, mean(wordsOf(source, type))]))
  const test = wordsOf('wcxb-test')
  return {
    'WCXB-test word F1': mean(test),
    ...byType('WCXB-test', 'wcxb-test'),
    'WCXB-test pages below 0.5': test.filter((value) => value < 0.5).length / Math.max(1, test.length),
    'WCXB-dev word F1': mean(wordsOf('wcxb-dev')),
    ...byType('WCXB-dev', 'wcxb-dev'),
    'AEB shingle F1': shingleF1(scores.flatMap((score) => score.shingles ?? [])),
    'trafilatura segments F1': segmentF1(scores.flatMap((score) => score.segments ?? [])),
    'readability word F1': mean(wordsOf('readability')),
    'defuddle word F1': mean(wordsOf('defuddle')),
  }
}
