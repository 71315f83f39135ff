import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { textContent } from 'domutils'
import { foldSpace, UNREADABLE } from '../../../content/parse/readable-text.ts'
import type { SourceResponse, Page } from '../../../content/parse/page.ts'

/** Marks of vendors stand early; the rest of a long page says nothing more. */
const SOURCE_CHARS = 256 * 1024
const TEXT_CHARS = 4000

export function evidenceOf(page: Page, response: SourceResponse | undefined): Evidence {
  const evidence = noEvidence(page, response)
  walk(page.root.children, evidence, true)
  return { ...evidence, text: evidence.text.trim() }
}

export type Evidence = ReturnType<typeof noEvidence>

function noEvidence({ base, source }: Page, response: SourceResponse | undefined) {
  return {
    status: response?.status ?? 200,
    headers: response?.headers ?? {},
    url: base,
    title: '',
    /** The beginning of the visible text, with white space collapsed. */
    text: '',
    /** Visible letters outside headers, navigation and footers. */
    contentLength: 0,
    source: source.slice(0, SOURCE_CHARS),
    scripts: { external: 0, inlineLength: 0, dataLength: 0 },
    noscript: '',
    /** Mount points of scripts: the number of letters in each. */
    mounts: [] as number[],
    placeholders: 0,
    blocks: 0,
    pictures: 0,
    frames: 0,
    fields: 0,
    hasPassword: false,
    isTemplate: false,
    refresh: undefined as string | undefined,
  }
}

function walk(nodes: readonly AnyNode[], evidence: Evidence, isContent: boolean): void {
  for (const node of nodes) {
    if (isText(node)) readText(node.data, evidence, isContent)
    else if (isTag(node)) visit(node, evidence, isContent)
    else if ('children' in node) walk(node.children, evidence, isContent)
  }
}

function readText(data: string, evidence: Evidence, isContent: boolean): void {
  // The beginning tells enough, and folding the white space of a very long text takes more memory than a thread has.
  const seen = foldSpace(data.slice(0, 2 * TEXT_CHARS))
  if (seen === ' ' || seen === '') return
  if (isContent) evidence.contentLength += seen.length
  if (evidence.text.length < TEXT_CHARS) evidence.text += `${seen.slice(0, TEXT_CHARS)} `
}

function visit(element: Element, evidence: Evidence, isContent: boolean): void {
  const { name, attribs, children } = element
  const row = Object.hasOwn(ROWS, name) ? ROWS[name] : undefined
  row?.(element, evidence)
  if (UNREADABLE.has(name) || isHidden(attribs)) return
  if (PLACEHOLDER.test(attribs['class'] ?? '')) evidence.placeholders++
  if (TEMPLATE_ATTRIBUTES.some((attribute) => attribs[attribute] !== undefined)) evidence.isTemplate = true

  const before = evidence.contentLength
  const seenBefore = evidence.pictures + evidence.fields
  walk(children, evidence, isContent && !PAGE_FRAME.has(name))
  const gained = evidence.contentLength - before
  if (BLOCKS.has(name) && gained > 0) evidence.blocks++
  if (isMount(element) && evidence.pictures + evidence.fields === seenBefore) evidence.mounts.push(gained)
}

const ROWS: Record<string, (element: Element, evidence: Evidence) => void> = {
  title(element, evidence) {
    evidence.title ||= textContent(element).replace(/\s+/g, ' ').trim().slice(0, 200)
  },
  script: readScript,
  noscript(element, evidence) {
    if (evidence.noscript.length < TEXT_CHARS)
      evidence.noscript += ` ${textContent(element).slice(0, TEXT_CHARS)}`
  },
  img: (_, evidence) => evidence.pictures++,
  picture: (_, evidence) => evidence.pictures++,
  video: (_, evidence) => evidence.pictures++,
  iframe({ attribs }, evidence) {
    // Frames without a size or an address are a tracker's.
    if (!/^[01](px)?$/.test(attribs['width'] ?? '') && attribs['src'] && !isHidden(attribs)) evidence.frames++
  },
  frameset: (_, evidence) => evidence.frames++,
  textarea({ attribs }, evidence) {
    if (!isHidden(attribs)) evidence.fields++
  },
  select: (_, evidence) => evidence.fields++,
  input({ attribs }, evidence) {
    const type = (attribs['type'] ?? 'text').toLowerCase()
    if (!/^(hidden|submit|button|image|reset)$/.test(type) && !isHidden(attribs)) evidence.fields++
    if (type === 'password') evidence.hasPassword = true
  },
  meta({ attribs }, evidence) {
    if (/^refresh$/i.test(attribs['http-equiv'] ?? '')) evidence.refresh ??= attribs['content'] ?? ''
  },
}

function readScript(element: Element, { scripts }: Evidence): void {
  const type = (element.attribs['type'] ?? '').toLowerCase()
  const length = element.children.reduce((sum, child) => sum + (isText(child) ? child.data.length : 0), 0)
  if (/json/.test(type) && !/ld\+json/.test(type)) scripts.dataLength += length
  else if (type !== '' && !/^(module|text\/babel|.*(java|ecma)script)$/.test(type)) return
  else if (element.attribs['src'] !== undefined) scripts.external++
  else scripts.inlineLength += length
}

const PAGE_FRAME = new Set('nav header footer aside dialog'.split(' '))
const BLOCKS = new Set('h1 h2 h3 h4 h5 h6 p li td dd pre blockquote'.split(' '))
const PLACEHOLDER =
  /(?:^|[\s_-])(?:skeleton|shimmer|placeholder|preloader|spinner|loader|loading)(?:$|[\s_-])/i
const TEMPLATE_ATTRIBUTES = ['ng-app', 'ng-controller', 'v-cloak', 'ng-cloak', 'data-ng-app', 'x-cloak']

const MOUNT_ID =
  /^(root|app|react-root|react-app|__next|__nuxt|___gatsby|svelte|q-app|app-root|app-container|app-mount|appmount|application|main-app|spa|mount|reactroot|vue-app|ember-app|client-app|web-app|page-root|remix-root)$/i
const MOUNT_TAG = /^(app-root|my-app|app-main|ion-app|[a-z]+-app|app-[a-z]+)$/

function isMount({ name, attribs }: Element): boolean {
  return MOUNT_ID.test(attribs['id'] ?? '') || MOUNT_TAG.test(name) || attribs['data-reactroot'] !== undefined
}

function isHidden({ hidden, style = '' }: Record<string, string | undefined>): boolean {
  return hidden !== undefined || /display\s*:\s*none/i.test(style)
}
