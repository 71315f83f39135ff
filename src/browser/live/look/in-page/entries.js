// What an element comes to in the view: an entry of its own, or only the entries of what is in it.
Object.assign(
  globalThis.winnow.seen,
  (() => {
    const seen = globalThis.winnow.seen
    const { attribute, squeeze } = seen
    // Their text is all that is in them; parts that cannot be used by themselves are left out.
    const WHOLE = new Set('button link tab menuitem option summary'.split(' '))
    const HOLDERS = new Set('generic paragraph region'.split(' '))
    // They may listen for what is in them or take the focus, but they are not pressed.
    const PLACES = new Set(
      'dialog alertdialog tabpanel tablist toolbar menu menubar navigation region main form list table grid radiogroup status alert log'.split(
        ' ',
      ),
    )
    const LONGEST_TEXT = 300
    const ICON = 48

    const listeners = new WeakMap()

    // Tells of listeners that the page has for clicks (1), and for what begins a drag (2).
    function hear(kinds, ...elements) {
      for (const [index, element] of elements.entries()) {
        if (element instanceof Element) listeners.set(element, kinds[index])
      }
    }

    // `inner` is what the children come to: their entries, and the text that can be read.
    function entriesOf(element, tag, stand, inner) {
      const told = isIcon(tag, stand.box)
        ? 'image'
        : seen.isShape(element)
          ? roleOfShape(tag)
          : seen.roleOf(element)
      const uses = usesOf(element, tag, told, stand, inner.entries)
      const role = told === 'generic' && uses.clickable && seen.isListInPlace(element) ? 'combobox' : told
      const { clickable, editable, draggable } = uses
      if (
        HOLDERS.has(role) &&
        tag !== 'iframe' &&
        inner.own === '' &&
        !clickable &&
        !draggable &&
        !editable &&
        !uses.scrollable
      ) {
        if (!isTold(stand, inner.entries)) return inner.entries
      }
      const entry = seen.placed(element, stand)
      entry.tag = tag
      entry.role = role === 'generic' ? roleOfPlain(stand.css, inner) : role
      const isNamedByText =
        clickable && role === 'generic' && tag !== 'label' && !inner.entries.some(isUsable)
      entry.name = seen.nameOf(element, role, inner.text.slice(0, LONGEST_TEXT), isNamedByText)
      entry.text = (tag === 'input' && role === 'button' ? squeeze(element.value) : inner.text).slice(
        0,
        LONGEST_TEXT,
      )
      entry.ownText = inner.own.slice(0, LONGEST_TEXT)
      seen.addFacts(entry, element, tag, stand.css)
      Object.assign(entry, uses)
      if (clickable || editable || draggable || role === 'iframe')
        entry.selector = seen.selectorOf(element, tag)
      if ((entry.name === '' && entry.text === '') || seen.isShape(element))
        entry.look = seen.lookOf(element, stand.css)
      if (stand.label) entry.behindLabel = true
      const isWhole = WHOLE.has(role) && inner.text.length < 100
      return [
        {
          entry,
          element,
          // Whether it stands for itself, and not in the line of a sentence.
          apart: editable || draggable || (clickable && role !== 'link') || !stand.inline,
          children: isWhole ? inner.entries.filter(isForItself) : withTexts(inner),
        },
      ]
    }

    function usesOf(element, tag, role, stand, entries) {
      const heard = listeners.get(element) ?? 0
      return {
        clickable: isClickable(element, tag, role, stand, heard),
        editable: seen.isEditable(element, role),
        draggable: isDraggable(element, stand, entries, heard),
        scrollable: isScrollable(element, tag, stand),
      }
    }

    function isClickable(element, tag, role, stand, heard) {
      if (seen.isUsed(role) && role !== 'gridcell') return true
      if (tag === 'label') return element.control !== null
      if (stand.cursor === 'pointer' && stand.from.cursor !== 'pointer') return true
      if (PLACES.has(role)) return false
      if ((heard & 1) !== 0 || attribute(element, 'onclick') !== null) return !seen.isBackground(stand.box)
      const tabIndex = attribute(element, 'tabindex')
      return tabIndex !== null && Number(tabIndex) >= 0
    }

    // What listens for the drags of things in it is not dragged itself.
    function isDraggable(element, stand, entries, heard) {
      if (seen.looksDraggable(element, stand.cursor === stand.from.cursor ? '' : stand.cursor)) return true
      if ((heard & 2) === 0 || seen.isBackground(stand.box)) return false
      return !entries.some(({ entry }) => entry.draggable)
    }

    function isScrollable(element, tag, { css, overflowX }) {
      if (overflowX === 'visible' || tag === 'textarea' || tag === 'select') return false
      const isTall = /auto|scroll/.test(css.overflowY) && element.scrollHeight > element.clientHeight + 1
      return isTall || (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
    }

    // Of what only holds others, what holds several is told, and what is drawn around a smaller one.
    function isTold({ box, css }, entries) {
      if (entries.length > 1) return true
      if (entries.length === 0) return isPainted(box, css)
      const inner = entries[0].entry.box
      return inner.width * inner.height < box.width * box.height * 0.5 && isPainted(box, css)
    }

    // An empty box that is drawn is something a person sees: a square of colour, a grip, a field of a board.
    function isPainted({ width, height }, css) {
      if (width < 4 || height < 4) return false
      if (css.backgroundImage !== 'none' || isPicture(css)) return true
      const background = seen.solid(css.backgroundColor)
      if (background !== undefined && background !== '#ffffff') return true
      return css.borderTopStyle !== 'none' && css.borderTopWidth !== '0px'
    }

    // An element whose content is a picture by its style.
    function isPicture(css) {
      return css.content.startsWith('url(')
    }

    function roleOfPlain(css, inner) {
      if (inner.entries.length > 0) return 'generic'
      if (inner.own !== '') return 'text'
      return isPicture(css) ? 'image' : 'generic'
    }

    function roleOfShape(tag) {
      return tag === 'text' ? 'text' : 'graphics-symbol'
    }

    // A small drawing is one picture.
    function isIcon(tag, { width, height }) {
      return tag === 'svg' && width <= ICON && height <= ICON
    }

    function isForItself(one) {
      return isUsable(one) || one.entry.draggable || one.entry.role === 'image'
    }

    function isUsable({ entry }) {
      return entry.clickable || entry.editable
    }

    // Text between controls and lines has a place of its own; within a sentence it is told by what holds it.
    function withTexts(inner) {
      const isMixed = inner.texts.length > 0 && (inner.breaks || inner.entries.some(({ apart }) => apart))
      if (!isMixed) return inner.entries
      const all = [...inner.entries]
      for (const { node, at } of inner.texts.toReversed()) all.splice(at, 0, textEntry(node, inner.clip))
      return all
    }

    function textEntry(node, clip) {
      const text = squeeze(node.data).slice(0, LONGEST_TEXT)
      const entry = seen.placed(node, { box: seen.boxOf(node), outer: clip })
      Object.assign(entry, { tag: '#text', role: 'text', name: '', text, ownText: text })
      return { entry, children: [] }
    }

    return { hear, entriesOf, withTexts, isIcon }
  })(),
)
