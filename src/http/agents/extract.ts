import type { TaskPlan, TaskView } from '../../agent/agent.ts'
import { mergedOverride } from '../../contract/threat-protection.ts'
import type { ThreatPolicy } from '../../contract/threat-protection.ts'
import { ExtractAnswer, ExtractRequest, ExtractStatusAnswer } from '../../contract/extract.ts'
import { IdParams } from '../../contract/fields.ts'
import { Fault } from '../../fault.ts'
import { rejectUnsupported } from '../../scrape/admit/admit.ts'
import { schemaIn } from './agent.ts'
import { jobNote } from '../server/audit.ts'
import type { AgentNeeds } from './agent.ts'
import { route } from '../server/route.ts'
import { screenStart } from '../jobs/screen-start.ts'
import { refuseUnkept } from '../server/request-rules.ts'

/** Structured data from given pages: a task of an agent under its older name. */
export function extractRoutes(needs: AgentNeeds) {
  const { agentTasks } = needs
  return [
    route('POST /v2/extract', 'Start an extraction', {
      access: 'team',
      scope: 'agent',
      bucket: 'agent',
      tag: 'Extract',
      body: ExtractRequest,
      answer: ExtractAnswer,
      async handle({ who, body, signal }) {
        refuseUnkept(who, 'an extraction')
        rejectUnsupported(body.scrapeOptions)
        const { teamId, keyId } = who
        const { webhook } = body
        const start = await screenStart(
          needs,
          { who, signal },
          {
            urls: body.urls.map((url) => url.replace(/\/\*$/, '')),
            override: mergedOverride(body.threatProtection, body.scrapeOptions.threatProtection),
            reason: 'extract',
            leavesOut: body.ignoreInvalidURLs,
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
          audit: jobNote(who, body),
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
      answer: ExtractStatusAnswer,
      async handle({ who, params: { id } }) {
        const task = await agentTasks.find(id, who.teamId, 'extract')
        if (!task) {
          throw new Fault('NOT_FOUND', 'There is no extraction with this id, or it has expired.')
        }
        return extractStatus(task)
      },
    }),
  ]
}

const MAX_CREDITS = 2500
/** What is given when nothing in particular is asked for. */
const ABOUT = 'The title and the description'

function planOf(
  request: ExtractRequest,
  {
    screening,
    spentCredits,
    isWide,
  }: { screening: ThreatPolicy | undefined; spentCredits: number; isWide: boolean },
): TaskPlan {
  const { urls, systemPrompt, limit, timeout, scrapeOptions, origin, integration } = request
  const schema = schemaIn(request.schema)
  return {
    prompt: request.prompt || ('schema' in schema ? '' : ABOUT),
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

/** Given pages are read alone, unless one of them ends in a star or links to other sites may be followed. */
function reachOf(
  { urls, allowExternalLinks, includeSubdomains }: ExtractRequest,
  isWide: boolean,
): TaskPlan['reach'] {
  if (allowExternalLinks || urls.length === 0) return 'anywhere'
  if (!isWide) return 'pages'
  return includeSubdomains ? 'sites' : 'hosts'
}

function extractStatus({ state, plan, result, ...task }: TaskView): ExtractStatusAnswer {
  return {
    success: state !== 'failed',
    status: state,
    data: result.data,
    expiresAt: task.expiresAt.toISOString(),
    error: task.error,
    sources: plan.showSources && result.sources ? byField(result.sources) : undefined,
    warning: task.warning,
    tokensUsed: result.tokens,
    modelCost: result.cost,
    creditsUsed: task.creditsUsed,
  }
}

/** Fields by their names with dots between them instead of JSON pointers. */
function byField(sources: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(sources).map(([pointer, urls]) => [nameOf(pointer), urls]))
}

function nameOf(pointer: string): string {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}
