import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { Dataset, FOLDS } from './dataset.ts'
import { learn } from './learn.ts'
import { toTrainingPage } from './training-page.ts'

/** The work of one thread: trains on all pages, or on all but those of a fold. */
interface Task {
  folder: string
  without: number | undefined
  into: string
}

/**
 * Trains one model for each fold on the pages outside of it, and the shipped one on all pages into
 * `modelFile`, if given.
 */
export async function trainModels(folder: string, foldsFolder: string, modelFile?: string): Promise<void> {
  mkdirSync(foldsFolder, { recursive: true })
  const tasks: Task[] = Array.from({ length: FOLDS }, (_, fold) => ({
    folder,
    without: fold,
    into: foldFile(foldsFolder, fold),
  }))
  if (modelFile !== undefined) tasks.unshift({ folder, without: undefined, into: modelFile })
  const take = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) await inThread(task)
  }
  await Promise.all([take(), take()])
}

export function foldFile(foldsFolder: string, fold: number): string {
  return join(foldsFolder, `fold-${fold}.json`)
}

function inThread(task: Task): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 6000 },
    })
    worker.once('error', reject).once('exit', () => resolve())
  })
}

function run({ folder, without, into }: Task): void {
  const dataset = new Dataset(folder)
  const trainingPages = dataset.samples
    .map((sample) => toTrainingPage(dataset, sample))
    .filter(({ fold }) => fold !== without)
  writeFileSync(into, `${JSON.stringify(learn(dataset, trainingPages))}\n`)
  console.log(`trained on ${trainingPages.length} pages: ${into}`)
}

if (!isMainThread) run(workerData as Task)
