import { fold } from '../../language/fold.ts'

/** A sentence that stands on every page of a site and says nothing about this one. */
export function isBoilerplate(text: string): boolean {
  if (text.length > LONGEST) return false
  return PHRASES.test(fold(text))
}

const LONGEST = 300
const PHRASES = new RegExp(
  [
    // Notes above an article that lead to others.
    String.raw`^(?:for (?:other|the|an?) .{0,80}, see |not to be confused with|(?:main|detailed) articles?:|see also:?|this (?:article|page) is about |.{0,60}redirects here|(?:dieser artikel|diese seite) (?:behandelt|beschreibt|handelt)|nicht zu verwechseln mit|hauptartikel:|siehe auch|zu anderen bedeutungen|pour les articles homonymes|ne doit pas etre confondu|article detaille|para otros usos|no debe confundirse|articulo principal|da non confondere|voce principale|per altri (?:usi|significati)|voor andere betekenissen|niet te verwarren met|para outros (?:usos|significados)|nao confundir|osobny artykul|не следует путать|основная статья)`,
    String.raw`©|\(c\) \d{4}|copyright|all rights reserved|alle rechte vorbehalten|tous droits reserves|todos los derechos|tutti i diritti riservati|todos os direitos|alle rechten voorbehouden|wszelkie prawa|все права защищены|版权所有|無断転載|tum haklari`,
    String.raw`cookies?\b.{0,80}(?:accept|consent|policy|settings|akzept|zustimm|accepte|acept|accett|aceit)|(?:we|this site|wir|nous|diese website) (?:use|uses|verwenden|nutzen|utilisons|verwendet) cookies|use of cookies|cookie-?richtlinie`,
    String.raw`(?:subscribe|sign up|signup) (?:to|for) (?:our|the) |newsletter.{0,60}(?:abonn|anmeld|inscri|suscri|iscri|subscri|sign|zapisz|подпис|prenumerera)|(?:abonn|anmeld|inscri|suscri|iscri|subscri|zapisz|подпис)\p{L}*.{0,60}newsletter`,
    String.raw`^(?:share (?:this|on|via)|follow us|like us|tweet|print this|email this|read more|click here|continue reading|learn more|teilen|weiterlesen|mehr lesen|folgen sie uns|partager|lire la suite|suivez-nous|compartir|leer mas|siguenos|condividi|leggi tutto|seguici|compartilh|leia mais|lees meer|las mer|dela pa|udostepnij|czytaj wiecej|поделиться|читать далее|分享|続きを読む)`,
    String.raw`your email address will not be published|leave a (?:comment|reply)|log in to (?:comment|reply)|terms (?:of service|and conditions) apply|privacy policy|datenschutzerklarung|javascript (?:is|must be) (?:disabled|enabled)|enable javascript|skip to content`,
    String.raw`^(?:photo|image|foto|bild|credit)s?(?: credit)?: |^(?:advertisement|anzeige|werbung|publicidad|publicite|реклама)$`,
    String.raw`^(?:please )?(?:see|visit|check out|browse|explore|discover|shop|contact|call|join|download|click|siehe|besuchen sie|entdecken sie|kontaktieren sie|decouvrez|consultez|visite|descubra|scopri|visita|bekijk|ontdek) (?:our|us|the faq|unsere?n?|uns|nos|notre|nuestr[oa]s?|i nostri|il nostro|nosso|onze|ons)(?!\p{L})`,
    String.raw`^(?:stay|keep) (?:up to date|up-to-date|informed|tuned|in touch)|bleiben sie (?:informiert|auf dem laufenden)|restez (?:informe|a jour)|mantente (?:al dia|informado)|resta aggiornato|fique por dentro|blijf op de hoogte|^thank you for (?:joining|visiting|subscribing|reading|signing)|^welcome to |^willkommen (?:bei|auf)|^bienvenue (?:sur|chez)|^bienvenid[oa]s? a`,
    String.raw`direitos autorais|derechos de autor|droits d'auteur|diritti d'autore|urheberrecht|auteursrecht|prawa autorskie|авторск\p{L}+ прав|(?:bilder|images?|imagens|imagenes|immagini|fotos?) .{0,40}(?:copyright|rights|rechte|droits|derechos|direitos|diritti)`,
    String.raw`^(?:hi|hello|hey|hallo|bonjour|hola|ciao|ola)(?: (?:and|all|everyone|there|und|a tous)|[ ,!])|hope this (?:e-?mail|message) finds you`,
  ].join('|'),
  'u',
)
