import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]
export const logLevels: readonly LogLevel[] = LEVELS

/** The structured log: JSON lines, readable text on a terminal, secrets cut out wherever they may stand. */
export function createLog(level: LogLevel, terminal: boolean): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    ...(terminal && {
      transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
    }),
  })
}

/** Where something went wrong, without the words about it: they may name what must not be kept. */
export function errorWithoutMessage(failure: unknown): { type: string; stack: string } {
  const { name, stack = '' } = failure instanceof Error ? failure : new Error('no error')
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return { type: name, stack: frames.join('\n') }
}

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'apiKey',
  'partnerKey',
  'webhookSecret',
  'password',
  'secret',
]
