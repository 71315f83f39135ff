import { Naming } from '../schema/naming.ts'
import type { TextPart } from './text-part.ts'

const PLACE = new Naming({ name: 'location' })
const SURE_ENOUGH = 0.85
/** Two names with a comma between them, as a hall and its town. */
const TWO_NAMES = /^(\p{Lu}[^,;\d]{1,60}), (\p{Lu}[^,;\d]{1,40})$/u
const SINCE = /(?:^|\s)(?:since|seit|depuis|desde|dal)$/i
const YEAR = /^(?:1[5-9]|20)\d\d$/

/** What the value of a label says beside being it: a place `Théâtre des Cordiers, Grenoble` is a hall and a town. */
export function aspectsOf(label: string, text: string): TextPart[] {
  if (YEAR.test(text) && SINCE.test(label)) return [aspect(text, 'joined year')]
  const names = TWO_NAMES.exec(text)
  if (!names || PLACE.likenessTo(label) < SURE_ENOUGH) return []
  return [aspect(names[1]!, 'venue'), aspect(names[2]!, 'city')]
}

function aspect(text: string, label: string): TextPart {
  return { text: text.trim(), label, place: '', weight: 0.95 }
}
