import type { TaskPlan, TaskView } from '../../agent/agent.ts'
import { mergeOverrides } from '../../contract/threat-protection.ts'
import type { ThreatPolicy } from '../../contract/threat-protection.ts'
import { ExtractResponse, ExtractRequest, ExtractStatusResponse } from '../../contract/extract.ts'
import { IdParams } from '../../contract/fields.ts'
import { Fault } from '../../fault.ts'
import { rejectUnsupported } from '../../scrape/admit/admit.ts'
import { schemaField } from './agent.ts'
import { jobAuditNote } from '../server/audit.ts'
import type { AgentNeeds } from './agent.ts'
import { route } from '../server/route.ts'
import { screenStartUrls } from '../jobs/screen-start-urls.ts'
import { refuseZeroRetention } from '../server/request-rules.ts'

/** Structured data from given pages: an agent task under its older API name. */
export function extractRoutes(needs: AgentNeeds) {
  const { agentTasks } = needs
  return [
    route('POST /v2/extract', 'Start an extraction', {
      access: 'team',
      scope: 'agent',
      bucket: 'agent',
      tag: 'Extract',
      body: ExtractRequest,
      response: ExtractResponse,
      async handle({ caller, body, signal }) {
        refuseZeroRetention(caller, 'an extraction')
        rejectUnsupported(body.scrapeOptions)
        const { teamId, keyId } = caller
        const { webhook } = body
        const start = await screenStartUrls(
          needs,
          { caller, signal },
          {
            urls: body.urls.map((url) => url.replace(/\/\*$/, '')),
            override: mergeOverrides(body.threatProtection, body.scrapeOptions.threatProtection),
            reason: 'extract',
            omitsBlocked: body.ignoreInvalidURLs,
          },
        )
        const invalidURLs = [...(body.invalidURLs ?? []), ...start.blocked]
        const isWide = body.urls.some((url) => url.endsWith('/*'))
        const plan = planOf({ ...body, urls: start.urls }, { ...start, isWide })
        const { id } = await agentTasks.start({
          kind: 'extract',
          teamId,
          keyId,
          plan,
          threadId: undefined,
          webhook,
          audit: jobAuditNote(caller, body),
        })
        return {
          success: true,
          id,
          ...(invalidURLs.length > 0 && { invalidURLs }),
          urlTrace: [],
        }
      },
    }),
    route('GET /v2/extract/:id', 'State and result of an extraction', {
      access: 'team',
      scope: 'agent',
      bucket: 'status',
      tag: 'Extract',
      params: IdParams,
      response: ExtractStatusResponse,
      async handle({ caller, params: { id } }) {
        const task = await agentTasks.find(id, caller.teamId, 'extract')
        if (!task) {
          throw new Fault('NOT_FOUND', 'There is no extraction with this id, or it has expired.')
        }
        return extractStatus(task)
      },
    }),
  ]
}

const MAX_CREDITS = 2500
/** Applies without a prompt and a schema. */
const DEFAULT_PROMPT = 'The title and the description'

function planOf(
  request: ExtractRequest,
  {
    screening,
    spentCredits,
    isWide,
  }: { screening: ThreatPolicy | undefined; spentCredits: number; isWide: boolean },
): TaskPlan {
  const { urls, systemPrompt, limit, timeout, scrapeOptions, origin, integration } = request
  const schema = schemaField(request.schema)
  return {
    prompt: request.prompt || ('schema' in schema ? '' : DEFAULT_PROMPT),
    ...(systemPrompt && { instructions: systemPrompt }),
    ...schema,
    urls,
    reach: reachOf(request, isWide),
    searches: request.enableWebSearch || urls.length === 0,
    ...(request.ignoreSitemap && { ignoresSitemaps: true }),
    mode: 'extract',
    model: 'spark-1-mini',
    maxCredits: MAX_CREDITS,
    ...(limit !== undefined && { mostVisits: limit }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
    showSources: request.showSources,
    scrapeOptions,
    ...(screening && { screening }),
    ...(spentCredits > 0 && { spentCredits }),
    origin,
    ...(integration !== undefined && { integration }),
  }
}

/** Reads only the given pages, unless a URL ends in `*` or external links may be followed. */
function reachOf(
  { urls, allowExternalLinks, includeSubdomains }: ExtractRequest,
  isWide: boolean,
): TaskPlan['reach'] {
  if (allowExternalLinks || urls.length === 0) return 'anywhere'
  if (!isWide) return 'pages'
  return includeSubdomains ? 'sites' : 'hosts'
}

function extractStatus({ state, plan, result, ...task }: TaskView): ExtractStatusResponse {
  return {
    success: state !== 'failed',
    status: state,
    data: result.data,
    expiresAt: task.expiresAt.toISOString(),
    error: task.error,
    sources: plan.showSources && result.sources ? sourcesByField(result.sources) : undefined,
    warning: task.warning,
    tokensUsed: result.tokens,
    modelCost: result.cost,
    creditsUsed: task.creditsUsed,
  }
}

/** Maps field names joined with dots instead of JSON pointers. */
function sourcesByField(sources: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(sources).map(([pointer, urls]) => [nameOf(pointer), urls]))
}

function nameOf(pointer: string): string {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}
