import { z } from 'zod'
import { AnyOutput } from '../outputs.ts'
import { singleRequest, pathSegment } from '../call.ts'
import { isJsonObject } from '../normalize-options.ts'
import { tool } from '../tool.ts'
import type { AnyTool, JsonObject } from '../tool.ts'
import { Id } from './job-input.ts'

const MonitorId = Id.describe('The id of the monitor.')
const Page = { limit: z.int().min(1).max(100).optional(), offset: z.int().min(0).optional() }

const monitorFields = {
  name: z.string().min(1).max(256).optional(),
  schedule: z
    .looseObject({
      text: z.string().optional().describe('Such as "every 30 minutes", "daily at 9:00".'),
      cron: z.string().optional(),
      timezone: z.string().optional(),
    })
    .optional(),
  targets: z
    .array(z.looseObject({ type: z.string() }))
    .optional()
    .describe('{"type":"scrape","urls":[…]}, {"type":"crawl","url":…} or {"type":"search","queries":[…]}.'),
  goal: z.string().nullish().describe('Which changes matter, in words.'),
  webhook: z.union([z.string(), z.looseObject({ url: z.string() })]).nullish(),
  notification: z.looseObject({}).nullish(),
  retentionDays: z.int().optional(),
  judgeEnabled: z.boolean().optional(),
}

/** Tools for pages that are watched for changes. */
export const monitorTools: AnyTool[] = [
  tool({
    name: 'monitor_create',
    title: 'Watch for changes',
    description:
      'Watches pages, a site or search results on a schedule and reports what changed. Short form: page or pages or queries, goal, scheduleText, email. Each check costs what its pages cost.',
    input: z.looseObject({
      ...monitorFields,
      page: z.string().optional().describe('One address to watch.'),
      pages: z.array(z.string()).optional(),
      queries: z.array(z.string()).optional().describe('Searches to watch.'),
      searchWindow: z.enum(['5m', '15m', '1h', '6h', '24h', '7d']).optional(),
      maxResults: z.int().optional(),
      includeDomains: z.array(z.string()).optional(),
      excludeDomains: z.array(z.string()).optional(),
      scheduleText: z.string().optional().describe('Such as "every 30 minutes" (default daily).'),
      timezone: z.string().optional(),
      email: z.string().optional().describe('Who is told.'),
      includeDiffs: z.boolean().optional(),
      webhookUrl: z.string().optional(),
    }),
    output: AnyOutput,
    annotations: { openWorld: true },
    normalize: unwrapBody,
    run: singleRequest((input) => ({ method: 'POST', path: '/v2/monitor', body: toMonitor(input) })),
  }),
  tool({
    name: 'monitor_list',
    title: 'List monitors',
    description: 'Lists the monitors of the team. Free.',
    input: z.strictObject(Page),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest((query) => ({ method: 'GET', path: '/v2/monitor', query })),
  }),
  tool({
    name: 'monitor_get',
    title: 'One monitor',
    description: 'Gives a monitor with its targets, schedule and last result. Free.',
    input: z.strictObject({ id: MonitorId }),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest(({ id }) => ({ method: 'GET', path: `/v2/monitor/${pathSegment(id)}` })),
  }),
  tool({
    name: 'monitor_update',
    title: 'Change a monitor',
    description:
      'Changes the fields that are given; null takes one away; status "paused" or "active" pauses or resumes it. Free.',
    input: z.looseObject({ id: MonitorId, status: z.string().optional(), ...monitorFields }),
    output: AnyOutput,
    annotations: { destructive: true, idempotent: true, openWorld: true },
    normalize: unwrapBody,
    run: singleRequest(({ id, ...body }) => ({
      method: 'PATCH',
      path: `/v2/monitor/${pathSegment(id)}`,
      body,
    })),
  }),
  tool({
    name: 'monitor_delete',
    title: 'Delete a monitor',
    description: 'Deletes a monitor with its history.',
    input: z.strictObject({ id: MonitorId }),
    output: AnyOutput,
    annotations: { destructive: true, idempotent: true },
    run: singleRequest(({ id }) => ({ method: 'DELETE', path: `/v2/monitor/${pathSegment(id)}` })),
  }),
  tool({
    name: 'monitor_run',
    title: 'Check now',
    description: 'Starts a check of a monitor now, beside its schedule.',
    input: z.strictObject({ id: MonitorId }),
    output: AnyOutput,
    annotations: { openWorld: true },
    run: singleRequest(({ id }) => ({
      method: 'POST',
      path: `/v2/monitor/${pathSegment(id)}/run`,
      body: {},
    })),
  }),
  tool({
    name: 'monitor_checks',
    title: 'Checks of a monitor',
    description: 'Lists the checks of a monitor, newest first. Free.',
    input: z.strictObject({
      id: MonitorId,
      ...Page,
      status: z
        .enum([
          'queued',
          'running',
          'completed',
          'failed',
          'partial',
          'skipped_overlap',
          'skipped_no_credits',
        ])
        .optional(),
    }),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest(({ id, ...query }) => ({
      method: 'GET',
      path: `/v2/monitor/${pathSegment(id)}/checks`,
      query,
    })),
  }),
  tool({
    name: 'monitor_check',
    title: 'One check of a monitor',
    description: 'Gives one check with its pages and what changed on them. Free.',
    input: z.strictObject({
      id: MonitorId,
      checkId: Id.describe('The id of the check.'),
      limit: z.int().min(1).max(100).optional(),
      skip: z.int().min(0).optional(),
      pageStatus: z.enum(['same', 'new', 'changed', 'removed', 'error']).optional(),
    }),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest(({ id, checkId, pageStatus, ...query }) => ({
      method: 'GET',
      path: `/v2/monitor/${pathSegment(id)}/checks/${pathSegment(checkId)}`,
      query: { ...query, status: pageStatus },
    })),
  }),
]

/** Other servers take the monitor itself under `body`. */
function unwrapBody(given: JsonObject): JsonObject {
  const { body, ...others } = given
  return isJsonObject(body) ? { ...body, ...others } : given
}

/** The request for a monitor, from its long or its short form. */
function toMonitor(input: JsonObject): JsonObject {
  const { page, pages, queries, searchWindow, maxResults, includeDomains, excludeDomains, ...later } = input
  const { scheduleText, timezone, email, includeDiffs, webhookUrl, ...body } = later
  const urls = [page, pages].flat().filter((url) => typeof url === 'string')
  const search = defined({ searchWindow, maxResults, includeDomains, excludeDomains })
  const targets = [
    ...(urls.length > 0 ? [{ type: 'scrape', urls }] : []),
    ...(Array.isArray(queries) ? [{ type: 'search', queries, ...search }] : []),
  ]
  return {
    name: nameOf(urls, queries),
    schedule: defined({ text: scheduleText ?? 'daily', timezone }),
    ...(targets.length > 0 && { targets }),
    ...(email !== undefined && {
      notification: { email: defined({ enabled: true, recipients: [email], includeDiffs }) },
    }),
    ...(webhookUrl !== undefined && { webhook: { url: webhookUrl } }),
    ...body,
  }
}

function nameOf(urls: string[], queries: unknown): string {
  const first = urls[0] ?? (Array.isArray(queries) ? String(queries[0]) : 'Monitor')
  return first.slice(0, 256)
}

function defined(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
