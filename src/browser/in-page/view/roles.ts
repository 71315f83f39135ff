import * as page from '../platform.ts'

function pairs(text: string): ReadonlyMap<string, string> {
  return new Map([...page.words(text)].map((pair) => pair.split('=') as [string, string]))
}

const BY_TAG = pairs(`
  button=button select=combobox textarea=textbox summary=button h1=heading h2=heading h3=heading h4=heading
  h5=heading h6=heading img=image ul=list ol=list menu=list li=listitem table=table tr=row td=cell
  th=columnheader nav=navigation main=main header=banner footer=contentinfo aside=complementary form=form
  dialog=dialog details=group fieldset=group p=paragraph progress=progressbar meter=meter output=status
  hr=separator article=article section=region figure=figure iframe=iframe frame=iframe canvas=image
  video=video audio=audio object=image embed=image option=option optgroup=group dl=list dt=term dd=definition
  search=search area=link svg=graphics-document`)
const BY_TYPE = pairs(`
  button=button submit=button reset=button image=button file=button checkbox=checkbox radio=radio range=slider
  number=spinbutton search=searchbox`)
export const INTERACTIVE_ROLES = page.words(`
  button link checkbox radio switch combobox listbox option menuitem menuitemcheckbox menuitemradio tab treeitem
  slider spinbutton textbox searchbox gridcell`)
export const NAMED_BY_TEXT = page.words(`
  button link checkbox radio switch option menuitem menuitemcheckbox menuitemradio tab treeitem heading cell
  gridcell columnheader rowheader row tooltip listitem term definition status alert`)
export const FIELD_ROLES = page.words(
  'combobox listbox textbox searchbox spinbutton slider checkbox radio switch',
)
const SAME = pairs('img=image none=generic presentation=generic')

export function roleOf(element: Element): string {
  const [given] = (page.attribute(element, 'role') ?? '').trim().toLowerCase().split(/\s+/)
  if (given) return SAME.get(given) ?? given
  if (isEditingHost(element)) return 'textbox'
  const tag = page.localName(element)
  if (tag === 'a') return page.attribute(element, 'href') === null ? 'generic' : 'link'
  if (element instanceof HTMLInputElement)
    return BY_TYPE.get(element.type) ?? (page.attribute(element, 'list') === null ? 'textbox' : 'combobox')
  if (element instanceof HTMLSelectElement)
    return element.multiple || element.size > 1 ? 'listbox' : 'combobox'
  if (tag === 'th' && page.attribute(element, 'scope') === 'row') return 'rowheader'
  return BY_TAG.get(tag) ?? 'generic'
}

export function isEditingHost(element: Element): boolean {
  const given = page.attribute(element, 'contenteditable')
  return given !== null && given.toLowerCase() !== 'false'
}

export function isEditable(element: Element, role: string): boolean {
  if (element instanceof HTMLInputElement) {
    return !/^(button|submit|reset|image|file|checkbox|radio|range|color|hidden)$/.test(element.type)
  }
  if (element instanceof HTMLTextAreaElement || isEditingHost(element)) return true
  return role === 'textbox' || role === 'searchbox'
}

export function isTickable(element: unknown): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)
}
