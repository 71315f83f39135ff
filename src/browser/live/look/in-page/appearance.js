// How an element looks, and what its looks say about what a hand can do with it.
Object.assign(
  globalThis.winnow.seen,
  (() => {
    const { attribute } = globalThis.winnow.seen
    const page = globalThis.winnow.platform
    const { colorOf } = globalThis.winnow
    const SHAPES = new Set('circle ellipse rect polygon polyline line path text image use'.split(' '))
    const GRIPS = /^(grab|grabbing|move|all-scroll|[nsew]{1,4}-resize|col-resize|row-resize)$/
    const DRAG_HINT = /\bui-(draggable|sortable-handle|slider-handle|resizable-handle)\b/
    const NO_DRAG_HINT = /\bui-(draggable|sortable)-disabled\b/

    const MOST_KNOWN = 3000
    const solids = new Map()

    function lookOf(element, style) {
      const shape = shapeOf(element)
      const background = shape === undefined ? solid(style.backgroundColor) : undefined
      return {
        color: background ?? solid(shape === undefined ? style.color : paintOf(style)) ?? '#000000',
        shape: shape ?? (background && style.borderTopLeftRadius === '50%' ? 'circle' : undefined),
      }
    }

    function paintOf(style) {
      return style.fill !== 'none' && solid(style.fill) !== undefined ? style.fill : style.stroke
    }

    // Without its transparency; undefined when nothing of it can be seen.
    function solid(notation) {
      if (!solids.has(notation)) {
        if (solids.size > MOST_KNOWN) solids.clear()
        const color = colorOf(notation)
        solids.set(notation, color === undefined || /^#.{6}00$/.test(color) ? undefined : color.slice(0, 7))
      }
      return solids.get(notation)
    }

    function isShape(element) {
      return element instanceof SVGElement && SHAPES.has(page.localName(element))
    }

    function shapeOf(element) {
      if (!isShape(element)) return undefined
      const tag = page.localName(element)
      if (tag === 'rect') {
        const { width, height } = page.box(element)
        return Math.abs(width - height) < 1 ? 'square' : 'rectangle'
      }
      if (tag === 'polygon' || tag === 'polyline') {
        const points = (attribute(element, 'points') ?? '').match(/-?[\d.]+(e-?\d+)?/g) ?? []
        const corners = cornersOf(points)
        return corners === 3 ? 'triangle' : `${tag} ${corners}`
      }
      return tag
    }

    // A point that is said again closes the line and is no corner.
    function cornersOf(numbers) {
      const points = []
      for (let index = 0; index + 1 < numbers.length; index += 2)
        points.push(`${numbers[index]},${numbers[index + 1]}`)
      return points.length > 1 && points[0] === points.at(-1) ? points.length - 1 : points.length
    }

    function looksDraggable(element, cursor) {
      if (GRIPS.test(cursor)) return true
      const given = attribute(element, 'draggable')
      if (given !== null) return given.toLowerCase() === 'true'
      const classes = attribute(element, 'class') ?? ''
      return DRAG_HINT.test(classes) && !NO_DRAG_HINT.test(classes)
    }

    return { lookOf, solid, isShape, looksDraggable }
  })(),
)
