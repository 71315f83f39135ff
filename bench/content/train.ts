import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { Dataset, FOLDS } from './dataset.ts'
import { learn } from './learn.ts'
import { toTrainingPage } from './training-page.ts'

/** What one thread learns: from all pages but those of a fold, or from all. */
interface Task {
  folder: string
  without: number | undefined
  into: string
}

/** Learns one model for each fold from the pages outside of it, and into `modelFile`, if any, the shipped one from all. */
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
  const lessons = dataset.samples
    .map((sample) => toTrainingPage(dataset, sample))
    .filter(({ fold }) => fold !== without)
  writeFileSync(into, `${JSON.stringify(learn(dataset, lessons))}\n`)
  console.log(`learned from ${lessons.length} pages: ${into}`)
}

if (!isMainThread) run(workerData as Task)
