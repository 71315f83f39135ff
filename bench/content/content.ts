import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel, shippedModel } from '../../src/content/select/model.ts'
import type { StoredModel } from '../../src/content/select/model.ts'
import { printRows } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { Dataset, FOLDS, foldOf } from './dataset.ts'
import type { Sample } from './dataset.ts'
import { markdownFromService, markdownOf, measures, scorePages } from './quality.ts'
import { roundTrip } from './round-trip.ts'
import { compareSpeed } from './speed.ts'
import { foldFile, trainModels } from './train.ts'

const MODEL = new URL('../../src/content/select/model.json', import.meta.url)
const FOLD_MODELS = new URL('folds', import.meta.url)

/**
 * Measures main content and Markdown against pages whose content people have marked. The shipped model was
 * trained on these pages, so the column "out of fold" is the result: each page is judged by a model that was
 * trained on no page of its site. The last column checks that the service returns the same as the code.
 */
export async function benchContent(folder: string): Promise<void> {
  const dataset = new Dataset(join(folder, 'data'))
  if (!existsSync(foldFile(FOLD_MODELS.pathname, FOLDS - 1))) {
    await trainModels(join(folder, 'data'), FOLD_MODELS.pathname)
  }
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    readModel(JSON.parse(readFileSync(foldFile(FOLD_MODELS.pathname, fold), 'utf8')) as StoredModel),
  )
  const answered = await markdownFromService(dataset)
  const own = (sample: Sample) => markdownOf(dataset.html(sample), sample.url, shippedModel())
  const columns = {
    'out of fold': (sample: Sample) => markdownOf(dataset.html(sample), sample.url, models[foldOf(sample)]!),
    'as shipped': own,
    'service, as shipped': (sample: Sample) => answered.get(sample.id) ?? '',
  }
  const rows: Rows = {}
  for (const [column, markdownFor] of Object.entries(columns)) {
    for (const [measure, value] of Object.entries(measures(scorePages(dataset, markdownFor)))) {
      ;(rows[measure] ??= {})[column] = value.toFixed(4)
    }
  }
  printRows('measure', rows)
  printRoundTrip(dataset, folder)
  const { ours, peer } = compareSpeed(dataset, 60)
  console.log(
    `parse + select + Markdown: ${ours.toFixed(1)} ms CPU a page; rule by tag names + turndown: ${peer.toFixed(1)} ms; ${(peer / ours).toFixed(2)} times as fast`,
  )
}

/** Trains the shipped model and those of the folds from the pages of a folder. */
export async function benchTraining(folder: string): Promise<void> {
  await trainModels(join(folder, 'data'), FOLD_MODELS.pathname, MODEL.pathname)
}

function printRoundTrip(dataset: Dataset, folder: string): void {
  const fragments = dataset.samples
    .filter(({ source }) => source === 'readability')
    .flatMap((sample) => dataset.truth(sample).html ?? [])
  const hardFile = join(folder, 'hard-fragments.html')
  const hard = existsSync(hardFile) ? readFileSync(hardFile, 'utf8').split(/<!--=+-->/) : []
  printRows('Markdown round trip, F1', { fragments: roundTrip(fragments), hard: roundTrip(hard) })
}
