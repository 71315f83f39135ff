import type { Box, PageControllerCalls } from '../calls.ts'
import * as page from '../platform.ts'

const LINE = '#e00000'
const FONT = 'bold 11px monospace'
const HEIGHT = 13
let canvas: HTMLCanvasElement | undefined

export function drawLabels(labels: Parameters<PageControllerCalls['drawLabels']>[0]): void {
  removeLabels()
  canvas = document.createElement('canvas')
  canvas.width = innerWidth * devicePixelRatio
  canvas.height = innerHeight * devicePixelRatio
  canvas.style.cssText = `all: initial; position: fixed; inset: 0; margin: 0; padding: 0; border: 0; z-index: 2147483647;
    width: ${innerWidth}px; height: ${innerHeight}px; background: transparent; pointer-events: none`
  page.root()?.append(canvas)
  // Above the page's own dialogs.
  canvas.popover = 'manual'
  canvas.showPopover()
  const pen = canvas.getContext('2d')!
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.font = FONT
  pen.textBaseline = 'top'
  for (const { label, box } of labels) drawLabel(pen, label, box)
}

function drawLabel(pen: CanvasRenderingContext2D, label: string, { x, y, width, height }: Box): void {
  pen.strokeStyle = LINE
  pen.lineWidth = 2
  pen.strokeRect(x, y, width, height)
  const wide = pen.measureText(label).width + 4
  const top = Math.max(0, y - HEIGHT)
  pen.fillStyle = LINE
  pen.fillRect(Math.max(0, x), top, wide, HEIGHT)
  pen.fillStyle = '#ffffff'
  pen.fillText(label, Math.max(0, x) + 2, top + 1)
}

export function removeLabels(): void {
  canvas?.remove()
  canvas = undefined
}
