import { reasonOf, WinnowError } from '../../../client/src/failure.ts'
import type { CapabilitiesAnswer } from '../../../client/src/client.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { isJobId } from '../job-id.ts'
import type { Paint } from '../output.ts'
import { masked } from '../settings.ts'
import { VERSION } from '../version.ts'

/** One thing that works, works less, is not set up, or is broken. */
interface Finding {
  what: string
  state: 'ok' | 'less' | 'off' | 'broken'
  says: string
  /** What to do about it. */
  help?: string
}

export const doctor = command({
  summary: 'What works here, and why not',
  takes: '[job-id]',
  about:
    'Ends with 1 when something essential is broken. With the id of a job it says what became of that job.',
  flags: {},
  examples: [
    ['doctor', 'Service, key, browser, OCR, model, search, database'],
    ['doctor 01890a5d-ac96-774b-bcce-b302099a8057', 'What is the matter with a job'],
  ],
  async run({ words }, session) {
    const [id] = words
    if (id !== undefined) return await explainJob(id, session)
    const findings = await runChecks(session)
    await session.out.result({
      text: findings.map(lineOf).join('\n'),
      data: { ok: findings.every(({ state }) => state !== 'broken'), findings },
      paint,
    })
    return findings.some(({ state }) => state === 'broken') ? EXIT.failed : EXIT.ok
  },
})

async function explainJob(jobId: string, { client, out, signal }: Session) {
  if (!isJobId(jobId)) throw new UsageError(`"${jobId}" is not the id of a job.`)
  const answer = (await client.ask(
    'What became of this job, and what can be done?',
    { jobId },
    { signal },
  )) as {
    answer: string
  }
  await out.result({ text: answer.answer, data: answer })
  return EXIT.ok
}

async function runChecks(session: Session): Promise<Finding[]> {
  const { settings } = session
  const own: Finding = {
    what: 'Command line',
    state: 'ok',
    says: `winnow ${VERSION}, Node ${process.versions.node}`,
  }
  const service = await serviceFinding(session)
  if (service.finding.state === 'broken') return [own, service.finding]
  const key = await keyFinding(session)
  const parts = key.state === 'ok' ? await capabilities(session) : undefined
  const findings = [own, service.finding, ...service.parts, key, ...(parts ?? [])]
  if (parts === undefined)
    findings.push({
      what: 'More',
      state: 'off',
      says: `OCR, model and search are told with a valid key (${settings.apiKey.from})`,
    })
  return findings
}

/** Whether the service is there, and what its probe says of its parts. */
async function serviceFinding({
  settings,
  fetch,
  signal,
}: Session): Promise<{ finding: Finding; parts: Finding[] }> {
  const what = 'Service'
  const { value: url, from } = settings.apiUrl
  let response: Response
  let text: string
  try {
    response = await fetch(`${url}/ready`, { signal })
    text = await response.text()
  } catch (failure) {
    const says = `${url} (${from}) cannot be reached: ${reasonOf(failure)}`
    return { finding: { what, state: 'broken', says, help: SERVICE_HELP }, parts: [] }
  }
  const ready = readinessIn(text)
  if (ready === undefined) {
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'nothing that names its type'
    const says = `${url} (${from}) is not the service: it answers with ${type} (HTTP ${response.status})`
    return { finding: { what, state: 'broken', says, help: SERVICE_HELP }, parts: [] }
  }
  const finding: Finding = {
    what,
    state: response.ok ? 'ok' : 'broken',
    says: `${url} (${from}) is ${ready.status}`,
  }
  const parts = Object.entries({
    Database: ready.database,
    Queue: ready.queue,
    Browser: ready.browser,
  }).flatMap(([part, says]) => (says === undefined ? [] : [partFinding(part, says)]))
  return { finding, parts }
}

const SERVICE_HELP =
  'Start it with `npm start` in a checkout of the service, or name another one with --api-url.'

/** What a service tells about itself; undefined of everything else that may answer there. */
function readinessIn(text: string): (Record<string, string> & { status: string }) | undefined {
  try {
    const parsed = JSON.parse(text) as Record<string, string> | null
    return typeof parsed?.status === 'string' ? { ...parsed, status: parsed.status } : undefined
  } catch {
    return undefined
  }
}

function partFinding(what: string, says: string): Finding {
  if (!says.startsWith('unavailable')) return { what, state: 'ok', says }
  if (what !== 'Browser') return { what, state: 'broken', says }
  const help =
    'Pages that need scripts, screenshots, actions and interact do not work; plain pages and documents do. See docs/operate/running.md.'
  return { what, state: 'less', says, help }
}

async function keyFinding({ client, settings, signal }: Session): Promise<Finding> {
  const what = 'API key'
  const { value, from } = settings.apiKey
  if (value === undefined)
    return {
      what,
      state: 'less',
      says: 'not set: only scrape, search and parse, within limits',
      help: 'winnow login',
    }
  try {
    const { remainingCredits } = (await client.creditUsage({ signal })) as { remainingCredits: number }
    return {
      what,
      state: 'ok',
      says: `${masked(value)} (${from}) is valid, ${remainingCredits.toLocaleString('en')} credits left`,
    }
  } catch (failure) {
    const isUnknown = failure instanceof WinnowError && failure.status === 401
    const says = isUnknown ? `${masked(value)} (${from}) is not known there` : reasonOf(failure)
    return { what, state: 'broken', says, help: 'winnow login' }
  }
}

/** What the service tells about itself to those who have a key. */
async function capabilities({ client, signal }: Session): Promise<Finding[] | undefined> {
  let has: CapabilitiesAnswer
  try {
    has = await client.capabilities({ signal })
  } catch (failure) {
    const isOlder = failure instanceof WinnowError && failure.status === 404
    const says = isOlder ? 'this service does not tell about OCR, model and search' : reasonOf(failure)
    return [{ what: 'More', state: 'off', says }]
  }
  const isLocalOnly = has.search.providers.every((name) => name === 'local')
  return [
    { what: 'Version', state: 'ok', says: has.version },
    has.ocr.languages.length > 0
      ? { what: 'OCR', state: 'ok', says: has.ocr.languages.join(', ') }
      : {
          what: 'OCR',
          state: 'less',
          says: 'no languages are installed',
          help: 'Run npm ci in the checkout of the service.',
        },
    has.model.name === null
      ? {
          what: 'Model',
          state: 'off',
          says: 'the embedded engine answers',
          help: 'WINNOW_LLM_URL and WINNOW_LLM_MODEL name a model; see docs/operate/models.md.',
        }
      : {
          what: 'Model',
          state: 'ok',
          says: [has.model.name, has.model.pro && `pro: ${has.model.pro}`].filter(Boolean).join(', '),
        },
    isLocalOnly
      ? {
          what: 'Search',
          state: 'off',
          says: 'only pages that the service has seen (local)',
          help: 'WINNOW_SEARCH_PROVIDER names one for the web; see docs/guides/search.md.',
        }
      : { what: 'Search', state: 'ok', says: has.search.providers.join(', ') },
    { what: 'Code', state: 'ok', says: has.code.languages.join(', ') },
    has.urlRisk.provider === null
      ? { what: 'URL risk', state: 'off', says: 'no checker is set' }
      : { what: 'URL risk', state: 'ok', says: has.urlRisk.provider },
    // Services of an earlier version give none.
    ...(has.warnings ?? []).map((says): Finding => ({ what: 'Setup', state: 'less', says })),
  ]
}

const MARKS = { ok: 'ok', less: '!', off: '-', broken: 'NO' } as const

function lineOf({ what, state, says, help }: Finding): string {
  const line = `${MARKS[state].padEnd(3)}${what.padEnd(14)}${says}`
  return help && state !== 'ok' ? `${line}\n   ${''.padEnd(14)}${help}` : line
}

const paint: Paint = (plain, color) =>
  plain
    .replaceAll(/^ok /gm, color('good', 'ok '))
    .replaceAll(/^! /gm, color('doubtful', '! '))
    .replaceAll(/^NO /gm, color('bad', 'NO '))
