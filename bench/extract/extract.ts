import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { benchAnswers } from './answers.ts'
import { benchFixtures } from './fixtures.ts'
import { benchPii } from './pii.ts'
import { benchSpeed } from './speed.ts'
import { benchSwde } from './swde.ts'
import { trainAnswers } from './train-answers.ts'
import { train, validate } from './train.ts'

/**
 * How well data, answers and personal data are found. A folder is measured by what it holds: pages with marked values, or
 * marked sentences. Without one, the project's own pages are. `train` before folders of everyday pages writes the model that
 * comes with the service, and `validate` tells how well such a model does on pages it has not seen; `train-answers` learns how answers are ranked.
 */
export async function benchExtract(...words: string[]): Promise<void> {
  const [first, folder] = words
  if (first === 'train' && folder !== undefined) return train(...words.slice(1))
  if (first === 'validate' && folder !== undefined) return validate(...words.slice(1))
  if (first === 'train-answers') return trainAnswers(...words.slice(1))
  if (first === undefined) {
    await benchFixtures()
    await benchAnswers()
    await benchSpeed()
  }
  for (const word of words) await measure(word)
}

const OWN: Record<string, () => Promise<void>> = {
  fixtures: benchFixtures,
  answers: benchAnswers,
  speed: benchSpeed,
}

/** What a folder holds tells what it is for. */
const FOLDERS: [file: string, bench: (folder: string) => Promise<void>][] = [
  ['manifest.jsonl', benchSwde],
  ['sentences.jsonl', benchPii],
]

async function measure(word: string): Promise<void> {
  const bench = FOLDERS.find(([file]) => existsSync(join(word, file)))?.[1]
  if (OWN[word]) await OWN[word]()
  else if (bench) await bench(word)
  else {
    const files = FOLDERS.map(([file]) => file).join(' nor ')
    throw new Error(`${word} is neither ${Object.keys(OWN).join(' nor ')}, nor a folder that holds ${files}.`)
  }
}
