import type { Destination } from './state.ts'

/** The words that say what the rest of their group is. 'same' is text inside of text, and nothing inside of nothing. */
export const DESTINATIONS: ReadonlyMap<string, { destination: Destination | 'same' }> = new Map(
  (
    [
      ['fonttbl', 'fonts'],
      ['stylesheet', 'styles'],
      ['listtable', 'lists'],
      ['listoverridetable', 'overrides'],
      ['info', 'information'],
      ['title', 'information'],
      ['author', 'information'],
      ['subject', 'information'],
      ['keywords', 'information'],
      ['doccomm', 'information'],
      ['creatim', 'information'],
      ['revtim', 'information'],
      ['field', 'same'],
      ['fldinst', 'instruction'],
      ['fldrslt', 'text'],
      ['listtext', 'label'],
      ['pntext', 'label'],
      ['pict', 'picture'],
      ['shppict', 'same'],
      ['picprop', 'picture'],
      ['sp', 'same'],
      ['sn', 'property name'],
      ['sv', 'property value'],
      ['shp', 'same'],
      ['shpinst', 'frame'],
      ['shptxt', 'text'],
      ['footnote', 'text'],
      ['annotation', 'text'],
      ['atnauthor', 'author'],
      ['nesttableprops', 'same'],
      ['upr', 'same'],
      ['moMath', 'same'],
      ['mr', 'same'],
      ['result', 'text'],
    ] as const
  ).map(([word, destination]) => [word, { destination }]),
)

/** The words whose group says nothing of the text. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'header headerl headerr headerf footer footerl footerr footerf colortbl filetbl revtbl rsidtbl generator operator ' +
    'company category manager hlinkbase comment printim buptim nonshppict shprslt nonesttables xe tc bkmkstart bkmkend ' +
    'objdata objclass objname themedata colorschememapping datastore latentstyles xmlnstbl template private ' +
    'ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn pnseclvl pn atnid atnref atrfstart atrfend atntime atndate atnparent ' +
    'htmltag listname listpicture falt panose fontemb leveltext levelnumbers background mmathPr'
  ).split(' '),
)
