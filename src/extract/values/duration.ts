const ISO = /^P(?=\d|T\d)(?:\d{1,4}[YMWD]){0,4}(?:T(?:\d{1,5}(?:\.\d{1,3})?[HMS]){1,3})?$/
const PART =
  /(\d{1,5})\s?(h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|時間|시간|小时|m|mins?|minutes?|minuten?|minutos?|minuti|min|分|분|分钟)(?![\p{L}])\.?/giu

/** A length of time as ISO 8601 writes it: `1 h 15 min` is `PT1H15M`. */
export function readDuration(text: string): string | undefined {
  const said = text.slice(0, 200).trim()
  if (ISO.test(said)) return said
  let hours = 0
  let minutes = 0
  for (const [, number, unit] of said.matchAll(PART)) {
    if (/^(?:h|std|stund|heur|hora|or|時|시|小)/i.test(unit!)) hours += Number(number)
    else minutes += Number(number)
  }
  if (hours === 0 && minutes === 0) return undefined
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}`
}
