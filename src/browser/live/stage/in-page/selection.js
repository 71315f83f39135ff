// Text that is marked.
Object.assign(
  globalThis.winnow,
  (() => {
    const seen = globalThis.winnow.seen
    const isField = (node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement

    // Where the text begins and ends on the page; a field marks its text by itself.
    function endsOf(ref, text) {
      const node = seen.nodeOf(ref)
      if (node === undefined) return { state: 'gone' }
      if (isField(node)) return { state: markInField(node, text) ? 'marked' : 'missing' }
      const range = rangeOf(node, text)
      if (range === undefined) return { state: 'missing' }
      const holder = node instanceof Element ? node : seen.around(node)
      Element.prototype.scrollIntoView.call(holder, { block: 'nearest', behavior: 'instant' })
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (rects.length === 0) return { state: 'missing' }
      const [first, last] = [rects[0], rects.at(-1)]
      return {
        state: 'there',
        from: { x: first.left + 0.5, y: (first.top + first.bottom) / 2 },
        to: { x: last.right - 0.5, y: (last.top + last.bottom) / 2 },
      }
    }

    function markInField(field, text) {
      const start = text === undefined ? 0 : field.value.indexOf(text)
      if (start < 0) return false
      field.focus({ preventScroll: true })
      field.setSelectionRange(start, text === undefined ? field.value.length : start + text.length)
      return true
    }

    function rangeOf(node, text) {
      const range = new Range()
      range.selectNodeContents(node)
      return text === undefined ? trimmed(range, node) : found(node, text)
    }

    function textsIn(node) {
      if (node instanceof Text) return [node]
      const walker = Document.prototype.createTreeWalker.call(document, node, NodeFilter.SHOW_TEXT)
      const texts = []
      while (texts.length < 5000 && walker.nextNode()) texts.push(walker.currentNode)
      return texts
    }

    function trimmed(range, node) {
      const texts = textsIn(node).filter(({ data }) => data.trim() !== '')
      if (texts.length === 0) return undefined
      const [first, last] = [texts[0], texts.at(-1)]
      range.setStart(first, first.data.length - first.data.trimStart().length)
      range.setEnd(last, last.data.trimEnd().length)
      return range
    }

    // Whitespace counts as one space, as it is shown.
    function found(node, text) {
      const wanted = seen.squeeze(text)
      const places = []
      let all = ''
      for (const one of textsIn(node)) {
        for (let index = 0; index < one.data.length; index++) {
          const sign = /\s/.test(one.data[index]) ? ' ' : one.data[index]
          if (sign === ' ' && (all === '' || all.endsWith(' '))) continue
          all += sign
          places.push({ node: one, index })
        }
      }
      const exact = all.indexOf(wanted)
      const start = exact >= 0 ? exact : all.toLowerCase().indexOf(wanted.toLowerCase())
      if (start < 0 || wanted === '') return undefined
      const range = new Range()
      range.setStart(places[start].node, places[start].index)
      const end = places[start + wanted.length - 1]
      range.setEnd(end.node, end.index + 1)
      return range
    }

    // Sees to it that the text is marked; false when it cannot be.
    function markText(ref, text) {
      const node = seen.nodeOf(ref)
      const range = node && rangeOf(node, text)
      if (range === undefined) return false
      const plain = (one) => one.toString().replace(/\s/g, '')
      const selection = getSelection()
      if (plain(selection) === plain(range)) return true
      selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
      return plain(selection) !== ''
    }

    return { endsOf, markText }
  })(),
)
