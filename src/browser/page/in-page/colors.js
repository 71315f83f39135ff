// Colours of all notations of CSS in one: `#rrggbb`, or `#rrggbbaa` where something shines through.
Object.assign(
  globalThis.winnow,
  (() => {
    const { platform: page } = globalThis.winnow
    const MOST_KNOWN = 3000
    const LONGEST = 200
    const RGB = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/
    const COLOR_FUNCTION = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g
    const LONGEST_GRADIENT = 2000
    const MOST_STOPS = 8

    const known = new Map()
    let canvas

    // What a notation means; undefined when it is no colour.
    function colorOf(notation) {
      if (notation === undefined || notation.length > LONGEST) return undefined
      if (!known.has(notation)) {
        if (known.size >= MOST_KNOWN) known.clear()
        known.set(notation, read(notation))
      }
      return known.get(notation)
    }

    function read(notation) {
      const [, red, green, blue, alpha] = RGB.exec(notation) ?? []
      if (red !== undefined) return hex([red, green, blue], Number(alpha ?? 1))
      return isColor(notation) ? drawn(notation) : undefined
    }

    // What is no colour leaves a pen as it was.
    function isColor(notation) {
      canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      canvas.fillStyle = '#000000'
      canvas.fillStyle = notation
      const onBlack = canvas.fillStyle
      canvas.fillStyle = '#ffffff'
      canvas.fillStyle = notation
      return onBlack === canvas.fillStyle
    }

    // Drawn without its transparency, because a faint colour would be read back coarsely.
    function drawn(notation) {
      const alpha = pixel(notation)[3] / 255
      return alpha === 0 ? '#00000000' : hex(pixel(`rgb(from ${notation} r g b / 1)`), alpha)
    }

    function pixel(notation) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = notation
      canvas.fillRect(0, 0, 1, 1)
      return canvas.getImageData(0, 0, 1, 1).data
    }

    function hex([red, green, blue], alpha) {
      const shares = alpha >= 1 ? [red, green, blue] : [red, green, blue, Math.round(alpha * 255)]
      return `#${Array.from(shares, (share) => Number(share).toString(16).padStart(2, '0')).join('')}`
    }

    // The colours of a gradient in their order; none when the image is something else.
    function stopsOf(image) {
      if (!image.includes('gradient(')) return []
      const notations = image.slice(0, LONGEST_GRADIENT).match(COLOR_FUNCTION) ?? []
      return notations.slice(0, MOST_STOPS).flatMap((notation) => colorOf(notation) ?? [])
    }

    // Numbers alone are what a function for colours is given elsewhere: `hsl(var(--primary))`.
    function colorOfVariable(value) {
      const text = value.trim()
      if (/^[\d.]+(?:deg)?[ ,]+[\d.]+%[ ,]+[\d.]+%$/.test(text)) return colorOf(`hsl(${text})`)
      if (/^\d{1,3}[ ,]+\d{1,3}[ ,]+\d{1,3}$/.test(text)) return colorOf(`rgb(${text})`)
      return /^(?:transparent|currentcolor|inherit|initial)$/i.test(text) ? undefined : colorOf(text)
    }

    // Custom properties whose names speak of a role; the body has those of the root, and its own.
    function roleVariables() {
      const NAME =
        /primary|secondary|accent|brand|success|positive|warning|caution|danger|error|destructive|negative/i
      const found = []
      let read = 0
      for (const [name, values] of (page.body() ?? page.root()).computedStyleMap()) {
        if (read++ > 5000 || found.length >= 100) break
        if (!name.startsWith('--') || name.length > 80 || !NAME.test(name)) continue
        const color = colorOfVariable(String(values[0]).slice(0, 200))
        if (color !== undefined) found.push({ name: name.slice(2).toLowerCase(), color })
      }
      return found
    }

    return { colorOf, stopsOf, roleVariables }
  })(),
)
