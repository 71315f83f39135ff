import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { failureText } from '../failure-text.ts'
import { withFrontMatter } from '../front-matter.ts'
import { createPageNames } from '../page-names.ts'
import { pageText } from '../page-text.ts'
import type { Page } from '../page.ts'
import { FORMAT_FLAGS, formatOptions } from '../scrape-flags.ts'

const MAX_FILE_BYTES = 50 * 1024 * 1024

export const parse = command({
  summary: 'Documents of this machine as Markdown or data',
  takes: '<file...>',
  about:
    'PDF, Office and OpenDocument files, HTML, mail, books, pictures with text. - is standard input and needs --name.',
  flags: {
    ...FORMAT_FLAGS,
    name: { kind: 'text', takes: 'name', help: 'File name of standard input; its ending says what it is' },
  },
  examples: [
    ['parse report.pdf', 'Markdown to the terminal'],
    ['parse report.pdf -Q "What was the turnover?"', 'An answer from the document'],
    ['parse *.docx -o texts/', 'Several files to a folder'],
    ['parse - --name page.html < page.html', 'From standard input'],
  ],
  async run({ flags, words }, session) {
    const files = words.length > 0 || session.input.isTerminal ? words : ['-']
    if (files.length === 0) throw new UsageError('Which file? A path is missing.', 'winnow parse report.pdf')
    const options = await formatOptions(flags, session.folder)
    const sources = await Promise.all(files.map((file) => sourceOf(file, flags.name, session)))
    return await parseAll(sources, options, session)
  },
})

/** A file that is going to be read. */
interface Source {
  name: string
  read(): Promise<Uint8Array<ArrayBuffer>>
}

async function sourceOf(file: string, name: string | undefined, { folder, input }: Session): Promise<Source> {
  if (file === '-') {
    if (name === undefined)
      throw new UsageError(
        'Standard input needs --name, whose ending says what it is.',
        'winnow parse - --name report.pdf < report.pdf',
      )
    return { name, read: () => input.bytes() }
  }
  if (/^https?:\/\//i.test(file))
    throw new UsageError(`${file} is an address.`, `Documents on the web: winnow scrape ${file}`)
  const path = resolve(folder, file)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`There is no file ${file}.`)
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`)
  if (found.size > MAX_FILE_BYTES)
    throw new UsageError(`${file} is larger than 50 MB, which is the most the service takes.`)
  return { name: name ?? basename(path), read: () => readFile(path) as Promise<Uint8Array<ArrayBuffer>> }
}

/** A document and the file it comes from. */
interface Parsed {
  name: string
  page: Page
}

/** One after another: a document may keep the service busy for a while. */
async function parseAll(
  sources: readonly Source[],
  options: Record<string, unknown>,
  session: Session,
): Promise<ExitCode> {
  const { client, out, signal, settings } = session
  const isSeveral = sources.length > 1
  const writeDocument = isSeveral || out.target.kind === 'folder' ? openTarget(session) : undefined
  const parsed: Parsed[] = []
  for (const [index, { name, read }] of sources.entries()) {
    if (isSeveral) out.progress({ done: index, total: sources.length, latest: name })
    try {
      const page = (await client.parse({ data: await read(), filename: name }, options, { signal })) as Page
      if (page.warning) out.warn(`Note: ${page.warning}`)
      await writeDocument?.({ name, page })
      parsed.push({ name, page })
    } catch (failure) {
      if (!isSeveral || signal.aborted) throw failure
      out.warn(`${name}: ${failureText(failure, settings).message}`)
    }
  }
  if (!writeDocument) await out.result({ text: pageText(parsed[0]!.page), data: parsed[0]!.page })
  else if (out.isJson || out.target.kind === 'file')
    await out.result({ text: parsed.map(documentText).join('\n'), data: parsed.map(({ page }) => page) })
  if (out.target.kind === 'folder')
    out.note(`${parsed.length} of ${sources.length} files written to ${out.target.path}`)
  if (parsed.length === sources.length) return EXIT.ok
  return parsed.length > 0 ? EXIT.partial : EXIT.failed
}

/** Where each of several documents goes as soon as it is there. */
function openTarget({ out }: Session): (parsed: Parsed) => Promise<void> {
  const { target } = out
  if (target.kind === 'folder') {
    const names = createPageNames(FILES)
    let count = 0
    return async ({ name, page }) => {
      // Files of the same name from different folders are different documents.
      const file = names.nameOf(`${FILES}${encodeURIComponent(name)}#${count++}`)
      const isText = page.markdown !== undefined && !out.isJson
      const content = isText ? documentText({ name, page }) : `${JSON.stringify(page, undefined, 2)}\n`
      await out.save(join(target.path, `${file}${isText ? '.md' : '.json'}`), content)
    }
  }
  if (target.kind === 'file' || out.isJson) return async () => {}
  return (parsed) => out.print(`${documentText(parsed)}\n`)
}

/** Stands for the folder that files come from, where names are made from addresses. */
const FILES = 'http://files.invalid/'

function documentText({ name, page }: Parsed): string {
  return page.markdown === undefined
    ? pageText(page)
    : withFrontMatter({ ...page, metadata: { ...page.metadata, url: name, sourceURL: name } })
}
