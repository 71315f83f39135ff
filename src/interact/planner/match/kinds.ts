import type { ViewElement } from '../../../browser/browser.ts'

type Kind = (element: ViewElement) => number

const roles = (full: string, half = ''): Kind => {
  const [exact, near] = [new Set(full.split(' ')), new Set(half.split(' '))]
  return (element) => (exact.has(element.role) ? 1 : near.has(element.role) ? 0.6 : 0)
}

const anyOf =
  (...kinds: Kind[]): Kind =>
  (element) =>
    Math.max(...kinds.map((kind) => kind(element)))

const hint =
  (pattern: RegExp, worth = 0.7): Kind =>
  (element) =>
    pattern.test(element.hints) ? worth : 0

const TEXT_FIELD = roles('textbox searchbox', 'combobox spinbutton')

/** A shape, a painted area with little in it, a field: what people call a box. */
function box(element: ViewElement): number {
  if (element.look.shape === 'rectangle' || element.look.shape === 'square') return 1
  if (/^(image|img|button|link|graphics-document)$/.test(element.role)) return 0
  if (element.look.background !== undefined && element.text === '') return 0.8
  if (/box/i.test(element.hints)) return 0.7
  if (element.editable || element.role === 'checkbox') return 0.6
  return element.look.background !== undefined && element.text.length < 20 ? 0.6 : 0
}

/** What a noun of a kind fits, from 0 to 1. A kind that is not here is taken as a role. */
const KINDS: Record<string, Kind> = {
  button: (element) =>
    element.role === 'button' ||
    (element.tag === 'input' && /^(submit|button|reset|image)$/.test(element.type ?? ''))
      ? 1
      : /^(link|menuitem|tab|switch)$/.test(element.role)
        ? 0.6
        : element.clickable
          ? 0.5
          : 0,
  link: (element) =>
    element.role === 'link'
      ? 1
      : /^(button|menuitem|tab)$/.test(element.role)
        ? 0.5
        : element.clickable
          ? 0.6
          : 0,
  textbox: TEXT_FIELD,
  textarea: (element) => (!element.editable ? 0 : element.tag === 'input' ? 0.4 : 1),
  searchbox: (element) =>
    element.role === 'searchbox' || element.type === 'search'
      ? 1
      : element.editable
        ? /search|query|\bq\b/i.test(`${element.hints} ${element.placeholder ?? ''} ${element.name}`)
          ? 0.9
          : 0.4
        : 0,
  checkbox: roles('checkbox switch menuitemcheckbox', 'option radio'),
  switch: roles('switch checkbox', 'button'),
  radio: roles('radio menuitemradio', 'checkbox option'),
  combobox: anyOf(
    roles('combobox listbox', 'menu'),
    (element) =>
      element.tag === 'select' ? 1 : element.expanded !== undefined && element.role === 'button' ? 0.8 : 0,
    (element) => (element.clickable && /select|dropdown|combo|picker/i.test(element.hints) ? 0.8 : 0),
  ),
  listbox: anyOf(roles('listbox combobox', 'list menu'), (element) => (element.tag === 'select' ? 1 : 0)),
  option: roles('option', 'menuitem listitem radio checkbox'),
  list: anyOf(roles('list listbox table grid', 'feed menu'), (element) => (element.tag === 'select' ? 1 : 0)),
  listitem: roles('listitem row article option', 'menuitem cell treeitem'),
  menu: roles('menu menubar', 'button combobox list navigation'),
  menuitem: roles('menuitem menuitemcheckbox menuitemradio', 'link option button listitem'),
  tab: anyOf(roles('tab', 'link button'), (element) => (element.clickable ? 0.4 : 0)),
  tabpanel: roles('tabpanel', 'region group'),
  heading: roles('heading'),
  image: anyOf(roles('img image graphics-symbol'), (element) =>
    /^(svg|canvas|picture)$/.test(element.tag) ? 0.8 : 0,
  ),
  icon: anyOf(roles('img image', 'button link'), hint(/icon/i), (element) =>
    element.tag === 'svg' ? 0.9 : element.clickable ? 0.4 : 0,
  ),
  row: roles('row listitem article', 'option treeitem'),
  column: roles('columnheader', 'cell gridcell'),
  cell: roles('cell gridcell', 'columnheader rowheader'),
  table: roles('table grid treegrid'),
  dialog: anyOf(roles('dialog alertdialog'), hint(/modal|dialog|popup/i)),
  form: anyOf(roles('form', 'search group'), hint(/form/i)),
  slider: anyOf(roles('slider', 'spinbutton scrollbar'), hint(/slider|range/i)),
  spinbutton: roles('spinbutton', 'textbox slider'),
  section: anyOf(roles('region article group tabpanel', 'heading button'), hint(/section|panel|accordion/i)),
  paragraph: anyOf(roles('paragraph', 'text'), (element) => (element.tag === 'p' ? 1 : 0)),
  tree: roles('tree', 'list'),
  treeitem: roles('treeitem', 'listitem link button'),
  text: roles('text paragraph', 'heading generic'),
  file: (element) => (element.type === 'file' ? 1 : 0),
  color: (element) =>
    element.type === 'color'
      ? 1
      : element.editable && /colou?r/i.test(`${element.hints} ${element.name}`)
        ? 0.9
        : 0,
  navigation: roles('navigation', 'menubar list'),
  banner: anyOf(roles('banner region dialog alert'), hint(/banner/i)),
  shape: (element) => (element.look.shape ? 1 : 0),
  box,
  item: anyOf(roles('listitem row article option', 'menuitem treeitem cell'), (element) =>
    element.look.shape || element.draggable ? 0.9 : 0.4,
  ),
  number: (element) =>
    /^[-−]?\d[\d.,]*$/.test(element.ownText) ? 1 : element.role === 'spinbutton' ? 0.6 : 0,
  digit: (element) => (/^\d$/.test(element.ownText) ? 1 : 0),
  letter: (element) => (/^\p{L}$/u.test(element.ownText) ? 1 : 0),
  date: (element) =>
    /^(date|datetime-local|month)$/.test(element.type ?? '')
      ? 1
      : /date|calendar|\bday\b|birth/i.test(
            `${element.hints} ${element.name} ${element.placeholder ?? ''}`,
          ) && element.tag === 'input'
        ? 0.9
        : element.tag === 'input' && element.readonly
          ? 0.6
          : element.role === 'button' &&
              /\b(date|calendar|datum|kalender|fecha|calendario)\b/i.test(`${element.name} ${element.hints}`)
            ? 0.8
            : 0,
  time: (element) =>
    element.type === 'time'
      ? 1
      : element.tag === 'input' && /time|hour/i.test(`${element.hints} ${element.name}`)
        ? 0.9
        : element.editable
          ? 0.3
          : 0,
}

/** Other nouns for the same kinds. */
const ALIASES: Record<string, string> = {
  field: 'textbox',
  input: 'textbox',
  dropdown: 'combobox',
  select: 'combobox',
  toggle: 'switch',
  img: 'image',
  popup: 'dialog',
  modal: 'dialog',
  region: 'section',
  folder: 'treeitem',
}

/** Nouns for an entry of a list, whatever it is a list of. */
const RECORDS = new Set(
  'item result email mail message post tweet comment card product article user person contact ticket flight event video file job book movie entry record order note option folder song track task store shop invoice'.split(
    ' ',
  ),
)

export function isRecordNoun(kind: string): boolean {
  return RECORDS.has(kind)
}

/** How well an element is of a kind, from 0 to 1. */
export function kindFit(kind: string, element: ViewElement): number {
  const name = ALIASES[kind] ?? kind
  const known = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (known) return known(element)
  if (element.role === name || element.tag === name || element.type === name || element.look.shape === name)
    return 1
  return 0.4
}

/** A choice that is on or off. */
export function isCheckable(element: ViewElement): boolean {
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(element.role)
}

/** Something that a value is put into, by typing or otherwise. */
export function isField(element: ViewElement): boolean {
  return (
    element.editable ||
    /^(textbox|searchbox|combobox|spinbutton|slider|listbox)$/.test(element.role) ||
    /^(input|textarea|select)$/.test(element.tag)
  )
}

export function isButtonInput(element: ViewElement): boolean {
  return element.tag === 'input' && /^(submit|button|reset|image)$/.test(element.type ?? '')
}
