import { LiteParse } from '@llamaindex/liteparse'
import { readFileSync } from 'node:fs'
import { treeOf, wholeCpuMs } from '../process-tree.ts'
import { openBenchmark } from './benchmark.ts'
import type { Benchmark, Sample } from './benchmark.ts'
import { benchLarge } from './large.ts'
import { startDocumentService } from './service.ts'
import type { Answer, DocumentService } from './service.ts'
import { Tally } from './tally.ts'

/**
 * How good documents come out, through the running service, against documents whose content is known; beside it in the
 * same run the base library for PDFs by itself. Then how fast, and what damaged and malicious ones are answered with.
 */
export async function benchDocuments(folder?: string, only?: string): Promise<void> {
  const benchmark = await openBenchmark(folder)
  if (benchmark === undefined) return
  await using service = await startDocumentService()
  const groups = Map.groupBy(benchmark.samples, groupOf)
  const rows: Record<string, Record<string, string>> = {}
  for (const [group, samples] of groups) {
    if (group === 'bad-input' || (only !== undefined && !group.startsWith(only))) continue
    rows[group] = await scored(samples, benchmark, service)
    if (samples.every(({ format }) => format === 'pdf')) {
      rows[`  ${group}: liteparse alone`] = await scoredByBase(samples, benchmark)
    }
  }
  console.table(rows)
  if (only !== undefined && only !== 'speed') return
  await printSpeed([...(groups.get('icdar2013 pdf') ?? []), ...(groups.get('odl-twin pdf') ?? [])], service)
  await printBad(groups.get('bad-input') ?? [], service)
  await benchLarge(service)
}

function groupOf({ set, format }: Sample): string {
  return set === 'bad-input'
    ? set
    : set === 'docling-office' && /^(?:od.|epub)$/.test(format)
      ? `${set} ODF+EPUB`
      : `${set} ${format}`
}

async function scored(samples: Sample[], benchmark: Benchmark, { parse }: DocumentService) {
  const tally = new Tally(benchmark)
  let failed = 0
  for (const sample of samples) {
    const { markdown = '', status, error } = await parse(sample.file)
    if (status !== 200) {
      failed++
      console.log(`${sample.file}: ${status} ${error}`)
    }
    tally.add(sample, markdown)
  }
  return { ...tally.means(), failed: `${failed} of ${samples.length}` }
}

/** The base library for PDFs with nothing of ours. */
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
/** Pages that are pictures are another matter. */
const TEXT_ONLY = { parsers: [{ type: 'pdf', mode: 'fast' }] }

/** CPU time over all processes of the service, the database included, and of the base library in this one. */
async function printSpeed(samples: Sample[], service: DocumentService): Promise<void> {
  const answers: Answer[] = []
  for (const { file } of samples) await service.parse(file, TEXT_ONLY)
  const before = wholeCpuMs(treeOf(service.pid))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { file } of samples) answers.push(await service.parse(file, TEXT_ONLY))
  }
  const usedMs = wholeCpuMs(treeOf(service.pid)) - before
  const pages = answers.reduce((sum, answer) => sum + answer.pages, 0)
  console.log(
    `${answers.length} small text PDFs of ${pages} pages: ${(pages / (usedMs / 1000)).toFixed(0)} pages per CPU second, database and all`,
  )
  const parser = new LiteParse(BASE)
  const start = process.cpuUsage()
  let basePages = 0
  for (const { file } of samples) basePages += (await parser.parse(readFileSync(file))).pages.length
  const { user, system } = process.cpuUsage(start)
  console.log(`liteparse alone: ${(basePages / ((user + system) / 1e6)).toFixed(0)} pages per CPU second`)
}

async function printBad(samples: Sample[], { parse }: DocumentService): Promise<void> {
  const rows: Record<string, object> = {}
  for (const { file, expect } of samples) {
    const { status, code, error, markdown, ms } = await parse(file)
    rows[file.split('/').at(-1)!] = {
      expected: expect,
      answer: status === 200 ? `text of ${markdown?.length} characters` : `${status} ${code}: ${error}`,
      ms: Math.round(ms),
    }
  }
  console.table(rows)
}
