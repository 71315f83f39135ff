import type { Product, SiemEvent } from './event.ts'

const LOG_AUDIT = 13
const WARNING = 4
const INFORMATIONAL = 6

/** The number that is set aside for examples: there is no registered one to put here. */
const ENTERPRISE = 32473

/** A message of RFC 5424 with its length before it, as RFC 6587 and 5425 frame messages on a stream. */
export function syslogFrame(event: SiemEvent, line: string, from: Product & { host: string }): Buffer {
  const priority = LOG_AUDIT * 8 + (event.outcome === 'failure' ? WARNING : INFORMATIONAL)
  const time = new Date(event.at).toISOString()
  const head = [time, word(from.host, 255), word(from.name, 48), '-', event.what.kind]
  const message = Buffer.from(`<${priority}>1 ${head.join(' ')} ${structured(event)} ${line}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

function structured({ id, organizationId, teamId, keyId, username }: SiemEvent): string {
  const parameters = { id, organizationId, teamId, keyId, claimedUser: username }
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null)
  return `[winnow@${ENTERPRISE} ${given.map(([name, value]) => `${name}="${escaped(value!)}"`).join(' ')}]`
}

/** Control characters are allowed here, but readers of lines stumble over them. */
function escaped(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/["\\\]]/g, String.raw`\$&`)
}

/** Printable ASCII without spaces, or a dash for nothing. */
function word(text: string, most: number): string {
  return text.replaceAll(/[^!-~]/g, '').slice(0, most) || '-'
}
