import { matchesOf } from './matches-of.ts'
const ISO = /^P(?=\d|T\d)(?:\d{1,4}[YMWD]){0,4}(?:T(?:\d{1,5}(?:\.\d{1,3})?[HMS]){1,3})?$/
const PART =
  /(?<![\d.,])(\d{1,5}(?:[.,]\d{1,2})?)\s?(h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|時間|시간|小时|m|mins?|minutes?|minuten?|minutos?|minuti|min|分|분|分钟)(?![\p{L}])\.?(\d{1,2}(?![\d.,]))?/giu

/** A length of time as ISO 8601 writes it: `1 h 15 min` and `1h15` are `PT1H15M`. */
export function readDuration(text: string): string | undefined {
  const said = text.slice(0, 200).trim()
  if (ISO.test(said)) return said
  let minutes = 0
  let hasHours = false
  for (const [, number, unit, rest] of matchesOf(said, PART)) {
    const isHours = /^(?:h|std|stund|heur|hora|or|時|시|小)/i.test(unit!)
    minutes += Number(number!.replace(',', '.')) * (isHours ? 60 : 1)
    if (isHours && rest !== undefined) minutes += Number(rest)
    hasHours ||= isHours
  }
  const whole = Math.round(minutes)
  if (whole === 0) return undefined
  if (!hasHours) return `PT${whole}M`
  const [hours, left] = [Math.floor(whole / 60), whole % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${left > 0 ? `${left}M` : ''}`
}
