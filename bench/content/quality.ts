import { understand } from '../../src/scrape/understand/read-page.ts'
import type { Model } from '../../src/content/select/model.ts'
import { PAGE_TYPES } from '../../src/content/select/page-type.ts'
import type { Dataset, Sample } from './dataset.ts'
import { htmlToText, markdownToText } from './markdown-text.ts'
import { mean, segmentF1, segments, shingleF1, shingles, wordF1 } from './metrics.ts'
import type { Shingles } from './metrics.ts'

/** How well the Markdown of one page matches what people said its content is. */
interface Score {
  sample: Sample
  words: number | undefined
  shingles: Shingles | undefined
  segments: Shingles | undefined
}

/** The Markdown of a page as the service gives it, by the given model. */
export function markdownOf(html: string, url: string, model: Model): string {
  const source = {
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    url,
    answer: { status: 200, headers: {} },
  }
  const understood = understand(source, WANTED, model)
  return understood.state === 'understood' ? (understood.fields.markdown ?? '') : ''
}

const WANTED = {
  formats: [{ type: 'markdown' as const }],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
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

/** What docs/quality.md shows, by name. */
export function measures(scores: readonly Score[]): Record<string, number> {
  const words = (keep: (sample: Sample) => boolean) =>
    scores.flatMap(({ sample, words: value }) => (value !== undefined && keep(sample) ? [value] : []))
  const test = words(({ source }) => source === 'wcxb-test')
  return {
    'WCXB-test word F1': mean(test),
    ...Object.fromEntries(
      PAGE_TYPES.map((type) => [
        `WCXB-test ${type}`,
        mean(words((sample) => sample.source === 'wcxb-test' && sample.type === type)),
      ]),
    ),
    'WCXB-test pages below 0.5': test.filter((value) => value < 0.5).length / Math.max(1, test.length),
    'WCXB-dev word F1': mean(words(({ source }) => source === 'wcxb-dev')),
    ...Object.fromEntries(
      PAGE_TYPES.map((type) => [
        `WCXB-dev ${type}`,
        mean(words((sample) => sample.source === 'wcxb-dev' && sample.type === type)),
      ]),
    ),
    'AEB shingle F1': shingleF1(scores.flatMap((score) => score.shingles ?? [])),
    'trafilatura segments F1': segmentF1(scores.flatMap((score) => score.segments ?? [])),
    'readability word F1': mean(words(({ source }) => source === 'readability')),
    'defuddle word F1': mean(words(({ source }) => source === 'defuddle')),
  }
}
