import { z } from 'zod'
import { responseObject, successResponse, originField, HeaderMap, DefaultFalse } from './fields.ts'
import { WebUrl } from './url.ts'

const Format = z.enum(['ocsf', 'ecs', 'cef'])

/** Replaces a stored secret in responses; sent back, it keeps the secret. */
const MASK = '***'

/** URL schemes of syslog collectors. The default port is 514 for TCP and 6514 for TLS. */
export const SYSLOG_PROTOCOLS = ['syslog:', 'tcp:', 'tls:', 'syslog+tls:']

const SYSLOG_URL =
  /^(?:syslog|tcp|tls|syslog\+tls):\/\/(?:[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?\/?$/i

const SyslogUrl = z
  .string()
  .max(300)
  .refine(
    (text) => SYSLOG_URL.test(text) && URL.canParse(text),
    'must be a host and a port, such as tls://collector.example.com:6514',
  )

const HttpUrl = WebUrl.refine(
  (url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '',
  'must not contain a user name or password; use headers instead',
)

/** The URL of a collector: HTTP, or syslog over TCP or TLS. */
const CollectorUrl = z
  .string()
  .overwrite((text) => HttpUrl.safeParse(text).data ?? text.trim())
  .superRefine((text, context) => {
    const isSyslog = SYSLOG_PROTOCOLS.includes(text.replace(/\/\/.*$/s, '').toLowerCase())
    const { success, error } = (isSyslog ? SyslogUrl : HttpUrl).safeParse(text)
    if (!success) for (const { message } of error.issues) context.addIssue({ code: 'custom', message })
  })
  .meta({
    description:
      'An HTTP collector (`https://…`), or syslog over TCP (`tcp://host:514`) or TLS (`tls://host:6514`).',
    example: 'https://splunk.example.com:8088/services/collector/event',
  })

const ENFORCED = 'Whether only the operator may change it. Default: true once the operator has enabled it.'

export const Siem = z.strictObject({
  enabled: DefaultFalse,
  url: CollectorUrl.optional().describe("The URL of a separate collector. Default: the service's collector."),
  format: Format.default('ocsf'),
  headers: HeaderMap.default({}).describe('Sent with every event to an HTTP collector; returned as `***`.'),
  enforced: z.boolean().optional().describe(ENFORCED),
})
export type Siem = z.output<typeof Siem>

/** A change to `Siem`: sent fields replace the stored ones. */
export const SiemChange = z.strictObject({
  enabled: z.boolean().optional(),
  url: CollectorUrl.nullish().describe("Null returns to the service's collector."),
  format: Format.optional(),
  headers: HeaderMap.optional().describe('A value of `***` keeps the stored one.'),
  enforced: z.boolean().optional().describe(ENFORCED),
})
export type SiemChange = z.output<typeof SiemChange>

export const TeamSiemRequest = z.strictObject({
  enabled: z.boolean(),
  url: CollectorUrl.nullish().describe("Omitted or null: the service's collector."),
  format: Format.default('ocsf'),
  headers: HeaderMap.default({}).describe(
    'Sent with every event to an HTTP collector. A value of `***` keeps the stored one, if `url` stays the same.',
  ),
  ...originField,
})
export type TeamSiemRequest = z.output<typeof TeamSiemRequest>

export const TeamSiemResponse = successResponse({
  data: responseObject({
    enabled: z.boolean(),
    url: z.string().nullable(),
    format: Format,
    headers: z.record(z.string(), z.string()).describe('The header names; the values are secret.'),
    managedBy: z
      .enum(['team', 'operator'])
      .describe(
        'Whether the team or the operator manages it. If the operator does, `url` and `headers` are hidden.',
      ),
  }),
})

export const TeamSiemTestRequest = z.strictObject({ ...originField }).prefault({})

export const TeamSiemTestResponse = successResponse({
  data: responseObject({
    accepted: z.boolean(),
    status: z.int().nullable().describe("The HTTP status of the collector's response, if any."),
    message: z.string(),
  }),
})

export function isEnforced({ enforced, enabled }: Siem): boolean {
  return enforced ?? enabled
}

/** The settings with masked header values. */
export function maskSiem(siem: Siem): Siem {
  return { ...siem, headers: Object.fromEntries(Object.keys(siem.headers).map((name) => [name, MASK])) }
}

export function applySiemChange(current: Siem, change: SiemChange): Siem {
  const headers = change.headers && { headers: restoreMaskedHeaders(current.headers, change.headers).headers }
  const url = change.url === null ? undefined : (change.url ?? current.url)
  return Siem.parse({ ...current, ...change, ...headers, url })
}

/** Restores header values that were sent back masked, and returns the names of those headers. */
export function restoreMaskedHeaders(current: Siem['headers'], sent: Siem['headers']) {
  const isMasked = (name: string) => sent[name] === MASK && current[name] !== undefined
  const headers = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isMasked(name) ? current[name]! : value]),
  )
  return { headers, masked: Object.keys(sent).filter(isMasked) }
}
