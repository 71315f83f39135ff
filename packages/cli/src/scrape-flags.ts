import { UsageError } from './exit-codes.ts'
import type { Flags, FlagValues } from './flag.ts'
import { nearest } from './nearest.ts'
import { readJson } from './read-json.ts'

/** Formats without options of their own. */
const FORMATS = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'summary',
  'screenshot',
  'json',
  'changeTracking',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
] as const

/** Options that choose the output formats; `parse` has them too. */
export const FORMAT_FLAGS = {
  format: {
    kind: 'list',
    short: 'f',
    takes: 'formats',
    help: `Formats, separated by commas: ${FORMATS.join(', ')}`,
  },
  html: { kind: 'switch', short: 'H', help: 'Short for -f html' },
  summary: { kind: 'switch', short: 'S', help: 'Short for -f summary' },
  query: { kind: 'text', short: 'Q', takes: 'question', help: 'Ask the page a question' },
  schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the data to extract from the page' },
  'schema-file': { kind: 'text', takes: 'file', help: 'File with this schema' },
  prompt: { kind: 'text', short: 'p', takes: 'words', help: 'Description of the data, or the task' },
  'only-main-content': { kind: 'switch', help: 'Leave out menus, footers and sidebars (the default)' },
  'full-page': { kind: 'switch', help: 'The whole page, menus and footers included' },
  'include-tags': { kind: 'list', takes: 'selectors', help: 'Only these tags or CSS selectors' },
  'exclude-tags': { kind: 'list', takes: 'selectors', help: 'Exclude these tags or CSS selectors' },
  'redact-pii': { kind: 'switch', help: 'Remove personal data' },
  timeout: {
    kind: 'number',
    takes: 'number',
    min: 0,
    help: 'Time limit: milliseconds for a page or file, else seconds',
  },
} as const satisfies Flags

/** Options that control how a page is fetched. */
export const PAGE_FLAGS = {
  ...FORMAT_FLAGS,
  'wait-for': { kind: 'number', takes: 'ms', help: 'Wait this long after loading' },
  screenshot: { kind: 'switch', help: 'Include a screenshot' },
  'full-page-screenshot': { kind: 'switch', help: 'Include a screenshot of the whole page' },
  mobile: { kind: 'switch', help: 'Emulate a mobile device' },
  'max-age': { kind: 'number', takes: 'ms', help: 'Maximum age of a cached page; 0 fetches it again' },
  country: { kind: 'text', takes: 'code', help: 'Country of the request, as in DE' },
  languages: { kind: 'list', takes: 'codes', help: 'Preferred languages' },
  profile: { kind: 'text', takes: 'name', help: 'Browser profile with its cookies' },
  'no-save-changes': { kind: 'switch', help: 'Do not save changes to the profile' },
  lockdown: { kind: 'switch', help: 'Use only the cache' },
  actions: { kind: 'text', takes: 'json', help: 'Actions before the page is read' },
  'actions-file': { kind: 'text', takes: 'file', help: 'File with these actions' },
  header: {
    kind: 'list',
    whole: true,
    takes: 'name:value',
    help: 'Request header; can be repeated',
  },
  proxy: {
    kind: 'text',
    takes: 'kind',
    choices: ['basic', 'enhanced', 'auto', 'stealth'],
    help: 'Kind of proxy',
  },
  'zero-data-retention': { kind: 'switch', help: 'Store nothing of this request' },
} as const satisfies Flags

type Options = Record<string, unknown>

/** Scrape options in API form; options that were not given are left to the defaults of the service. */
export async function pageOptions(flags: FlagValues<typeof PAGE_FLAGS>, folder: string): Promise<Options> {
  const actions = await readJson('actions', { text: flags.actions, file: flags['actions-file'] }, folder)
  const location = { country: flags.country, languages: flags.languages }
  return compact({
    ...(await formatOptions(flags, folder)),
    formats: await formatsOf(flags, folder),
    waitFor: flags['wait-for'],
    mobile: flags.mobile || undefined,
    maxAge: flags['max-age'],
    location: Object.values(location).some((value) => value !== undefined) ? compact(location) : undefined,
    profile: flags.profile && { name: flags.profile, saveChanges: !flags['no-save-changes'] },
    lockdown: flags.lockdown || undefined,
    actions,
    headers: headersOf(flags.header),
    proxy: flags.proxy,
    zeroDataRetention: flags['zero-data-retention'] || undefined,
  })
}

/** Options of a file for `parse`. */
export async function formatOptions(
  flags: FlagValues<typeof FORMAT_FLAGS>,
  folder: string,
): Promise<Options> {
  if (flags['full-page'] && flags['only-main-content'])
    throw new UsageError('--full-page and --only-main-content cannot be given together.')
  return compact({
    formats: await formatsOf(flags, folder),
    onlyMainContent: flags['full-page'] ? false : flags['only-main-content'] || undefined,
    includeTags: flags['include-tags'],
    excludeTags: flags['exclude-tags'],
    redactPII: flags['redact-pii'] || undefined,
    timeout: flags.timeout,
  })
}

async function formatsOf(
  flags: FlagValues<typeof FORMAT_FLAGS> & { screenshot?: boolean; 'full-page-screenshot'?: boolean },
  folder: string,
): Promise<unknown[] | undefined> {
  const schema = await readJson('schema', { text: flags.schema, file: flags['schema-file'] }, folder)
  const names = (flags.format ?? []).map(formatNamed)
  if (flags.html) names.push('html')
  if (flags.summary) names.push('summary')
  const isData = schema !== undefined || flags.prompt !== undefined
  if (names.includes('json') && !isData)
    throw new UsageError('The format json needs --schema, --schema-file or --prompt.')
  const formats: unknown[] = [...new Set(names)].filter((name) => name !== 'json' && name !== 'screenshot')
  if (flags['full-page-screenshot']) formats.push({ type: 'screenshot', fullPage: true })
  else if (flags.screenshot || names.includes('screenshot')) formats.push('screenshot')
  if (flags.query !== undefined) formats.push({ type: 'question', question: flags.query })
  if (isData) formats.push({ type: 'json', ...compact({ schema, prompt: flags.prompt }) })
  return formats.length > 0 ? formats : undefined
}

function formatNamed(given: string): string {
  const found = FORMATS.find((name) => name.toLowerCase() === given.toLowerCase().replaceAll(/[-_]/g, ''))
  if (found) return found
  const meant = nearest(given, FORMATS)
  throw new UsageError(
    `Unknown format "${given}".`,
    meant ? `Did you mean ${meant}?` : `Formats: ${FORMATS.join(', ')}.`,
  )
}

function headersOf(list: string[] | undefined): Record<string, string> | undefined {
  return (
    list &&
    Object.fromEntries(
      list.map((line) => {
        const [name, ...value] = line.split(':')
        if (!name || value.length === 0) throw new UsageError(`--header takes name:value, not "${line}".`)
        return [name.trim(), value.join(':').trim()]
      }),
    )
  )
}

/** A copy of the object without undefined values. */
export function compact(object: Options): Options {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
