// Fields as a hand fills them: what they hold, and how it is replaced.
Object.assign(
  globalThis.winnow,
  (() => {
    const seen = globalThis.winnow.seen
    const page = globalThis.winnow.platform
    const EDITABLE = 'input:not([type=hidden]),textarea,select,[contenteditable]:not([contenteditable=false])'
    const SET = /^(date|time|month|week|datetime-local|color|range)$/
    const NOT_TYPED = /^(button|submit|reset|image|file|hidden)$/
    const focus = page.method(HTMLElement, 'focus')

    // The field that is meant: it, the one a label is for, or the only one within.
    function fieldAt(ref) {
      const node = seen.nodeOf(ref)
      if (node === undefined) return { kind: 'gone' }
      const element = fieldOf(node)
      if (element === undefined) return { kind: 'none' }
      return {
        ref: seen.refOf(element),
        kind: kindOf(element),
        value: valueOf(element),
        maxLength: element.maxLength > 0 ? element.maxLength : undefined,
        multiline: !(element instanceof HTMLInputElement),
        disabled: Element.prototype.matches.call(element, ':disabled'),
        readonly: element.readOnly === true,
      }
    }

    function fieldOf(node) {
      const element = node instanceof Element ? node : seen.around(node)
      if (kindOf(element) !== 'none') return element
      const control = page.closest(element, 'label')?.control
      if (control) return control
      const inner = Element.prototype.querySelectorAll.call(element, EDITABLE)
      if (inner.length === 1) return inner[0]
      const host = page.closest(element, '[contenteditable]')
      return host && seen.isEditingHost(host) ? host : undefined
    }

    function kindOf(element) {
      if (element instanceof HTMLSelectElement) return 'list'
      if (element instanceof HTMLTextAreaElement) return 'typed'
      if (seen.isTickable(element)) return 'tick'
      if (element instanceof HTMLInputElement) {
        return SET.test(element.type) ? 'set' : NOT_TYPED.test(element.type) ? 'none' : 'typed'
      }
      if (seen.isEditingHost(element)) return 'rich'
      const role = seen.roleOf(element)
      if (/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)) return 'tick'
      if (role === 'slider' || role === 'spinbutton') return 'slider'
      return role === 'textbox' || role === 'searchbox' ? 'rich' : 'none'
    }

    function valueOf(element) {
      if (element instanceof HTMLSelectElement || !('value' in element)) return shownValue(element)
      return String(element.value)
    }

    function shownValue(element) {
      if (element instanceof HTMLSelectElement) {
        return [...element.selectedOptions].map(seen.labelOf).join(', ')
      }
      const now = seen.attribute(element, 'aria-valuenow')
      return now ?? (element instanceof HTMLElement ? element.innerText.trim() : '')
    }

    function focusOn(ref) {
      const node = seen.nodeOf(ref)
      const element = node instanceof Text ? seen.around(node) : node
      if (element instanceof HTMLElement || element instanceof SVGElement)
        element.focus({ preventScroll: true })
      return element !== undefined
    }

    // Focuses a field and marks all that stands in it.
    function markAll(ref) {
      const element = seen.nodeOf(ref)
      if (element === undefined) return false
      focus(element, { preventScroll: true })
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
      else getSelection().selectAllChildren(element)
      return true
    }

    // Puts a value in as it ends up when a hand has set it, with the events of that.
    function setValue(ref, value) {
      const element = seen.nodeOf(ref)
      if (element === undefined) return undefined
      focus(element, { preventScroll: true })
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.value = value
      else element.textContent = value
      tell(element)
      return valueOf(element)
    }

    function tell(element) {
      element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }

    // Chooses exactly these options; says which there are when one of them is not.
    function chooseOptions(ref, labels) {
      const list = seen.nodeOf(ref)
      if (!(list instanceof HTMLSelectElement)) return { state: 'gone' }
      const options = [...list.options]
      const chosen = labels.map((label) => optionFor(options, label))
      const missing = labels.filter((_, index) => chosen[index] === undefined)
      if (missing.length > 0) {
        return { state: 'missing', missing, available: options.slice(0, 20).map(seen.labelOf) }
      }
      focus(list, { preventScroll: true })
      const isSame = options.every((option) => option.selected === chosen.includes(option))
      if (isSame) return { state: 'chosen' }
      if (list.multiple) for (const option of options) option.selected = chosen.includes(option)
      else list.selectedIndex = options.indexOf(chosen.at(-1))
      tell(list)
      return { state: 'chosen' }
    }

    function optionFor(options, label) {
      const plain = (text) => seen.squeeze(text).toLowerCase()
      const open = options.filter((option) => !option.disabled)
      return (
        open.find((option) => seen.labelOf(option) === seen.squeeze(label)) ??
        open.find((option) => plain(seen.labelOf(option)) === plain(label)) ??
        open.find((option) => plain(option.value) === plain(label))
      )
    }

    // Puts files into the file field that is meant: it, the one a label is for, or the nearest around.
    function putFiles(ref, files) {
      const node = seen.nodeOf(ref)
      if (node === undefined) return 'gone'
      const field = fileFieldAt(node instanceof Element ? node : seen.around(node))
      if (field === undefined) return 'none'
      if (files.length > 1 && !field.multiple) return 'one'
      const given = new DataTransfer()
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        given.items.add(new File([bytes], name, { type }))
      }
      field.files = given.files
      tell(field)
      return 'put'
    }

    function fileFieldAt(element) {
      const isFileField = (one) => one instanceof HTMLInputElement && one.type === 'file'
      const control = page.closest(element, 'label')?.control
      if (isFileField(element) || isFileField(control)) return isFileField(element) ? element : control
      const form = page.closest(element, 'form')
      for (let around = element; around; around = around === form ? null : seen.around(around)) {
        const inner = Element.prototype.querySelectorAll.call(around, 'input[type=file]')
        if (inner.length === 1) return inner[0]
        if (inner.length > 1 || around === page.body()) return undefined
      }
      return undefined
    }

    function isOn(ref) {
      const element = seen.nodeOf(ref)
      if (element === undefined) return undefined
      if (seen.isTickable(element)) return element.checked
      const said = seen.attribute(element, 'aria-checked') ?? seen.attribute(element, 'aria-pressed')
      return (said ?? seen.attribute(element, 'aria-selected')) === 'true'
    }

    // Where a click hits nothing, so that a field that is being filled in is left; undefined when none is.
    function placeToLeave() {
      const active = page.activeElement()
      if (active === null || kindOf(active) === 'none') return undefined
      for (let step = 1; step < 100; step++) {
        const x = innerWidth * (1 - (step % 10) / 10) - 3
        const y = innerHeight * (1 - Math.floor(step / 10) / 10) - 3
        const hit = seen.touchedAt(x, y)
        if (hit !== null && (hit === page.body() || hit === page.root())) return { x, y }
      }
      return undefined
    }

    return { placeToLeave, fieldAt, focusOn, markAll, setValue, chooseOptions, putFiles, isOn }
  })(),
)
