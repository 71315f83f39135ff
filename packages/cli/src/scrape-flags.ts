import { UsageError } from './exit-codes.ts'
import type { Flags, FlagValues } from './flag.ts'
import { nearest } from './nearest.ts'
import { readJson } from './read-json.ts'

/** Formats that are asked for by their name alone. */
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

/** Options about what a page is turned into; those of `parse` too. */
export const FORMAT_FLAGS = {
  format: {
    kind: 'list',
    short: 'f',
    takes: 'formats',
    help: `Formats, separated by commas: ${FORMATS.join(', ')}`,
  },
  html: { kind: 'switch', short: 'H', help: 'Short for -f html' },
  summary: { kind: 'switch', short: 'S', help: 'Short for -f summary' },
  query: { kind: 'text', short: 'Q', takes: 'question', help: 'A question that the page answers' },
  schema: { kind: 'text', takes: 'json', help: 'JSON Schema of the data to take from the page' },
  'schema-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
  prompt: { kind: 'text', short: 'p', takes: 'words', help: 'The data to take, or the task, in words' },
  'only-main-content': { kind: 'switch', help: 'Without menus, footers and sidebars (the default)' },
  'full-page': { kind: 'switch', help: 'The whole page, menus and footers included' },
  'include-tags': { kind: 'list', takes: 'selectors', help: 'Only these tags or CSS selectors' },
  'exclude-tags': { kind: 'list', takes: 'selectors', help: 'Without these tags or CSS selectors' },
  'redact-pii': { kind: 'switch', help: 'Personal data taken out' },
  timeout: {
    kind: 'number',
    takes: 'number',
    min: 0,
    help: 'Time limit: milliseconds for a page or file, else seconds',
  },
} as const satisfies Flags

/** Options about how a page is fetched. */
export const PAGE_FLAGS = {
  ...FORMAT_FLAGS,
  'wait-for': { kind: 'number', takes: 'ms', help: 'Let the page settle for so long' },
  screenshot: { kind: 'switch', help: 'With a screenshot' },
  'full-page-screenshot': { kind: 'switch', help: 'With a screenshot of the whole page' },
  mobile: { kind: 'switch', help: 'As a telephone' },
  'max-age': { kind: 'number', takes: 'ms', help: 'How old a cached copy may be; 0 fetches anew' },
  country: { kind: 'text', takes: 'code', help: 'Country of the visit, as in DE' },
  languages: { kind: 'list', takes: 'codes', help: 'Languages of the visit' },
  profile: { kind: 'text', takes: 'name', help: 'Browser profile with its cookies' },
  'no-save-changes': { kind: 'switch', help: 'Leave the profile as it was' },
  lockdown: { kind: 'switch', help: 'From the cache only' },
  actions: { kind: 'text', takes: 'json', help: 'What to do on the page first' },
  'actions-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
  header: {
    kind: 'list',
    whole: true,
    takes: 'name:value',
    help: 'Header of the request; may be given several times',
  },
  proxy: {
    kind: 'text',
    takes: 'kind',
    choices: ['basic', 'enhanced', 'auto', 'stealth'],
    help: 'Kind of proxy',
  },
  'zero-data-retention': { kind: 'switch', help: 'Nothing is kept of it' },
} as const satisfies Flags

type Options = Record<string, unknown>

/** Options of a scrape as the service takes them; what was not given is left to the service. */
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

/** Options of a file that is parsed. */
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
    `There is no format "${given}".`,
    meant ? `Did you mean ${meant}?` : `There are ${FORMATS.join(', ')}.`,
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

/** The object without what is undefined. */
export function compact(object: Options): Options {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
