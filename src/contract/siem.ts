import { z } from 'zod'
import { responseObject, successResponse, originField, HeaderMap, DefaultFalse } from './fields.ts'
import { WebUrl } from './url.ts'

const Format = z.enum(['ocsf', 'ecs', 'cef'])

/** What stands in place of a secret that is not shown again; sent back, it leaves the secret as it was. */
const MASK = '***'

/** What syslog collectors are written with; port 514 for TCP and 6514 for TLS unless one is given. */
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
  'must not contain a user name or password; put them into headers',
)

/** Where a collector is: HTTP, or syslog over TCP or TLS. */
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

const ENFORCED = 'Whether only the operator may change it. Default: as soon as the operator has enabled it.'

export const Siem = z.strictObject({
  enabled: DefaultFalse,
  url: CollectorUrl.optional().describe('A collector of its own; otherwise the one of the service.'),
  format: Format.default('ocsf'),
  headers: HeaderMap.default({}).describe('Sent with every event to an HTTP collector; shown as `***`.'),
  enforced: z.boolean().optional().describe(ENFORCED),
})
export type Siem = z.output<typeof Siem>

/** A change to `Siem`: what is given replaces what was. */
export const SiemChange = z.strictObject({
  enabled: z.boolean().optional(),
  url: CollectorUrl.nullish().describe('Null goes back to the collector of the service.'),
  format: Format.optional(),
  headers: HeaderMap.optional().describe('A value of `***` stays what it was.'),
  enforced: z.boolean().optional().describe(ENFORCED),
})
export type SiemChange = z.output<typeof SiemChange>

export const TeamSiemRequest = z.strictObject({
  enabled: z.boolean(),
  url: CollectorUrl.nullish().describe('Left out or null: the collector of the service.'),
  format: Format.default('ocsf'),
  headers: HeaderMap.default({}).describe(
    'Sent with every event to an HTTP collector. A value of `***` stays what it was, as long as `url` does.',
  ),
  ...originField,
})
export type TeamSiemRequest = z.output<typeof TeamSiemRequest>

export const TeamSiemResponse = successResponse({
  data: responseObject({
    enabled: z.boolean(),
    url: z.string().nullable(),
    format: Format,
    headers: z.record(z.string(), z.string()).describe('Their names; the values are secrets.'),
    managedBy: z
      .enum(['team', 'operator'])
      .describe('Who may change it. What the operator manages is shown without `url` and `headers`.'),
  }),
})

export const TeamSiemTestRequest = z.strictObject({ ...originField }).prefault({})

export const TeamSiemTestResponse = successResponse({
  data: responseObject({
    accepted: z.boolean(),
    status: z.int().nullable().describe('The status that an HTTP collector answered with, if it did.'),
    message: z.string(),
  }),
})

export function isEnforced({ enforced, enabled }: Siem): boolean {
  return enforced ?? enabled
}

/** As it is shown: the values of headers are secrets. */
export function maskSiem(siem: Siem): Siem {
  return { ...siem, headers: Object.fromEntries(Object.keys(siem.headers).map((name) => [name, MASK])) }
}

export function applySiemChange(current: Siem, change: SiemChange): Siem {
  const headers = change.headers && { headers: restoreMaskedHeaders(current.headers, change.headers).headers }
  const url = change.url === null ? undefined : (change.url ?? current.url)
  return Siem.parse({ ...current, ...change, ...headers, url })
}

/** Headers with the values that were sent back hidden, and which ones those were. */
export function restoreMaskedHeaders(current: Siem['headers'], sent: Siem['headers']) {
  const isMasked = (name: string) => sent[name] === MASK && current[name] !== undefined
  const headers = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isMasked(name) ? current[name]! : value]),
  )
  return { headers, masked: Object.keys(sent).filter(isMasked) }
}
