import { plain, wordsOf } from '../match/words.ts'
import { ACROSS_TONGUES } from './across-tongues.ts'

/** Names that sites use for the same thing; each line is one thing. What sends or buys is on no line with what does not. */
const SAME: readonly string[][] = [
  ['log in', 'login', 'sign in', 'signin', 'log on', 'log me in', 'sign me in', 'my account'],
  ['log out', 'logout', 'sign out', 'signout', 'log off', 'sign off', 'log me out', 'sign me out'],
  ['sign up', 'signup', 'register', 'create account', 'join'],
  ['submit', 'send'],
  ['ok', 'done', 'continue', 'go'],
  ['search', 'find', 'go', 'magnifier', 'query'],
  ['delete', 'remove', 'trash', 'bin', 'discard', 'trash can', 'rubbish bin', 'waste bin', 'garbage can'],
  ['close', 'x', '×', '✕', '✖', 'dismiss', 'cancel', 'ui icon closethick'],
  ['next', 'forward', '›', '»', '>', 'older', '→', 'right'],
  ['previous', 'prev', 'back', '‹', '«', '<', 'newer', '←', 'left'],
  ['menu', 'navigation', '☰', 'hamburger', 'nav'],
  ['more', 'load more', 'show more', 'view more', 'see more', '…', '...'],
  ['star', 'favorite', 'favourite', 'important', 'bookmark'],
  ['like', 'heart', 'thumbs up', '♥', '❤'],
  ['share', 'repost', 'retweet'],
  ['reply', 'respond', 'answer', 'comment'],
  ['forward', 'fwd'],
  ['settings', 'preferences', 'options', 'gear', 'cog'],
  ['cart', 'basket', 'bag', 'shopping cart'],
  ['buy', 'book', 'order', 'purchase', 'reserve'],
  ['save', 'store', 'keep'],
  ['add to cart', 'add to basket', 'add to bag'],
  ['check out', 'checkout', 'proceed to checkout'],
  ['username', 'user name', 'user', 'email', 'e mail', 'user id'],
  ['password', 'pass', 'passwd', 'pwd', 'passcode'],
  ['email', 'e mail', 'mail', 'email address'],
  ['phone', 'telephone', 'phone number', 'tel', 'mobile'],
  ['zip', 'zip code', 'postal code', 'postcode'],
  ['name', 'full name'],
  ['first name', 'given name', 'forename', 'fname'],
  ['last name', 'surname', 'family name', 'lname'],
  ['edit', 'pencil', 'pen', 'change', 'modify'],
  ['add', 'new', 'create', 'plus', '+'],
  ['download', 'save as', 'export'],
  ['home', 'homepage', 'start', 'logo'],
  ['to', 'recipient', 'destination', 'arrival', 'going to'],
  ['from', 'origin', 'departure', 'leaving from', 'sender'],
  ['quantity', 'qty', 'amount', 'count', 'number'],
  ['message', 'body', 'text', 'comment', 'content'],
  ['title', 'subject', 'name', 'heading'],
  ['date', 'day', 'when'],
  ['birthday', 'date of birth', 'birth date', 'dob', 'born'],
  ['city', 'town', 'place', 'location'],
  ['street', 'address', 'street address', 'address line 1'],
  ['cvc', 'cvv', 'security code', 'card code'],
  ['expiry', 'expiration', 'expiry date', 'expiration date', 'valid until', 'mm yy'],
  ['card number', 'card', 'credit card', 'credit card number'],
  ['company', 'organisation', 'organization'],
  ['guests', 'people', 'persons', 'travellers', 'travelers', 'passengers', 'participants', 'attendees'],
  ['length', 'long'],
  ['width', 'wide'],
  ['height', 'high', 'tall'],
  ['weight', 'heavy'],
  ['vorname', 'rufname'],
  ['nachname', 'familienname', 'name'],
  ['plz', 'postleitzahl'],
  ['ort', 'stadt', 'wohnort'],
  ['geburtsdatum', 'geburtstag', 'geboren'],
  ['personen', 'gäste', 'teilnehmer', 'reisende', 'leute'],
  ['menge', 'anzahl', 'stückzahl'],
  ['länge', 'lang'],
  ['breite', 'breit'],
  ['höhe', 'hoch'],
  ['courriel', 'email', 'e mail', 'adresse e mail'],
  ['téléphone', 'tél', 'portable'],
  ['personnes', 'voyageurs', 'participants', 'convives'],
  ['correo', 'email', 'correo electrónico', 'e mail'],
  ['teléfono', 'móvil', 'tel'],
  ['personas', 'huéspedes', 'viajeros', 'comensales'],
]

/** What the first of a line may mean, but not the other way round: who asks to save something does not ask to send it. */
const ALSO: readonly (readonly [string, ...string[]])[] = [
  ['submit', 'ok', 'done', 'continue', 'go', 'save', 'confirm', 'apply'],
  ['send', 'ok', 'done', 'go'],
  ['confirm', 'ok', 'done', 'continue'],
  ['go on', 'next', 'continue', 'proceed'],
  ['proceed', 'next', 'continue'],
  ['continue', 'next', 'proceed'],
  ['next', 'continue', 'proceed'],
  ['weiter', 'fortfahren', 'nächster schritt'],
  ['suivant', 'continuer'],
  ['siguiente', 'continuar'],
  ['avanti', 'continua'],
  ['volgende', 'verder', 'doorgaan'],
  ['buy', 'get', 'add', '+', 'buy now', 'add to cart', 'add to basket', 'add to bag'],
  ['order', 'get', 'add', '+', 'check out', 'checkout'],
  ['get', 'buy', 'book', 'order'],
]

const BY_NAME = new Map<string, string[]>()
for (const line of [...SAME, ...ACROSS_TONGUES])
  for (const name of line)
    BY_NAME.set(plain(name), [...(BY_NAME.get(plain(name)) ?? []), ...line.filter((other) => other !== name)])
for (const [name, ...others] of ALSO) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), ...others])

/** Other names of the same thing. */
export function synonymsOf(words: string): string[] {
  return BY_NAME.get(plain(words)) ?? BY_NAME.get(wordsOf(words).join(' ')) ?? []
}
