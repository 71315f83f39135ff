const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY = DAY_NAMES.join('|')
const AT = '(?: at (?<time>[\\d:]+ ?(?:am|pm)?|noon|midnight))?'

type Groups = Record<string, string | undefined>

/** Every phrase that is understood, with the cron expression it stands for; none when its numbers make no sense. */
const PHRASES: readonly [RegExp, (groups: Groups) => string | undefined][] = [
  [/^(?:hourly|every hour)$/, () => '0 * * * *'],
  [/^every (?<count>\d+) (?:minutes?|mins?)(?: starting at :(?<start>\d{1,2}))?$/, everyMinutes],
  [/^every (?<count>\d+) (?:hours?|hrs?)$/, everyHours],
  [new RegExp(`^(?:daily|every day)${AT}$`), ({ time }) => atTime(time, '* * *')],
  [new RegExp(`^(?:every )?weekdays?${AT}$`), ({ time }) => atTime(time, '* * 1-5')],
  [new RegExp(`^(?:weekly|every week)(?: on (?<day>${DAY}))?${AT}$`), weekly],
  [new RegExp(`^every (?<day>${DAY})${AT}$`), weekly],
  [new RegExp(`^(?:monthly|every month)${AT}$`), ({ time }) => atTime(time, '1 * *')],
]

/** Examples of what is understood, for people whose phrase was not. */
export const SCHEDULE_EXAMPLES = [
  'every 30 minutes',
  'hourly',
  'every 2 hours',
  'daily at 9:00',
  'weekly on monday at 5pm',
]

/** The cron expression that a phrase such as "daily at 9:00" stands for, or nothing when it is not understood. */
export function cronOf(text: string): string | undefined {
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  for (const [pattern, toCron] of PHRASES) {
    const match = pattern.exec(phrase)
    if (match) return toCron(match.groups ?? {})
  }
  return undefined
}

/** Cron starts afresh every hour, so only a number of minutes that divides the hour comes at even distances. */
function everyMinutes({ count, start }: Groups): string | undefined {
  const minutes = Number(count)
  const first = Number(start ?? 0)
  if (minutes > 60 && minutes % 60 === 0 && start === undefined)
    return everyHours({ count: String(minutes / 60) })
  if (minutes < 1 || 60 % minutes !== 0 || first > 59) return undefined
  if (minutes === 60) return `${first} * * * *`
  if (first % minutes === 0) return `*/${minutes} * * * *`
  return `${Array.from({ length: 60 / minutes }, (_, index) => (first % minutes) + index * minutes).join(',')} * * * *`
}

/** The same holds for hours of a day. */
function everyHours({ count }: Groups): string | undefined {
  const hours = Number(count)
  if (hours < 1 || 24 % hours !== 0) return undefined
  if (hours === 1) return '0 * * * *'
  return hours === 24 ? '0 0 * * *' : `0 */${hours} * * *`
}

function weekly({ day, time }: Groups): string | undefined {
  return atTime(time, `* * ${day === undefined ? 1 : DAY_NAMES.indexOf(day)}`)
}

function atTime(time: string | undefined, days: string): string | undefined {
  const clock = readClock(time ?? 'midnight')
  return clock && `${clock.minute} ${clock.hour} ${days}`
}

function readClock(time: string): { hour: number; minute: number } | undefined {
  if (time === 'midnight') return { hour: 0, minute: 0 }
  if (time === 'noon') return { hour: 12, minute: 0 }
  const match = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(time)
  if (!match) return undefined
  const [given, minute, half] = [Number(match[1]), Number(match[2] ?? 0), match[3]]
  if (minute > 59 || (half ? given < 1 || given > 12 : given > 23)) return undefined
  return { hour: half ? (given % 12) + (half === 'pm' ? 12 : 0) : given, minute }
}
