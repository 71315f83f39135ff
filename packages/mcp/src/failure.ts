import { z } from 'zod'
import { WinnowError } from '../../client/src/client.ts'
import type { JsonObject } from './tool.ts'

/** A failure that a tool finds out itself, before or instead of asking the service. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly code: string
  readonly nextActions: readonly string[]
  readonly details: unknown

  constructor(code: string, message: string, about: { nextActions?: string[]; details?: unknown } = {}) {
    super(message)
    this.code = code
    this.nextActions = about.nextActions ?? []
    this.details = about.details
  }
}

/** A failure after a job was started: what was asked about it failed, not the job. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  override readonly cause: WinnowError
  readonly job: { id: string; kind: string; statusTool: string }

  constructor(cause: WinnowError, { id, kind, statusTool }: JobFailure['job']) {
    super(cause.message)
    this.cause = cause
    this.job = { id, kind, statusTool }
  }
}

const GET_A_KEY =
  'Get an API key and set it as SERVICE_API_KEY (local server) or send it as a bearer token (hosted server).'

/** Whether a failure has a reason that the caller can be told. */
export function isExpected(failure: unknown): boolean {
  return [WinnowError, JobFailure, ToolFailure, z.ZodError].some((kind) => failure instanceof kind)
}

/** What the caller is told about a failure: a code to act on, a sentence, and what to do next. */
export function describeFailure(failure: unknown, isKeyless: boolean): JsonObject {
  if (failure instanceof WinnowError) return describeServiceError(failure, isKeyless)
  if (failure instanceof JobFailure) return describeJobFailure(failure, isKeyless)
  if (failure instanceof ToolFailure)
    return compact({
      code: failure.code,
      message: failure.message,
      details: failure.details,
      next_actions: failure.nextActions,
    })
  if (failure instanceof z.ZodError)
    return compact({
      code: 'BAD_REQUEST',
      message: `The arguments are not right: ${z.prettifyError(failure)}`,
      next_actions: ['Correct the arguments as the input schema of the tool says, and call it again.'],
    })
  return { success: false, code: 'UNKNOWN_ERROR', message: 'The tool failed for a reason of its own.' }
}

/** The answer to a tool that only callers with a key have. */
export function keyRequired(name: string): ToolFailure {
  return new ToolFailure(
    'KEYLESS_TOOL_NOT_AVAILABLE',
    `${name} needs an API key. Without one there are winnow_search, winnow_scrape and winnow_parse.`,
    { nextActions: [GET_A_KEY, 'Use winnow_search, winnow_scrape or winnow_parse instead.'] },
  )
}

function describeServiceError(failure: WinnowError, isKeyless: boolean): JsonObject {
  const code = isKeyless ? keylessCode(failure) : failure.code
  return compact({
    code,
    message: failure.message,
    status: failure.status,
    details: failure.details,
    job_id: failure.jobId,
    request_id: failure.requestId,
    auth_mode: isKeyless ? 'keyless' : undefined,
    retry_after_seconds: failure.retryAfterSeconds,
    next_actions: nextActions(failure, isKeyless),
  })
}

/** The job goes on without who waited for it; its id is all that is needed to come back to it. */
function describeJobFailure(
  { cause, job: { id, kind, statusTool } }: JobFailure,
  isKeyless: boolean,
): JsonObject {
  const said = describeServiceError(cause.withJobId(id), isKeyless)
  const later = `Call ${statusTool} with {"id":"${id}"} later: the ${kind} goes on without this call.`
  return {
    ...said,
    message: `The ${kind} ${id} was started, but then: ${cause.message}`,
    next_actions: [later, ...((said['next_actions'] as string[] | undefined) ?? [])],
  }
}

/** Without a key the same failures mean something else to the caller. */
function keylessCode(failure: WinnowError): string {
  if (failure.code === 'UNAUTHORIZED') return 'KEYLESS_ACCESS_NOT_AVAILABLE'
  return requiresKey(failure) ? 'KEYLESS_OPTION_NOT_AVAILABLE' : failure.code
}

/** Much is forbidden to everybody, such as a private address: only what the service has for keys is worth one. */
function requiresKey(failure: WinnowError): boolean {
  return failure.status === 401 || lacks(failure, 'apiKey')
}

/** What the caller lacks, as the service names it in the details of a 403. */
function lacks({ status, details }: WinnowError, what: 'apiKey' | 'scope'): boolean {
  return status === 403 && (details as { needs?: unknown } | null | undefined)?.needs === what
}

function nextActions(failure: WinnowError, isKeyless: boolean): string[] {
  const { code, status, retryAfterSeconds } = failure
  const again = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} s`
  if (code === 'NETWORK') return ['Check that the service runs and that SERVICE_API_URL names its address.']
  if (isKeyless && requiresKey(failure)) return [GET_A_KEY]
  if (isKeyless && status === 429) return [`Try again ${again}.`, GET_A_KEY]
  if (status === 401) return ['Check the API key, as the message says.']
  if (lacks(failure, 'scope'))
    return ['Use another tool, or ask for an API key with the scope that the message names.']
  if (status === 402) return ['Ask the owner of the team for credits; winnow_credit_usage tells the balance.']
  if (status === 429) return [`Try again ${again}.`]
  if (status === 501) return ['This service does not offer it; use another tool.']
  if (status === 400) return ['Correct what the message names, and call the tool again.']
  return NEXT_BY_CODE[code] ?? []
}

const NEXT_BY_CODE: Record<string, string[]> = {
  SCRAPE_DNS_RESOLUTION_ERROR: ['Check the spelling of the host name, or find the page with winnow_search.'],
  SCRAPE_TIMEOUT: ['Try again with a larger timeout.'],
  SCRAPE_NO_CACHED_DATA: ['Leave minAge out to fetch the page.'],
  SCRAPE_LOCKDOWN_CACHE_MISS: ['Leave lockdown out to fetch the page.'],
  TIMEOUT: ['Try again with a larger timeout.'],
}

function compact(said: JsonObject): JsonObject {
  const kept = Object.entries(said).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return { success: false, ...Object.fromEntries(kept) }
}
