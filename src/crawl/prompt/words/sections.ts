/** A part that many sites have: how its paths are spelt, and what people call it. */
interface Section {
  slugs: string
  /** Words that name it by themselves. */
  names?: string
  /** Words that name it only together with such as "pages", because they mean other things as well. */
  alsoNames?: string
}

export const SECTIONS: Section[] = [
  { slugs: 'blog', names: 'blogs?|weblogs?' },
  {
    slugs: 'docs?|documentation|dokumentation|doku',
    names: 'docs|documentations?|dokumentation(?:en)?|doku',
    alsoNames: 'doc',
  },
  { slugs: 'handbook|handbuch|manuals?', names: 'handbooks?|handbuchs?|handbücher|manuals' },
  {
    slugs: 'api|api-reference|reference',
    names: 'api[ -](?:reference|docs|documentation|dokumentation)',
    alsoNames: 'api',
  },
  { slugs: 'guides?|anleitung(en)?|how-?to', names: 'guides|anleitungen', alsoNames: 'guide' },
  { slugs: 'tutorials?', names: 'tutorials' },
  { slugs: 'products?|produkte?', names: 'products|produkten?', alsoNames: 'product|produkt' },
  { slugs: 'shop|store', names: '(?:online[ -]?)?shop|online store', alsoNames: 'store' },
  { slugs: 'forums?|foren', names: 'forums?|foren', alsoNames: 'foren' },
  { slugs: 'community', alsoNames: 'community' },
  {
    slugs: 'news|nachrichten|neuigkeiten|aktuelles',
    names: 'news|nachrichten|neuigkeiten',
    alsoNames: 'aktuelles?',
  },
  {
    slugs: 'press|presse|press-releases?|pressemitteilung(en)?',
    names: 'press releases?|pressemitteilung(?:en)?|pressebereich',
    alsoNames: 'press|presse',
  },
  { slugs: 'pricing|prices|preise|plans', names: 'pricing|preise', alsoNames: 'price|preis' },
  { slugs: 'impressum|imprint', names: 'impressum|imprint' },
  {
    slugs: 'privacy|privacy-policy|datenschutz|datenschutzerklaerung',
    names: 'privacy policy|datenschutz(?:erklärung)?',
    alsoNames: 'privacy',
  },
  { slugs: 'legal|rechtliches', names: 'legal(?: notices?)?|rechtliches' },
  {
    slugs: 'terms|tos|terms-of-(service|use)|agb',
    names: 'terms(?: and conditions| of (?:service|use))|agbs?',
    alsoNames: 'terms',
  },
  { slugs: 'help|help-center|hilfe', names: 'help cent(?:er|re)|hilfebereich', alsoNames: 'help|hilfe' },
  { slugs: 'support', alsoNames: 'support' },
  { slugs: 'faqs?', names: 'faqs?' },
  {
    slugs: 'careers?|jobs?|karriere|stellenangebote|stellen',
    names:
      'careers|job (?:offers|openings|listings|postings)|jobs|karriere|stellenangeboten?|stellenanzeigen',
    alsoNames: 'career|job',
  },
  { slugs: 'about|about-us|(ue|ü)ber-uns', names: 'about[ -]us|über[ -]uns' },
  { slugs: 'contact|contact-us|kontakt', names: 'kontakt', alsoNames: 'contact' },
  {
    slugs: 'events?|veranstaltung(en)?|termine',
    names: 'events|veranstaltungen|termine',
    alsoNames: 'event',
  },
  { slugs: 'reviews?|bewertung(en)?', names: 'reviews|bewertungen', alsoNames: 'review|test' },
  { slugs: 'wiki', names: 'wiki' },
  { slugs: 'gallery|galleries|galerie', names: 'galler(?:y|ies)|galerien?' },
  { slugs: 'team', alsoNames: 'team' },
  {
    slugs: 'case-stud(y|ies)|customers|referenzen',
    names: 'case studies|fallstudien|referenzen',
    alsoNames: 'customer|kunden',
  },
  { slugs: 'recipes?|rezepte?', names: 'recipes|rezepten?', alsoNames: 'recipe|rezept' },
  { slugs: 'categor(y|ies)|kategorien?', names: 'categories|kategorien', alsoNames: 'category|kategorie' },
  { slugs: 'tags?|schlagwort', names: 'tags|schlagwörter', alsoNames: 'tag|schlagwort' },
  { slugs: 'authors?|autor(en)?', names: 'autoren', alsoNames: 'authors?|autor' },
  { slugs: 'login|log-in|signin|sign-in|anmelden', names: 'log-?in|sign-?in', alsoNames: 'anmelde' },
  {
    slugs: 'account|my-account|konto|mein-konto',
    names: 'user accounts?|benutzerkonten',
    alsoNames: 'account|konto',
  },
  { slugs: 'cart|basket|warenkorb', names: '(?:shopping )?cart|warenkorb' },
  { slugs: 'checkout|kasse', names: 'checkout' },
  { slugs: 'archives?|archiv', names: 'archives?|archiv' },
  { slugs: 'downloads?', names: 'downloads', alsoNames: 'download' },
  { slugs: 'changelog|release-notes|releases', names: 'changelogs?|release notes', alsoNames: 'release' },
]

export const PART =
  'pages?|sections?|areas?|posts?|articles?|entries|entry|parts?|categor(?:y|ies)|director(?:y|ies)|folders?|content|seiten?|bereiche?s?|artikeln?|beitr[aä]ge?n?|einträgen?|teile?n?|rubrik(?:en)?|abschnitte?|verzeichnis(?:se)?|ordner|unterseiten|inhalten?|texten?'

export function segment(slugs: string): string {
  return `(^|/)${slugs.includes('|') ? `(${slugs})` : slugs}(/|$)`
}
