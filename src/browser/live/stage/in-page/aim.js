// Where to press the mouse so that an element gets it. Positions are those of the frame.
Object.assign(
  globalThis.winnow,
  (() => {
    const seen = globalThis.winnow.seen
    const page = globalThis.winnow.platform
    const BLOCKS = ['center', 'start', 'end', 'nearest']

    // `scroll` says how often it was tried before: each time the element is brought to another place of the window.
    function aimAt(ref, { at, scroll }) {
      const node = seen.nodeOf(ref)
      if (node === undefined) return { state: 'gone' }
      const target = targetOf(node)
      if (scroll > 0) bring(target, BLOCKS[(scroll - 1) % BLOCKS.length])
      const box = seen.boxOf(target)
      if (box.width === 0 && box.height === 0) return { state: 'nowhere' }
      const touched = elementOf(target)
      const points = at ? [{ x: box.left + at.x, y: box.top + at.y }] : pointsOf(target, box)
      const inWindow = points.filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      const isHit = ({ x, y }) => seen.holds(touched, seen.touchedAt(x, y))
      const isGood = ({ x, y }) =>
        at !== undefined || (seen.isTouched(touched, x, y) && !isCutOff(touched, x, y))
      const point = inWindow.find(isHit) ?? inWindow.find(isGood)
      if (point) return { state: 'ready', ...point, disabled: isDisabled(node) }
      if (inWindow.length === 0) return { state: 'away', x: points[0].x, y: points[0].y }
      const over = seen.touchedAt(inWindow[0].x, inWindow[0].y)
      return {
        state: 'covered',
        by: over ? seen.describe(over) : 'nothing that can be touched',
        ...inWindow[0],
      }
    }

    // Whether a place of the element is outside of what it scrolls in, so that only what is around it is there.
    function isCutOff(element, x, y) {
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        if (getComputedStyle(outer).overflow === 'visible') continue
        const { left, top, right, bottom } = page.box(outer)
        if (outer !== document.body && (x < left || y < top || x >= right || y >= bottom)) return true
      }
      return false
    }

    // A control that is not shown is used by its label.
    function targetOf(node) {
      const label = node instanceof Element ? seen.standIn(node) : undefined
      if (label === undefined) return node
      const { width, height } = page.box(node)
      return width > 1 && height > 1 && seen.isShown(node) ? node : label
    }

    function elementOf(node) {
      return node instanceof Element ? node : seen.around(node)
    }

    function isDisabled(node) {
      return node instanceof Element && Element.prototype.matches.call(node, ':disabled')
    }

    function bring(node, block) {
      page.scrollIntoView(elementOf(node), {
        block,
        inline: block === 'nearest' ? 'nearest' : 'center',
        behavior: 'instant',
      })
    }

    // Its middle; the middles of its lines when it wraps; then points where something over its middle may leave it free.
    function pointsOf(node, box) {
      const rects = node instanceof Element ? [...Element.prototype.getClientRects.call(node)] : []
      const lines = rects.slice(0, 5).filter(({ width, height }) => width > 0 && height > 0)
      const visible = {
        left: Math.max(box.left, 0),
        top: Math.max(box.top, 0),
        right: Math.min(box.right, innerWidth),
        bottom: Math.min(box.bottom, innerHeight),
      }
      const middle = (part) => ({ x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2 })
      const within = (x, y) => ({ x: box.left + box.width * x, y: box.top + box.height * y })
      const shown = visible.right > visible.left && visible.bottom > visible.top ? [middle(visible)] : []
      const others = [within(0.2, 0.5), within(0.8, 0.5), within(0.5, 0.2), within(0.5, 0.8)]
      return [...shown, middle(box), ...lines.map(middle), ...others, ...outlineOf(node)]
    }

    // The middle of a ring or a bent line is none of it.
    function outlineOf(node) {
      const matrix = node instanceof SVGGeometryElement ? node.getScreenCTM() : null
      if (matrix === null) return []
      const length = node.getTotalLength()
      return [0.5, 0.25, 0.75, 0.1, 0.9].map((share) => {
        const { x, y } = node.getPointAtLength(length * share).matrixTransform(matrix)
        return { x, y }
      })
    }

    // The place of a frame's content within the frame that it is in.
    function insideOf(ref) {
      const frame = seen.nodeOf(ref)
      if (frame === undefined) return undefined
      const box = page.box(frame)
      const style = getComputedStyle(frame)
      const left = frame.clientLeft + Number.parseFloat(style.paddingLeft)
      const top = frame.clientTop + Number.parseFloat(style.paddingTop)
      return {
        x: box.left + left,
        y: box.top + top,
        width: box.width - 2 * left,
        height: box.height - 2 * top,
      }
    }

    // Whether the mouse at a place would reach into the frame element.
    function reaches(ref, { x, y }) {
      const frame = seen.nodeOf(ref)
      return (
        frame !== undefined &&
        x >= 0 &&
        y >= 0 &&
        x < innerWidth &&
        y < innerHeight &&
        seen.isTouched(frame, x, y)
      )
    }

    function boxIn(ref) {
      const node = seen.nodeOf(ref)
      if (node === undefined) return undefined
      const { left, top, width, height } = seen.boxOf(targetOf(node))
      return { x: left, y: top, width, height }
    }

    function bringIn(ref) {
      const node = seen.nodeOf(ref)
      if (node === undefined) return false
      bring(targetOf(node), 'center')
      return true
    }

    function clickByScript(ref) {
      const node = seen.nodeOf(ref)
      const element = node && elementOf(node)
      if (element instanceof HTMLElement) HTMLElement.prototype.click.call(element)
      else
        element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
      return element !== undefined
    }

    // How far it was moved.
    function scrollIn(ref, { x, y }) {
      const node = ref === undefined ? scrollingArea() : seen.nodeOf(ref)
      if (node === undefined) return undefined
      const area = scrollableOf(elementOf(node), x, y)
      const before = [area.scrollLeft, area.scrollTop]
      area.scrollBy({ left: x, top: y, behavior: 'instant' })
      return { x: area.scrollLeft - before[0], y: area.scrollTop - before[1] }
    }

    function scrollableOf(element, x, y) {
      for (let one = element; one instanceof Element; one = seen.around(one)) {
        const { overflowX, overflowY } = getComputedStyle(one)
        if (y !== 0 && one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(overflowY)) return one
        if (x !== 0 && one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(overflowX)) return one
        if (one instanceof HTMLTextAreaElement) return one
      }
      return page.scrollingElement() ?? page.root()
    }

    // Some pages scroll inside an element that fills the window.
    function scrollingArea() {
      const root = page.scrollingElement() ?? page.root()
      if (root.scrollHeight > innerHeight + 1) return root
      return page.stackAt(innerWidth / 2, innerHeight / 2)[0] ?? root
    }

    return {
      aimAt,
      insideOf,
      reaches,
      boxIn,
      bringIn,
      clickByScript,
      scrollIn,
    }
  })(),
)
