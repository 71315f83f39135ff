// What an element is, as ARIA has it: its given role, or the one that its tag implies.
Object.assign(
  globalThis.winnow.seen,
  (() => {
    const { attribute } = globalThis.winnow.seen
    const page = globalThis.winnow.platform

    const pairs = (text) =>
      Object.fromEntries(
        text
          .trim()
          .split(/\s+/)
          .map((pair) => pair.split('=')),
      )
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
    const USED = new Set(
      `button link checkbox radio switch combobox listbox option menuitem menuitemcheckbox menuitemradio tab treeitem
      slider spinbutton textbox searchbox gridcell`
        .trim()
        .split(/\s+/),
    )
    const NAMED_BY_TEXT = new Set(
      `button link checkbox radio switch option menuitem menuitemcheckbox menuitemradio tab treeitem heading cell
      gridcell columnheader rowheader row tooltip listitem term definition status alert`
        .trim()
        .split(/\s+/),
    )
    const FIELDS = new Set(
      'combobox listbox textbox searchbox spinbutton slider checkbox radio switch'.split(' '),
    )
    const SAME = { img: 'image', none: '', presentation: '', text: 'text', generic: 'generic' }

    function roleOf(element) {
      const [given] = (attribute(element, 'role') ?? '').trim().toLowerCase().split(/\s+/)
      if (given) return (SAME[given] ?? given) || 'generic'
      if (isEditingHost(element)) return 'textbox'
      const tag = page.localName(element)
      if (tag === 'a') return attribute(element, 'href') === null ? 'generic' : 'link'
      if (tag === 'input') return roleOfInput(element)
      if (tag === 'select') return element.multiple || element.size > 1 ? 'listbox' : 'combobox'
      if (tag === 'th' && attribute(element, 'scope') === 'row') return 'rowheader'
      return Object.hasOwn(BY_TAG, tag) ? BY_TAG[tag] : 'generic'
    }

    function roleOfInput(input) {
      const { type } = input
      if (Object.hasOwn(BY_TYPE, type)) return BY_TYPE[type]
      return attribute(input, 'list') === null ? 'textbox' : 'combobox'
    }

    function isEditingHost(element) {
      const given = attribute(element, 'contenteditable')
      return given !== null && given.toLowerCase() !== 'false'
    }

    // What a person types into.
    function isEditable(element, role) {
      if (element instanceof HTMLInputElement) {
        return !/^(button|submit|reset|image|file|checkbox|radio|range|color|hidden)$/.test(element.type)
      }
      if (element instanceof HTMLTextAreaElement || isEditingHost(element)) return true
      return role === 'textbox' || role === 'searchbox'
    }

    return {
      roleOf,
      isEditable,
      isEditingHost,
      isUsed: (role) => USED.has(role),
      isNamedByText: (role) => NAMED_BY_TEXT.has(role),
      isField: (role) => FIELDS.has(role),
    }
  })(),
)
