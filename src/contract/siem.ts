import { z } from 'zod'
import { HeaderMap } from './headers.ts'
import { WebUrl } from './url.ts'

const Format = z.enum(['ocsf', 'ecs', 'cef'])

/** What stands in place of a secret that is not shown again; sent back, it leaves the secret as it was. */
const HIDDEN = '***'

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

/** Whether and where the log events of an organization go. */
export const Siem = z.strictObject({
  enabled: z.boolean().default(false),
  url: CollectorUrl.optional().describe('A collector of its own; otherwise the one of the service.'),
  format: Format.default('ocsf'),
  headers: HeaderMap.default({}).describe('Sent with every event to an HTTP collector; shown as `***`.'),
})
export type Siem = z.output<typeof Siem>

/** A change to `Siem`: what is given replaces what was. */
export const SiemChange = z.strictObject({
  enabled: z.boolean().optional(),
  url: CollectorUrl.nullish().describe('Null goes back to the collector of the service.'),
  format: Format.optional(),
  headers: HeaderMap.optional().describe('A value of `***` stays what it was.'),
})
export type SiemChange = z.output<typeof SiemChange>

/** As it is shown: the values of headers are secrets. */
export function shownSiem(siem: Siem): Siem {
  return { ...siem, headers: Object.fromEntries(Object.keys(siem.headers).map((name) => [name, HIDDEN])) }
}

/** What a change makes of it. */
export function changedSiem(was: Siem, change: SiemChange): Siem {
  const headers = change.headers && {
    headers: Object.fromEntries(
      Object.entries(change.headers).map(([name, value]) => [
        name,
        value === HIDDEN ? (was.headers[name] ?? value) : value,
      ]),
    ),
  }
  const url = change.url === null ? undefined : (change.url ?? was.url)
  return Siem.parse({ ...was, ...change, ...headers, url })
}
