// The document as HTML. A page may be as deep and as large as it likes, so the walk is a loop with a limit.
Object.assign(
  globalThis.winnow,
  (() => {
    const page = globalThis.winnow.platform
    const VOID = new Set(
      'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
        ' ',
      ),
    )
    const RAW_TEXT = new Set('script style xmp noembed noframes noscript plaintext'.split(' '))
    const ADDRESSES = new Set(['href', 'src', 'poster', 'action', 'data', 'cite'])
    const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-url']

    let frames = []

    // The document as HTML in pieces: between two pieces stands a frame whose content is to be read separately.
    function serialise({ inner, maxLength }) {
      const out = { pieces: [], chunks: [], length: 0, maxLength }
      frames = []
      // What is still to be written, the next last: nodes, and closing tags as strings.
      const rest = inner ? childrenOf(page.body() ?? page.root()) : childrenOf(document)
      while (rest.length > 0 && out.length <= maxLength) {
        const next = rest.pop()
        if (typeof next === 'string') write(out, next)
        else if (isReadableFrame(next)) leaveGap(out, next)
        else writeNode(next, out, rest, inner)
      }
      endPiece(out)
      return { pieces: out.pieces, complete: rest.length === 0 && out.length <= maxLength }
    }

    function write(out, text) {
      out.length += text.length
      if (out.length <= out.maxLength) out.chunks.push(text)
    }

    function endPiece(out) {
      out.pieces.push(out.chunks.join('').toWellFormed())
      out.chunks = []
    }

    function leaveGap(out, frame) {
      write(out, `<div data-frame-src="${escapeAttribute(frame.src)}">`)
      endPiece(out)
      write(out, '</div>')
      frames.push(frame)
    }

    function writeNode(node, out, rest, inner) {
      switch (page.type(node)) {
        case Node.ELEMENT_NODE:
          return writeElement(node, out, rest, inner)
        case Node.TEXT_NODE:
        case Node.CDATA_SECTION_NODE:
          return write(out, escapeText(node.data))
        case Node.COMMENT_NODE:
          return write(out, `<!--${node.data.replaceAll('--', '- -')}-->`)
        case Node.DOCUMENT_TYPE_NODE:
          return write(out, doctype(node))
      }
    }

    function writeElement(element, out, rest, inner) {
      const isHtml = page.namespace(element) === 'http://www.w3.org/1999/xhtml'
      const name = isHtml ? page.localName(element) : page.tagName(element)
      if (
        (name === 'slot' || name === 'style' || name === 'link') &&
        page.rootOf(element) instanceof ShadowRoot
      ) {
        // Styles of a shadow tree would apply to the whole page once they stand in it.
        if (name !== 'slot') return
        const shown = element.assignedNodes()
        return pushAll(rest, shown.length > 0 ? shown.toReversed() : childrenOf(element))
      }
      write(out, page.hasAttributes(element) ? `<${name}${attributesOf(element, inner)}>` : `<${name}>`)
      if (VOID.has(name)) return
      if (RAW_TEXT.has(name)) {
        return write(out, `${page.text(element).replaceAll(`</${name}`, `<\\/${name}`)}</${name}>`)
      }
      rest.push(`</${name}>`)
      pushAll(rest, childrenOf(name === 'template' ? element.content : (page.shadowRoot(element) ?? element)))
    }

    function pushAll(list, items) {
      for (const item of items) list.push(item)
    }

    // In reverse, so that the first is taken first from the end of a list.
    function childrenOf(parent) {
      const children = []
      for (let child = page.lastChild(parent); child !== null; child = page.previous(child))
        children.push(child)
      return children
    }

    function attributesOf(element, inner) {
      let text = ''
      const source = page.localName(element) === 'img' ? lazySource(element) : undefined
      if (source !== undefined)
        text += ` src="${escapeAttribute(inner ? absolute(element, source) : source)}"`
      for (const { name, value } of page.attributes(element)) {
        if (name === 'src' && source !== undefined) continue
        const shown = inner && ADDRESSES.has(name) ? absolute(element, value) : value
        text += ` ${name}="${escapeAttribute(shown)}"`
      }
      return text
    }

    // The picture that a placeholder stands for, when the page did not get round to showing it.
    function lazySource(image) {
      const src = image.getAttribute('src') ?? ''
      if (src !== '' && !src.startsWith('data:')) return undefined
      const name = LAZY_SOURCES.find((name) => image.hasAttribute(name))
      return name === undefined ? undefined : image.getAttribute(name)
    }

    function absolute(element, address) {
      return URL.parse(address, element.baseURI)?.href ?? address
    }

    function doctype({ name, publicId, systemId }) {
      const ids = publicId ? ` PUBLIC "${publicId}" "${systemId}"` : systemId ? ` SYSTEM "${systemId}"` : ''
      return `<!DOCTYPE ${name}${ids}>`
    }

    function escapeText(text) {
      return /[&<>\u00a0]/.test(text)
        ? text
            .replaceAll('&', '&amp;')
            .replaceAll('<', '&lt;')
            .replaceAll('>', '&gt;')
            .replaceAll('\u00a0', '&nbsp;')
        : text
    }

    function escapeAttribute(text) {
      return /[&"\u00a0]/.test(text)
        ? text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;')
        : text
    }

    // A frame that nobody can see holds trackers, not content.
    function isReadableFrame(node) {
      if (!(node instanceof HTMLIFrameElement) && !(node instanceof HTMLFrameElement)) return false
      const { width, height } = page.box(node)
      return width > 2 && height > 2
    }

    return { serialise, frame: (index) => frames[index] }
  })(),
)
