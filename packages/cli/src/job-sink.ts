import type { JobState } from '../../client/src/client.ts'
import type { Session } from './command.ts'
import { requestedUrlOf, withFrontMatter } from './front-matter.ts'
import { openPageFolder, readIndex } from './page-folder.ts'
import { pageText } from './page-text.ts'
import type { Page } from './page.ts'

export type FailedPages = { url: string; code?: string; error: string }[]

/** The job that pages come from, and where it began as far as that is known. */
interface JobSource {
  id: string
  url: string | undefined
}

/** Where the pages of a job go while it runs. */
interface Sink {
  write(page: Page): Promise<void>
  end(state: JobState, failed: FailedPages): Promise<void>
  /** The job is not followed to its end now; somebody may go on with it. */
  suspend(): Promise<void>
  count(): number
  /** For the last line: where they are. */
  location(): string
}

/** Files in a folder, a line of JSON each, one JSON document, or text one after another. */
export async function openSink(job: JobSource, isLines: boolean, { out }: Session): Promise<Sink> {
  let count = 0
  const counted = (sink: Omit<Sink, 'count'>): Sink => ({
    ...sink,
    async write(page) {
      await sink.write(page)
      count++
    },
    count: () => count,
  })
  if (out.target.kind === 'folder') return counted(await folderSink(job, out.target.path, out))
  if (out.target.kind === 'stdout' && isLines)
    return counted({
      write: (page) => out.print(`${JSON.stringify(page)}\n`),
      end: async () => {},
      suspend: async () => {},
      location: () => '',
    })
  if (out.target.kind === 'stdout' && !out.isJson)
    return counted({
      write: (page) => out.print(`${count > 0 ? '\n' : ''}${textOf(page)}`),
      end: async () => {},
      suspend: async () => {},
      location: () => '',
    })
  const pages: Page[] = []
  return counted({
    write: async (page) => void pages.push(page),
    async end(state, errors) {
      const text = isLines
        ? pages.map((page) => JSON.stringify(page)).join('\n')
        : pages.map(textOf).join('\n')
      await out.result({ text, data: { id: job.id, ...state, data: pages, errors } })
    },
    suspend: async () => {},
    location: () => '',
  })
}

/** The folder says from the beginning which job it is filled from, so that the same command line can go on with it. */
async function folderSink(
  { id, url }: JobSource,
  path: string,
  out: Session['out'],
): Promise<Omit<Sink, 'count'>> {
  const start = url ?? (await readIndex(path))?.url
  const open = (first: string) => openPageFolder(path, { url: start ?? first, id }, out)
  let opened = start === undefined ? undefined : await open(start)
  let left = 0
  return {
    async write(page) {
      opened ??= await open(requestedUrlOf(page))
      await opened.write(page)
    },
    async end(_, failed) {
      opened ??= await open('')
      await opened.finish(failed)
      left = opened.left()
    },
    suspend: async () => await opened?.leave(),
    location: () =>
      ` in ${path}${left > 0 ? ` (and ${left} of an earlier run that did not come this time)` : ''}`,
  }
}

function textOf(page: Page): string {
  return page.markdown === undefined ? `${pageText(page)}\n` : withFrontMatter(page)
}
