import { readUrls } from '../read-urls.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { COMMON_FLAGS, Flags, FlagValues } from '../flag.ts'
import { JOB_FLAGS } from '../job-flags.ts'
import { isJobId } from '../job-id.ts'
import { resumeJob, followStartedJob, jobOf } from '../resume-job.ts'
import { readJson } from '../read-json.ts'
import { compact, PAGE_FLAGS, pageOptions } from '../scrape-flags.ts'

const FLAGS = {
  ...PAGE_FLAGS,
  ...JOB_FLAGS,
  file: { kind: 'text', takes: 'path', help: 'File with an address per line; - is standard input' },
} as const satisfies Flags

type BatchFlags = FlagValues<typeof FLAGS> & FlagValues<typeof COMMON_FLAGS>

export const batch = command({
  summary: 'Many pages that you name, as one job of the service',
  takes: '[url... | id]',
  about:
    'Addresses come from the command line, from --file or from standard input (-), one per line; lines with # are left out.',
  flags: FLAGS,
  examples: [
    ['batch https://example.com https://example.org -o pages/', 'Two pages to a folder'],
    ['batch --file urls.txt --jsonl', 'A JSON document per line'],
    ['map https://example.com | winnow batch -o site/', 'All addresses of a site'],
    ['batch 01890a5d-ac96-774b-bcce-b302099a8057 -o pages/', 'Go on with a batch'],
  ],
  async run({ flags, words }, session) {
    const { client, out, signal } = session
    const [word] = words
    if (isJobId(word)) return await resumeJob(jobOf('batch', { id: word }, session), flags, session)
    if (flags.cancel || flags.status) throw new UsageError('--cancel and --status take the id of a batch.')
    const urls = await readUrls(words, session, flags.file)
    if (urls.length === 0)
      throw new UsageError('Which pages? Addresses are missing.', 'winnow batch --file urls.txt -o pages/')
    const started = (await client.startBatch(urls, await batchOptions(flags, session), { signal })) as {
      id: string
      invalidURLs?: string[]
    }
    for (const url of started.invalidURLs ?? []) out.warn(`${url}: not a valid address, left out`)
    const job = jobOf('batch', { id: started.id, url: urls[0] }, session)
    const of = `${urls.length} pages`
    const code = await followStartedJob(job, { started, scope: of }, flags, session)
    return code === EXIT.ok && (started.invalidURLs ?? []).length > 0 ? EXIT.partial : code
  },
})

async function batchOptions(flags: BatchFlags, { folder }: Session): Promise<Record<string, unknown>> {
  const { timeout: _, ...page } = await pageOptions(flags, folder)
  const given = await readJson(
    'scrape-options',
    { text: flags['scrape-options'], file: flags['scrape-options-file'] },
    folder,
  )
  return compact({ ...page, ...given, maxConcurrency: flags['max-concurrency'], webhook: flags.webhook })
}
