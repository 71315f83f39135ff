import { LiteParse } from '@llamaindex/liteparse'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { printRows, startCpuClock } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { treeOf, wholeCpuMs } from '../processes.ts'
import { startService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { openBenchmark, Tally } from './benchmark.ts'
import type { Benchmark, Sample } from './benchmark.ts'
import { benchLarge } from './large.ts'
import { parse } from './parse.ts'

/**
 * Measures the quality of documents through the running service, against documents whose content is known, beside the
 * base library for PDFs alone. Then the speed, and the responses to damaged and malicious documents.
 */
export async function benchDocuments(folder: string, only?: string): Promise<void> {
  const benchmark = await openBenchmark(folder)
  await using service = await startService()
  const groups = Map.groupBy(benchmark.samples, groupOf)
  const rows: Rows = {}
  for (const [group, samples] of groups) {
    const isChosen = only === undefined || only === QUALITY || group.startsWith(only)
    if (group === 'bad-input' || !isChosen) continue
    rows[group] = await scored(samples, benchmark, service)
    if (samples.every(({ format }) => format === 'pdf')) {
      rows[`  ${group}: liteparse alone`] = await scoredByBase(samples, benchmark)
    }
  }
  if (Object.keys(rows).length > 0) printRows('documents', rows)
  if (only !== undefined && only !== 'speed') return
  await printSpeed([...(groups.get('icdar2013 pdf') ?? []), ...(groups.get('odl-twin pdf') ?? [])], service)
  await printBad(groups.get('bad-input') ?? [], service)
  await benchLarge(service)
}

/** All sets without the speed, the bad input and the large files. */
const QUALITY = 'quality'

function groupOf({ set, format }: Sample): string {
  return set === 'bad-input'
    ? set
    : set === 'docling-office' && /^(?:od.|epub)$/.test(format)
      ? `${set} ODF+EPUB`
      : `${set} ${format}`
}

async function scored(samples: Sample[], benchmark: Benchmark, service: BenchService) {
  const tally = new Tally(benchmark)
  let failed = 0
  for (const sample of samples) {
    const { markdown = '', status, error } = await parse(service, sample.file)
    if (status !== 200) {
      failed++
      console.log(`${sample.file}: ${status} ${error}`)
    }
    tally.add(sample, markdown)
  }
  return { ...tally.means(), failed: `${failed} of ${samples.length}` }
}

/** The base library for PDFs alone. */
const BASE = {
  outputFormat: 'markdown',
  ocrEnabled: false,
  imageMode: 'off',
  quiet: true,
  numWorkers: 1,
} as const

async function scoredByBase(samples: Sample[], benchmark: Benchmark) {
  const parser = new LiteParse(BASE)
  const tally = new Tally(benchmark)
  for (const sample of samples) {
    const { text } = await parser.parse(sample.file).catch(() => ({ text: '' }))
    tally.add(sample, text)
  }
  return tally.means()
}

const ROUNDS = 3
/** Scanned pages are not compared. */
const TEXT_ONLY = { parsers: [{ type: 'pdf', mode: 'fast' }] }

/**
 * CPU time over all processes of the service, including the database, and of the base library in this one.
 */
async function printSpeed(samples: Sample[], service: BenchService): Promise<void> {
  const parseAll = async () => {
    let pages = 0
    for (const { file } of samples) pages += (await parse(service, file, TEXT_ONLY)).pages
    return pages
  }
  await parseAll()
  const before = wholeCpuMs(treeOf(service.pid))
  let pages = 0
  for (let round = 0; round < ROUNDS; round++) pages += await parseAll()
  const usedMs = wholeCpuMs(treeOf(service.pid)) - before
  const parser = new LiteParse(BASE)
  const clock = startCpuClock()
  let basePages = 0
  for (const { file } of samples) basePages += (await parser.parse(readFileSync(file))).pages.length
  printRows(`${samples.length} small text PDFs`, {
    'the service, database and all': { 'pages per CPU second': Math.round((pages * 1000) / usedMs) },
    'liteparse alone': { 'pages per CPU second': Math.round((basePages * 1000) / clock()) },
  })
}

async function printBad(samples: Sample[], service: BenchService): Promise<void> {
  const rows: Rows = {}
  for (const { file, expect } of samples) {
    const { status, code, error, markdown, ms } = await parse(service, file)
    const answer = status === 200 ? `text of ${markdown?.length} characters` : `${status} ${code}: ${error}`
    rows[basename(file)] = { expected: expect, ms: Math.round(ms), answer }
  }
  printRows('bad input', rows)
}
