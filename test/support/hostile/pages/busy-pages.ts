import { svgBomb } from '../svg-bomb.ts'
import { html, scripted } from '../web-site.ts'
import type { WebRoute } from '../web-site.ts'

/** Pages that keep the browser busy, stop it, or never end. */
export const BUSY_PAGES: Record<string, WebRoute> = {
  '/loop-sync': scripted('while (true) {}'),
  '/loop-late': scripted(`addEventListener('load', () => setTimeout(() => { while (true) {} }, 20))`),
  '/alert-loop': scripted(`while (true) alert('again')`),
  '/dialogs': scripted(`alert(1); confirm(2); prompt(3)`),
  '/beforeunload': scripted(
    `addEventListener('beforeunload', (event) => { event.preventDefault(); return 'stay' })`,
  ),
  '/print': scripted(`window.print()`),
  '/js-loop': scripted(`setTimeout(() => { location.href = '/js-loop?' + Math.random() }, 10)`),
  '/meta-loop': html('<meta http-equiv="refresh" content="0"><p>A page.</p>'),
  '/css-hang': cssHang(),
  '/svg-bomb': html(`<p>A page.</p>${svgBomb()}`),
  '/timer-flood': scripted(
    `for (let at = 0; at < 10000; at++) setInterval(() => { document.title = String(Math.random()) }, 0)`,
  ),
  '/mutation-endless': scripted(
    `setInterval(() => { for (let at = 0; at < 50; at++) document.body.append(Object.assign(document.createElement('p'), { textContent: 'more' })) }, 5)
     addEventListener('scroll', () => { document.body.style.minHeight = document.body.scrollHeight + 5000 + 'px' })`,
  ),
  '/console-flood': scripted(
    `const line = 'x'.repeat(10000); setInterval(() => { for (let at = 0; at < 100; at++) console.log(line, { line }) }, 1)`,
  ),
  '/gpu-hog': scripted(gpuHog()),
  '/regex-hang': scripted(`setTimeout(() => /^(a+)+$/.test('a'.repeat(60) + 'b'), 20)`),
}

/** Selectors that make every element query every other one. */
function cssHang(): WebRoute {
  const selector = Array.from({ length: 12 }, () => ':has(~ * *)').join(' ')
  return html(
    `<!doctype html><style>body ${selector} + * ~ * { color: red }</style><body><p>A page.</p>
     ${'<div><span><b></b></span></div>'.repeat(20_000)}
     <script>setInterval(() => { document.body.append(document.createElement('div')); document.body.offsetHeight }, 1)</script>`,
  )
}

/** Large canvases, filled repeatedly, with WebGL where available. */
function gpuHog(): string {
  return `
    for (let at = 0; at < 40; at++) {
      const canvas = document.body.appendChild(Object.assign(document.createElement('canvas'), { width: 2048, height: 2048 }))
      const gl = canvas.getContext(at % 2 ? 'webgl' : '2d')
      setInterval(() => {
        if (!gl) return
        if (gl.clear) { gl.clearColor(Math.random(), 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT) }
        else { gl.fillStyle = 'hsl(' + Math.random() * 360 + ' 50% 50%)'; gl.fillRect(0, 0, 2048, 2048); gl.getImageData(0, 0, 64, 64) }
      }, 0)
    }`
}
