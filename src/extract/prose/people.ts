import { classOf } from '../choose/word-vectors.ts'
import { meaningsOf } from '../schema/synonyms.ts'
import type { FieldWords } from './mentions.ts'

const PEOPLE =
  'founder grunder fondateur fundador director directeur direktor direction leiter chef ceo owner inhaber author autor auteur geschaftsfuhrer editor maintainer manager president prasident contact ansprechpartner artist speaker organizer chairman chairwoman chairperson chair curator principal head headteacher leader mayor treasurer secretary coach trainer captain architect designer lecturer teacher instructor moderator reporter journalist photographer credit maintainer chancellor dean minister spokesperson grunderin fondatrice fundadora fondatore oprichter oprichtster directrice directora direttore direttrice geschaftsfuhrerin geschaftsfuhrung leiterin leitung vorsitzender vorsitzende vorsitz prasidentin presidente presidenta presidence voorzitter directie eigenaar proprietaire propietario proprietario proprietaria autorin autrice autora autore verfasser redakteur redacteur redactor redattore verantwortlich responsable responsabile verantwoordelijke enologo enologa enologue kellermeister burgermeister maire alcalde alcaldesa sindaco burgemeester dirigent ansprechpartnerin interlocuteur kurator kuratorin commissaire comisario curatore trainerin entraineur entrenador allenatore schatzmeister kassenwart tresorier tesorero tesoriere penningmeester pfarrer doctor lekarz arzt medico'.split(
    ' ',
  )

/** Whether the field is somebody. */
export function isPerson({ telling, words }: FieldWords): boolean {
  const last = telling.at(-1)
  if (!last || [...words].some((word) => ['year', 'date', 'count', 'address', 'company'].includes(word)))
    return false
  return telling.some(
    ({ word, meanings }) =>
      PEOPLE.some((one) => word === one || word === `${one}s` || withoutUmlauts(word) === one) ||
      ['ceo', 'author', 'director', 'founder', 'owner'].some(
        (one) => meanings.has(one) || meaningsOf(word).includes(one),
      ) ||
      classOf(word, 'person') > 0.5 ||
      classOf(word.replace(/s$/, ''), 'person') > 0.5,
  )
}

/** `geschaeftsfuehrer` is how a name without marks writes it. */
function withoutUmlauts(word: string): string {
  return word.replaceAll(/([aou])e(?=\p{L})/gu, '$1')
}
