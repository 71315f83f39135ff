import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestedUrlOf, withFrontMatter } from './front-matter.ts'
import type { Output } from './output.ts'
import type { Page } from './page.ts'
import { createPageNames, INDEX_NAME } from './page-names.ts'

/** What stands in the folder beside the pages: what came, what did not, and the job it comes from. */
export interface FolderIndex {
  url: string
  /** The job, to go on with it when it was interrupted. */
  id?: string
  state: 'running' | 'finished'
  updatedAt: string
  pages: { url: string; title?: string; files: string[] }[]
  failed: { url: string; code?: string; error: string }[]
}

const INDEX = `${INDEX_NAME}.json`

/** The index of an earlier run into this folder. */
export async function readIndex(folder: string): Promise<FolderIndex | undefined> {
  const text = await readFile(join(folder, INDEX), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const index = JSON.parse(text) as FolderIndex
    return Array.isArray(index.pages) ? index : undefined
  } catch {
    return undefined
  }
}

/**
 * A folder that pages are written to, each as a Markdown file of its own (and files for the other formats). A page that
 * an earlier run wrote keeps its name and is written over; one that is not there any more keeps its file.
 */
export async function openPageFolder(
  folder: string,
  start: { url: string; id?: string },
  out: Pick<Output, 'save'>,
) {
  const earlier = await readIndex(folder)
  const taken = new Map(
    (earlier?.pages ?? []).flatMap(({ url, files }) => {
      const name = files[0] && stem(files[0])
      return name === undefined ? [] : [[url, name] as const]
    }),
  )
  const names = createPageNames(start.url, taken)
  const pages = new Map((earlier?.pages ?? []).map((page) => [page.url, page]))
  const written = new Set<string>()

  const writeIndex = (state: FolderIndex['state'], failed: FolderIndex['failed']) => {
    const index: FolderIndex = {
      ...start,
      state,
      updatedAt: new Date().toISOString(),
      pages: [...pages.values()],
      failed,
    }
    return out.save(join(folder, INDEX), `${JSON.stringify(index, undefined, 2)}\n`)
  }
  await writeIndex('running', [])

  return {
    async write(page: Page, from = requestedUrlOf(page)): Promise<string[]> {
      const name = names.nameOf(from)
      const files = filesOf(page).map(([ending, content]) => ({ file: name + ending, content }))
      for (const { file, content } of files) await out.save(join(folder, ...file.split('/')), content)
      const { title } = page.metadata ?? {}
      pages.set(from, {
        url: from,
        ...(typeof title === 'string' && { title }),
        files: files.map(({ file }) => file),
      })
      written.add(from)
      return files.map(({ file }) => file)
    },
    finish: (failed: FolderIndex['failed']) => writeIndex('finished', failed),
    leave: () => writeIndex('running', []),
    written: () => written.size,
    /** Files of earlier runs whose pages did not come this time. */
    left: () => [...pages.keys()].filter((url) => !written.has(url)).length,
  }
}

/** The name without its ending, refused when somebody wrote a way out of the folder into the index. */
function stem(file: string): string | undefined {
  const isInside = !/^[/\\]|\\|^[a-z]:/i.test(file) && !file.split('/').includes('..')
  return isInside ? file.replace(/(?:\.raw)?\.(?:md|html|json)$/, '') : undefined
}

function filesOf(page: Page): [ending: string, content: string][] {
  const { markdown, html, rawHtml, metadata, warning, ...others } = page
  const files: [string, string][] = []
  if (markdown !== undefined) files.push(['.md', withFrontMatter(page)])
  if (html !== undefined) files.push(['.html', html])
  if (rawHtml !== undefined) files.push(['.raw.html', rawHtml])
  const isRest = Object.keys(others).length > 0 || files.length === 0
  if (isRest) files.push(['.json', `${JSON.stringify({ ...others, metadata, warning }, undefined, 2)}\n`])
  return files
}
