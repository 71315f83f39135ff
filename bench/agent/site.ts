import type { Task } from './task.ts'

/** The pages of a site as a pure function of the path and query. */
export interface Pages {
  /** The origin of its absolute links, without a final slash; a server replaces it with its own. */
  origin: string
  respond(path: string): Reply
  /** Every path that has a page. */
  paths: readonly string[]
}

/** Pages with the tasks that are run over them. */
export interface Site extends Pages {
  name: string
  language: string
  tasks: readonly Task[]
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

/** Another site, which every page may link to and no task has anything to do with. */
export const ELSEWHERE = 'http://elsewhere.example'

interface Plan {
  name: string
  language: string
  /** Markup of every page by its path, query included. */
  pages: Record<string, string>
  /** Where an address leads instead. */
  redirects?: Record<string, string>
  /** What is no page: `/robots.txt`, `/sitemap.xml`. */
  files?: Record<string, string>
  notFound: string
  tasks: readonly Task[]
}

export function createSite({ pages, redirects = {}, files = {}, notFound, ...plan }: Plan): Site {
  return {
    ...plan,
    origin: originOf(plan.name),
    paths: Object.keys(pages),
    respond(path) {
      const page = pages[path]
      if (page !== undefined) return reply(200, HTML, page)
      const location = redirects[path] ?? withSlash(path, pages)
      if (location !== undefined) return { status: 301, headers: { location }, body: '' }
      const file = files[path]
      if (file !== undefined) {
        return reply(200, path.endsWith('.xml') ? 'application/xml' : 'text/plain; charset=utf-8', file)
      }
      return reply(404, HTML, notFound)
    },
  }
}

export function originOf(name: string): string {
  return `http://${name}.example`
}

const HTML = 'text/html; charset=utf-8'

function reply(status: number, type: string, body: string): Reply {
  return { status, headers: { 'content-type': type }, body }
}

function withSlash(path: string, pages: Record<string, string>): string | undefined {
  return !path.endsWith('/') && pages[`${path}/`] !== undefined ? `${path}/` : undefined
}
