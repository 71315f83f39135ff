import { plain, wordsOf } from '../match/words.ts'

/** Names that sites use for the same thing; each line is one thing. */
const SAME: readonly string[][] = [
  ['log in', 'login', 'sign in', 'signin', 'log on'],
  ['log out', 'logout', 'sign out', 'signout'],
  ['sign up', 'signup', 'register', 'create account', 'join'],
  ['submit', 'send', 'ok', 'done', 'continue', 'go', 'save', 'confirm', 'apply'],
  ['search', 'find', 'go', 'magnifier', 'query'],
  ['delete', 'remove', 'trash', 'bin', 'discard'],
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
  ['buy', 'book', 'order', 'purchase', 'reserve', 'get'],
  ['save', 'store', 'keep'],
  ['order', 'add', '+', 'buy'],
  ['add to cart', 'add to basket', 'add to bag', 'buy', 'buy now'],
  ['check out', 'checkout', 'proceed to checkout', 'order'],
  ['username', 'user name', 'user', 'email', 'e mail', 'user id'],
  ['password', 'pass', 'passwd', 'pwd', 'passcode'],
  ['email', 'e mail', 'mail', 'email address'],
  ['phone', 'telephone', 'phone number', 'tel', 'mobile'],
  ['zip', 'zip code', 'postal code', 'postcode'],
  ['name', 'full name'],
  ['first name', 'given name', 'forename', 'fname'],
  ['last name', 'surname', 'family name', 'lname'],
  ['edit', 'pencil', 'change', 'modify'],
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
  ['guests', 'people', 'persons', 'travellers', 'travelers', 'passengers'],
]

const BY_NAME = new Map<string, string[]>()
for (const line of SAME)
  for (const name of line)
    BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), ...line.filter((other) => other !== name)])

/** Other names of the same thing. */
export function synonymsOf(words: string): string[] {
  return BY_NAME.get(plain(words)) ?? BY_NAME.get(wordsOf(words).join(' ')) ?? []
}
