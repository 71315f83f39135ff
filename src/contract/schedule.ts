import { z } from 'zod'
import { complaintAboutCron } from './cron.ts'
import { cronOf, SCHEDULE_EXAMPLES } from './schedule-text.ts'

/** When a monitor checks: a cron expression, or a phrase that stands for one. Comes out as cron in either case. */
export const Schedule = z
  .strictObject({
    cron: z
      .string()
      .max(256)
      .optional()
      .meta({ description: 'Five fields, at least 5 minutes apart.', example: '*/30 * * * *' }),
    text: z.string().max(256).optional().meta({ description: 'In words.', example: 'daily at 9:00' }),
    timezone: z
      .string()
      .refine(isTimezone, 'must be the name of a time zone such as Europe/Berlin')
      .default('UTC')
      .meta({ example: 'Europe/Berlin' }),
  })
  .transform(({ cron, text, timezone }, context) => {
    const complain = (path: string[], message: string) => {
      context.addIssue({ code: 'custom', path, message })
      return z.NEVER
    }
    if ((cron === undefined) === (text === undefined))
      return complain([], 'takes exactly one of cron and text')
    const expression = cron ?? cronOf(text!)
    if (expression === undefined) {
      return complain(['text'], `is not understood; it takes phrases such as ${SCHEDULE_EXAMPLES.join(', ')}`)
    }
    const complaint = complaintAboutCron(expression)
    if (complaint) return complain([cron === undefined ? 'text' : 'cron'], complaint)
    return { cron: expression.trim().split(/\s+/).join(' '), timezone }
  })
export type Schedule = z.output<typeof Schedule>

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
