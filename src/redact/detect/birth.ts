import { matchesOf } from '../../language/matches-of.ts'
import { spanOf } from '../span.ts'
import type { PiiSpan } from '../span.ts'

const MONTH =
  '(?:jan|feb|mar|mär|mrz|apr|ma[iyj]|mag|jun|jul|aug|ago|sep|set|okt|oct|ott|nov|de[czs]|dic|gen|ene|fév|fev|avr|juin|juil|août|déc|stycz|lut|kwie|czerw|lip|sierp|wrze|paźdz|list|grud)\\p{L}{0,8}\\.?'
const DATE = `(?:\\d{4}[-./]\\d{1,2}[-./]\\d{1,2}|\\d{1,2}[-./ ]\\d{1,2}[-./ ]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?[ -](?:de |of )?${MONTH},?[ -](?:de |del )?\\d{2,4}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{8})`
const WORDS =
  '(?:birth ?(?:date|day)|date of birth|d\\.?o\\.?b\\.?|born(?: on)?|geboren(?: am)?|geb\\.|geburtsdatum|geburtstag|né\\(?e?\\)?(?: le)?|née le|date de naissance|naissance|fecha de nacimiento|nacid[oa](?: el)?|nacimiento|data di nascita|nat[oa](?: il)?|data de nascimento|nascid[oa](?: em)?|geboortedatum|geboren op|data urodzenia|urodzon[ya]|född|födelsedatum|født|syntymäaika|datum narození|narozen[aý]?)'
const BIRTH = new RegExp(
  `(?<![\\p{L}])${WORDS}(?![\\p{L}])[^\\d\\n]{0,30}?[\\s:*_|"'=>-]{0,8}(?:\\n[ \\t]{0,8})?(${DATE})(?![\\d/])`,
  'giu',
)

const AGES = [
  /(?<![\p{L}\d.,$€£-])(\d{1,3})(?=[ -](?:years?|yrs?|months?)[ -]olds?(?!\p{L})|[ -]?(?:y\/o|y\.o\.|yo)(?![\p{L}\d])|[ -]jähr(?:ige[rsn]?|ig)(?!\p{L})| Jahre alt| years of age| letni)/giu,
  /(?<=(?:^|[(,]|(?<!\p{L})(?:tiene|tenía|tener|cumpl\p{L}{1,5}|ha|aveva|aver|compi\p{L}{1,4}|(?<!y )a|avait|aura|(?<!(?<!\p{L})(?:más|menos|antes|después|partir|cerca|plan|plazo|per[íi]odo|contrato|experiencia|garant[íi]a|historia|plus|moins|période|contrat|expérience|garantie|più|meno|piano|contratto|esperienza|garanzia|storia|oltre|durata) )(?:de|di))) ?)(\d{1,3})(?= (?:ans|años(?: de edad)?|anni)(?:[,.)]|$))/gimu,
  /(?<!\p{L})(?:aged?|turn(?:ed|s|ing)?|age of|ages?:|alter:|âgée? de|edad:|im alter von|i(?:'|’)ll turn|when (?:he|she|they|i) (?:was|were)|just)[ ]?(?:of |:)?[ ]?(\d{1,3})(?![\d.,:/%-]\d|\d|[ ]?(?:%|st|nd|rd|th|am|pm|minutes|hours|days|weeks|months|of|people|items|points|users)(?!\p{L}))/giu,
]

const ANY_AGE_AFTER =
  /^[^.,;\n]{0,20}(?<!\p{L})(?:and|or|&) (?:older|over|above|up|under|younger|below)(?!\p{L})/iu
const ANY_AGE_BEFORE = /(?<!\p{L})(?:over|under|below|above|minimum|least|than)(?: the)? $/iu

export function* findBirths(text: string): Iterable<PiiSpan> {
  for (const found of matchesOf(text, BIRTH)) yield spanOf(found, 'PERSON', 'birth-date')
  for (const age of AGES) {
    for (const found of matchesOf(text, age)) {
      const years = Number(found[1])
      const end = found.index + found[0].length
      if (ANY_AGE_BEFORE.test(text.slice(Math.max(0, found.index - 20), found.index))) continue
      if (years > 0 && years < 120 && !ANY_AGE_AFTER.test(text.slice(end, end + 50)))
        yield spanOf(found, 'PERSON', 'age')
    }
  }
}
