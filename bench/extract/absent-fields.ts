import { fieldView } from '../../src/extract/match/field-view.ts'
import type { Field } from '../../src/extract/match/field.ts'
import { LOOKS } from '../../src/extract/match/looks.ts'
import type { PageView } from '../../src/extract/match/page-view.ts'

/** What people ask pages for, of any subject. */
const NAMES =
  'vin mileage horsepower color transmission warranty salary department deadline experience education director cast runtime genre budget cuisine menu opening_hours population elevation capital mayor currency_code interest_rate ticker market_cap dividend ceo founded employees revenue industry fax gender age birthplace nationality spouse blood_type dosage side_effects symptoms ingredients servings calories cooking_time protein battery_life screen_size resolution processor storage operating_system weight height depth material dimensions bedrooms bathrooms floor_area year_built parking pet_policy departure arrival airline gate seat temperature humidity wind_speed coach stadium league jersey_number goals assists tuition enrollment mascot latitude longitude license version downloads platform composer album track_count record_label translator illustrator page_count language edition awards vineyard grape alcohol discount shipping_cost stock_level rating_count seller return_policy serial_number tracking_number invoice_number order_status tax_id iban owner tenant architect height_limit species habitat diet lifespan conservation_status melting_point atomic_number'.split(
    ' ',
  )

/** Fields that none of some pages has anything for, as far as can be seen: nothing is named so, and nothing looks so. */
export function absentFields(views: readonly PageView[], count: number, draw: () => number): Field[] {
  const found: Field[] = []
  for (let turn = 0; turn < 40 && found.length < count; turn++) {
    const field: Field = { name: NAMES[Math.floor(draw() * NAMES.length)]!, type: 'string' }
    if (found.every(({ name }) => name !== field.name) && views.every((view) => isAbsent(view, field)))
      found.push(field)
  }
  return found
}

function isAbsent(view: PageView, field: Field): boolean {
  const { soft, wanted } = fieldView(view, field)
  const looks = TELLING.filter((at) => wanted[at]! > 0.6)
  return view.places.every((_, row) => {
    return !view.isValue[row] || (soft[row]! < 0.45 && looks.every((at) => view.looks[row]![at] === 0))
  })
}

const TELLING = ['money', 'date', 'phone', 'email', 'url', 'address'].map((name) =>
  LOOKS.findIndex((look) => look.name === name),
)
