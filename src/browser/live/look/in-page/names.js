// What an element is called: by ARIA's rules, and when those give nothing by what a person reads beside it.
Object.assign(
  globalThis.winnow.seen,
  (() => {
    const seen = globalThis.winnow.seen
    const { attribute, squeeze, around, childrenOf } = seen
    const page = globalThis.winnow.platform
    const LONGEST = 200
    const LONGEST_LABEL = 80
    const MOST_STEPS = 300
    const CONTROLS = 'input:not([type=hidden]),select,textarea,button,[contenteditable]'
    const ROW = 'tr,li,[role=row],[role=listitem],[role=option]'
    const SENTENCE = /[.!]$|[.!?] \p{Lu}/u
    const BLOCK = new Set('div p table ul ol li form section h1 h2 h3 h4 h5 h6 br hr tr'.split(' '))

    // `text` is what can be read in it, which also names what only its listeners make a control.
    function nameOf(element, role, text, clickable) {
      const hidden = hiddenList(element, role)
      const given =
        (hidden && labelText(hidden)) ||
        byReference(element) ||
        labelText(element) ||
        squeeze(attribute(element, 'aria-label') ?? '') ||
        native(element, role)
      const beside = hidden && (given === '' || given === text) ? textBeside(hidden, 'combobox') : ''
      if (beside || given) return (beside || given).slice(0, LONGEST)
      const content =
        seen.isNamedByText(role) || clickable ? text || innerName(element) || heardText(element) : ''
      const name = content || squeeze(attribute(element, 'title') ?? attribute(element, 'placeholder') ?? '')
      if (name) return name.slice(0, LONGEST)
      return seen.isField(role) ? textBeside(element, role) : ''
    }

    // The list of the browser that a drawn one was put in place of: it is hidden, and stands right before it.
    function hiddenList(element, role) {
      const levels = role === 'generic' ? 1 : seen.isField(role) ? 3 : 0
      let outer = element
      for (let level = 0; level < levels && outer instanceof Element; level++, outer = around(outer)) {
        const before = outer.previousElementSibling
        if (before instanceof HTMLSelectElement) return isHidden(before) ? before : undefined
      }
      return undefined
    }

    function isHidden(element) {
      const { width, height } = page.box(element)
      return (width <= 1 && height <= 1) || !seen.isShown(element)
    }

    function byReference(element) {
      const ids = (attribute(element, 'aria-labelledby') ?? '').trim()
      if (ids === '') return ''
      const root = page.rootOf(element)
      const named = ids
        .split(/\s+/)
        .slice(0, 10)
        .map((id) => seen.byId(root, id))
      return squeeze(named.map((node) => (node ? textOf(node) || innerName(node) : '')).join(' '))
    }

    function native(element, role) {
      const tag = page.localName(element)
      if (tag === 'input' && role === 'button') {
        if (element.type === 'image') return squeeze(attribute(element, 'alt') ?? '')
        const said = element.type === 'submit' ? 'Submit' : element.type === 'reset' ? 'Reset' : ''
        if (element.type !== 'file') return squeeze(element.value) || said
      }
      if (role === 'combobox') return innerLabel(element)
      if (tag === 'img' || tag === 'area') return squeeze(attribute(element, 'alt') ?? '')
      if (tag === 'fieldset') return childText(element, 'legend')
      if (tag === 'table') return childText(element, 'caption')
      if (tag === 'figure') return childText(element, 'figcaption')
      if (tag === 'svg' || element instanceof SVGElement) return childText(element, 'title')
      return ''
    }

    // What its labels say, each once, and without what only those hear who do not see.
    function labelText(element) {
      const texts = seen.labelsOf(element).map((label) => textOf(label, isHidden) || textOf(label))
      return squeeze([...new Set(texts)].join(' '))
    }

    // The label of the field that a list is typed into.
    function innerLabel(element) {
      const field = Element.prototype.querySelector.call(element, 'input')
      return field === null ? '' : labelText(field)
    }

    // What is there only for those who hear.
    function heardText(element) {
      return textOf(element, (one) => !seen.isShown(one))
    }

    function childText(element, tag) {
      for (const child of childrenOf(element)) {
        if (child instanceof Element && page.localName(child) === tag) return textOf(child)
      }
      return ''
    }

    // A picture or a sign is all there is in it.
    function innerName(element) {
      for (const one of Element.prototype.querySelectorAll.call(
        element,
        'img[alt],[aria-label],[title],svg title',
      )) {
        const name = squeeze(
          attribute(one, 'aria-label') ?? attribute(one, 'alt') ?? attribute(one, 'title') ?? page.text(one),
        )
        if (name) return name
      }
      return ''
    }

    // Text of a label or a heading, without that of controls and scripts within.
    function textOf(node, isLeftOut) {
      const pieces = []
      let left = MOST_STEPS
      const visit = (one) => {
        if (left-- <= 0) return
        if (one instanceof Text) pieces.push(one.data)
        else if (
          one instanceof Element &&
          !/^(script|style|select|textarea|datalist)$/.test(page.localName(one)) &&
          !(isLeftOut && one !== node && isLeftOut(one))
        ) {
          if (BLOCK.has(page.localName(one))) pieces.push(' ')
          for (const child of childrenOf(one)) visit(child)
        }
      }
      visit(node)
      return squeeze(pieces.join('')).slice(0, LONGEST)
    }

    // What stands right before a field is meant for it; what stands behind a box to tick is.
    function textBeside(element, role) {
      const ticked = role === 'checkbox' || role === 'radio' || role === 'switch'
      const frame = ticked ? element : frameOf(element)
      const first = ticked ? siblingText(element, false) : siblingText(frame, true)
      const name =
        first ||
        (frame === element ? '' : aboveText(frame)) ||
        (ticked ? siblingText(element, true) : '') ||
        cellText(element) ||
        (ticked ? rowText(element) : '') ||
        aboveText(element)
      return name || (ticked ? '' : siblingText(element, false))
    }

    // A field without a border of its own is drawn by a box around it: what stands in there is what was chosen in it.
    function frameOf(element) {
      if (hasBorder(element)) return element
      let outer = around(element)
      for (let level = 0; level < 4 && outer instanceof Element; level++, outer = around(outer)) {
        if (hasBorder(outer)) return fieldsIn(outer) === 1 && page.box(outer).height < 120 ? outer : element
      }
      return element
    }

    function hasBorder(element) {
      const { borderBottomStyle, borderBottomWidth } = getComputedStyle(element)
      return borderBottomStyle !== 'none' && borderBottomWidth !== '0px'
    }

    function fieldsIn(element) {
      return Element.prototype.querySelectorAll.call(element, 'input:not([type=hidden]),textarea').length
    }

    // Text beside it in the same line or box, up to the next control.
    function siblingText(element, before) {
      const parent = around(element)
      if (!(parent instanceof Element)) return ''
      const siblings = childrenOf(parent)
      const step = before ? -1 : 1
      let text = ''
      for (let index = siblings.indexOf(element) + step; siblings[index] !== undefined; index += step) {
        const node = siblings[index]
        if (node instanceof Element && (hasControl(node) || (text.trim() && BLOCK.has(page.localName(node)))))
          break
        const piece = node instanceof Element ? (seen.isShown(node) ? textOf(node) : '') : (node.data ?? '')
        if (node instanceof Comment) continue
        text = before ? `${piece} ${text}` : `${text} ${piece}`
        if (text.length > LONGEST) break
      }
      const name = squeeze(text)
      return name.length <= LONGEST_LABEL ? name : ''
    }

    function hasControl(element) {
      return (
        Element.prototype.matches.call(element, CONTROLS) ||
        Element.prototype.querySelector.call(element, CONTROLS) !== null
      )
    }

    // In a table: the cell before, or the heading of the column.
    function cellText(element) {
      const cell = page.closest(element, 'td,th')
      const row = cell && page.closest(cell, 'tr')
      if (!row) return ''
      const head = page.closest(row, 'table')?.rows[0]
      const above =
        head && head !== row && head.cells[cell.cellIndex] ? textOf(head.cells[cell.cellIndex]) : ''
      const first = row.cells[0]
      const isOneOfSeveral = controlsIn(row).length > 1 && first !== cell && first && !hasControl(first)
      if (above && isOneOfSeveral) return `${textOf(first)} ${above}`
      const before = row.cells[cell.cellIndex - 1]
      if (before && !hasControl(before)) return textOf(before)
      return above
    }

    // The only box to tick of an entry is for all of it.
    function rowText(element) {
      const row = page.closest(element, ROW)
      if (
        !row ||
        controlsIn(row).filter((one) => one.type === 'checkbox' || one.type === 'radio').length !== 1
      )
        return ''
      return textOf(row).slice(0, LONGEST_LABEL)
    }

    function controlsIn(element) {
      return [...Element.prototype.querySelectorAll.call(element, CONTROLS)].slice(0, 50)
    }

    // The text that stands before one of the boxes around it.
    function aboveText(element) {
      let inner = element
      for (let level = 0; level < 3; level++) {
        inner = around(inner)
        if (!(inner instanceof Element) || page.localName(inner) === 'body') return ''
        if (Element.prototype.matches.call(inner, ROW)) return ''
        const text = siblingText(inner, true)
        if (text) return SENTENCE.test(text) ? '' : text
      }
      return ''
    }

    return { nameOf, isListInPlace: (element) => hiddenList(element, 'generic') !== undefined }
  })(),
)
