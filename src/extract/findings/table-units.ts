/** Units, and what is measured in them. */
const QUANTITIES: readonly [units: string, quantities: string][] = [
  ['V kV', 'voltage'],
  ['W kW MW hp PS CV', 'power'],
  ['A mA', 'current'],
  ['Hz kHz MHz GHz', 'frequency'],
  ['kWh Wh mAh Ah', 'capacity'],
  ['kg g mg lb lbs oz t', 'weight'],
  ['l L ml mL cl dl gal', 'volume size capacity'],
  ['mm cm m km in ft " ″', 'size length'],
  ['m² m2 qm sqm ha ft²', 'area size'],
  ['GB MB TB kB', 'storage size'],
  ['°C °F', 'temperature'],
  ['bar mbar psi kPa', 'pressure'],
  ['rpm min⁻¹ 1/min U/min', 'speed'],
  ['dB dB(A) dBA', 'noise'],
  ['m³/h l/min l/s l/h m3/h gpm', 'flow'],
  ['mm² Nm N kN % € $ £ EUR USD GBP CHF min h s ms', ''],
]
const MEASURED = new Map(
  QUANTITIES.flatMap(([units, quantity]) => units.split(' ').map((unit) => [unit, quantity] as const)),
)
const BRACKETED = /\s*(?:\([^()]{1,16}(?:\([^()]{1,4}\))?\)|\[[^[\]]{1,16}\])\s*$/
const TRAILING = /(?:\s*[,/]|\s+in)?\s+(\S{1,8})$/
const LAST_UNIT = /\d\s?(\D\S{0,7})$/

/** What a label says without the unit that its values are in: `Head (m)`, `Power [kW]`, `Flow, l/min`, `Länge in mm`. */
export function withoutUnit(label: string): string {
  const bare = label.replace(BRACKETED, '').trim()
  const unit = TRAILING.exec(bare)
  const isUnit = unit !== null && MEASURED.has(unit[1]!) && !/^(?:in|h|s|t|a|m)$/i.test(unit[1]!)
  const isSaid = unit !== null && MEASURED.has(unit[1]!) && /[,/]|\sin\s/.test(unit[0])
  return isUnit || isSaid ? bare.slice(0, unit.index).trim() : bare === '' ? label : bare
}

/** What a text is an amount of, in words that are parted by spaces. */
export function measuredIn(text: string): string | undefined {
  const unit = LAST_UNIT.exec(text.trim())?.[1]
  return unit === undefined ? undefined : MEASURED.get(unit) || undefined
}
