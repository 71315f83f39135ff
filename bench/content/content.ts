import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel, shippedModel } from '../../src/content/select/model.ts'
import type { StoredModel } from '../../src/content/select/model.ts'
import { Dataset, FOLDS, foldOf } from './dataset.ts'
import type { Sample } from './dataset.ts'
import { markdownOf, measures, scorePages } from './quality.ts'
import { roundTrip } from './round-trip.ts'
import { compareSpeed } from './speed.ts'
import { throughService } from './through-service.ts'
import { foldFile, trainModels } from './train.ts'

const MODEL = new URL('../../src/content/select/model.json', import.meta.url)
const FOLD_MODELS = new URL('folds', import.meta.url)

/**
 * How good main content and Markdown are, against pages whose content people have marked. The shipped model has learned
 * from these pages, so what counts is the column "out of fold": each page is judged by a model that has seen no page of
 * its site. The last column shows that a caller of the service gets what the code gives.
 */
export async function benchContent(folder?: string): Promise<void> {
  const dataset = openDataset(folder)
  if (dataset === undefined) return
  if (!existsSync(foldFile(FOLD_MODELS.pathname, FOLDS - 1))) await benchTraining(folder)
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    readModel(JSON.parse(readFileSync(foldFile(FOLD_MODELS.pathname, fold), 'utf8')) as StoredModel),
  )
  const answered = await throughService(dataset, dataset.samples)
  const own = (sample: Sample) => markdownOf(dataset.html(sample), sample.url, shippedModel())
  const columns = {
    'out of fold': (sample: Sample) => markdownOf(dataset.html(sample), sample.url, models[foldOf(sample)]!),
    'as shipped': own,
    'service, as shipped': (sample: Sample) => answered.get(sample.id) ?? '',
  }
  const rows: Record<string, Record<string, string>> = {}
  for (const [column, markdownFor] of Object.entries(columns)) {
    for (const [measure, value] of Object.entries(measures(scorePages(dataset, markdownFor)))) {
      ;(rows[measure] ??= {})[column] = value.toFixed(4)
    }
  }
  console.table(rows)
  printRoundTrip(dataset, folder!)
  const { ours, peer } = compareSpeed(dataset, 60)
  console.log(
    `parse + select + Markdown: ${ours.toFixed(1)} ms CPU a page; rule by tag names + turndown: ${peer.toFixed(1)} ms; ${(peer / ours).toFixed(2)} times as fast`,
  )
}

/** Learns the shipped model and those of the folds from the pages of a folder. */
export async function benchTraining(folder?: string): Promise<void> {
  if (openDataset(folder) === undefined) return
  await trainModels(join(folder!, 'data'), MODEL.pathname, FOLD_MODELS.pathname)
}

function openDataset(folder: string | undefined): Dataset | undefined {
  if (folder !== undefined && existsSync(join(folder, 'data/manifest.json')))
    return new Dataset(join(folder, 'data'))
  console.error('Name the folder of the extraction benchmark: it holds data/manifest.json.')
  process.exitCode = 2
  return undefined
}

function printRoundTrip(dataset: Dataset, folder: string): void {
  const fragments = dataset.samples
    .filter(({ source }) => source === 'readability')
    .flatMap((sample) => dataset.truth(sample).html ?? [])
  const hardFile = join(folder, 'hard-fragments.html')
  const hard = existsSync(hardFile) ? readFileSync(hardFile, 'utf8').split(/<!--=+-->/) : []
  console.log('Markdown round trip, F1 of what survives:')
  console.table({ fragments: rounded(roundTrip(fragments)), hard: rounded(roundTrip(hard)) })
}

function rounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(3))]))
}
