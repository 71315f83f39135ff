// Where elements stand: their boxes in the window, what cuts them off, whether they are shown and free.
Object.assign(
  globalThis.winnow.seen,
  (() => {
    const seen = globalThis.winnow.seen
    const page = globalThis.winnow.platform
    const OVERLAID = 'input,select,textarea,button,a[href]'

    // What holds for all of a look: where the frame lies in the window, and which part of it can be seen.
    let frame

    function beginLook({ origin, clip }) {
      frame = { origin, clip, scrollX, scrollY, width: innerWidth, height: innerHeight }
      return { clip, positioned: clip, cursor: 'auto', opacity: 1, level: 0 }
    }

    // Where it is and what that means for what is in it; undefined when nothing in it is shown either.
    function standingOf(element, from) {
      const css = getComputedStyle(element)
      const { display } = css
      const label = seen.standIn(element)
      if (display === 'none') return label && behind(label, css, from)
      const box = plainBox(element)
      const { visibility, position, overflowX, cursor } = css
      const opacity = from.opacity * Number(css.opacity)
      const tiny = box.width <= 1 && box.height <= 1
      if (label && (tiny || opacity === 0 || visibility !== 'visible')) return behind(label, css, from)
      const outer = position === 'fixed' ? frame.clip : position === 'absolute' ? from.positioned : from.clip
      const inline = display.startsWith('inline') || display === 'contents'
      const clips = overflowX !== 'visible' && display !== 'inline' && display !== 'contents'
      if (clips && isFolded(box, tiny, overflowX)) return undefined
      if (/^(absolute|fixed)$/.test(position) && (tiny ? css.clip !== 'auto' : isCutAway(css)))
        return undefined
      const clip = clips ? cut(outer, shifted(box)) : outer
      const positioned = position === 'static' ? from.positioned : clip
      return {
        css,
        box,
        outer,
        from,
        inline,
        cursor,
        overflowX,
        below: { clip, positioned, cursor, opacity, level: from.level + 1 },
        shown:
          visibility === 'visible' &&
          (box.width > 0 || box.height > 0) &&
          !isAway(box, position) &&
          (opacity > 0.02 || Element.prototype.matches.call(element, OVERLAID)),
      }
    }

    // The browser's own boxes are asked anew for each of their numbers.
    function plainBox(element) {
      const { left, top, width, height } = page.box(element)
      return { left, top, width, height }
    }

    // What was folded up, or is there for those who listen.
    function isFolded(box, tiny, overflowX) {
      return tiny || (overflowX === 'hidden' && (box.width === 0 || box.height === 0))
    }

    // What a style leaves nothing of.
    function isCutAway({ clip, clipPath }) {
      if (/^inset\((100|[5-9]\d)%\)$/.test(clipPath)) return true
      const sides = /^rect\((.+)\)$/.exec(clip)?.[1].split(',').map(Number.parseFloat)
      return sides !== undefined && (sides[2] <= sides[0] || sides[1] <= sides[3])
    }

    // What lies left of or above all that one can scroll to.
    function isAway(box, position) {
      const isFixed = position === 'fixed'
      const [right, bottom] = [box.left + box.width, box.top + box.height]
      return right + (isFixed ? 0 : frame.scrollX) <= 0 || bottom + (isFixed ? 0 : frame.scrollY) <= 0
    }

    function behind(label, css, from) {
      const below = { ...from, level: from.level + 1 }
      const place = { box: plainBox(label), outer: from.clip, from, below }
      return { ...place, css, label, shown: true, inline: true, cursor: css.cursor, overflowX: 'visible' }
    }

    function shifted({ left, top, width, height }) {
      return { x: left + frame.origin.x, y: top + frame.origin.y, width, height }
    }

    function cut(one, other) {
      const x = Math.max(one.x, other.x)
      const y = Math.max(one.y, other.y)
      const width = Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x)
      const height = Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y)
      return { x, y, width, height }
    }

    // Begins the entry of a node in the view.
    function placed(node, { box, outer, label }) {
      const place = shifted(box)
      const visible = cut(place, outer)
      const inView = isWithin(visible, outer)
      const tenth = (number) => Math.round(number * 10) / 10
      return {
        ref: seen.refOf(node),
        parent: undefined,
        box: { x: tenth(place.x), y: tenth(place.y), width: tenth(box.width), height: tenth(box.height) },
        inView,
        covered: inView && isCovered(label ?? node, visible),
      }
    }

    // A line has no height, but is seen.
    function isWithin(visible, outer) {
      if (outer.width <= 0 || outer.height <= 0) return false
      const inside = (start, size, from, length) => size > 0 || (start >= from && start < from + length)
      return (
        inside(visible.x, visible.width, outer.x, outer.width) &&
        inside(visible.y, visible.height, outer.y, outer.height)
      )
    }

    function isCovered(node, visible) {
      const element = node instanceof Element ? node : seen.around(node)
      const x = visible.x + visible.width / 2 - frame.origin.x
      const y = visible.y + visible.height / 2 - frame.origin.y
      if (seen.isTouched(element, x, y)) return false
      // The middle of a line of text that wraps may be in neither of its lines.
      const [first] = Element.prototype.getClientRects.call(element)
      return !first || !seen.isTouched(element, first.left + first.width / 2, first.top + first.height / 2)
    }

    // What fills the window listens for what is in it.
    function isBackground({ width, height }) {
      return width * height > 0.8 * frame.width * frame.height
    }

    return { beginLook, standingOf, placed, isBackground }
  })(),
)
