import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const SCRIPT = `
let n = 0
const NAMES = ['Heron','Wren','Teal','Rook','Siskin','Dipper']
function more() { for (let i = 0; i < 6 && n < 42; i++, n++) { const d = document.createElement('div'); d.className = 'card'; d.innerHTML = '<h3>' + (n === 31 ? 'Bearded reedling' : NAMES[n % 6] + ' no. ' + n) + '</h3><p>Seen ' + (n + 2) + ' times</p><button data-n="' + n + '">♥ <span>0</span></button>'
    d.querySelector('button').onclick = async (e) => { const b = e.currentTarget; await send('/like', { n: +b.dataset.n }); b.querySelector('span').textContent = 1 }; $('.feed').append(d) } }
more()
let busy = false
new IntersectionObserver((s) => { if (!s[0].isIntersecting || busy || n >= 42) return; busy = true; setTimeout(() => { more(); busy = false; if ($('.end').getBoundingClientRect().top < innerHeight && n < 42) more() }, 250) }).observe($('.end'))`

/** A list that grows as it is scrolled. */
export const endlessFeed: Flow = {
  name: 'endless-feed',
  kind: 'infinite list',
  pages: {
    '/feed': page({
      title: 'Birds nearby',
      style:
        '.feed{max-width:480px;margin:auto}.card{border:1px solid #ddd;margin:12px 0;padding:16px;height:150px}.end{height:40px}',
      body: '<h1 style="text-align:center">Birds nearby</h1><div class="feed"></div><div class="end"></div>',
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Scroll down until you find "Bearded reedling" and like it'],
      expect: { sent: [{ path: '/like', body: { n: 31 } }] },
      async solve(tab) {
        for (let i = 0; i < 12; i++) {
          await tab.mouse.wheel(0, 2000)
          await tab.waitForTimeout(350)
        }
        await tab.click('[data-n="31"]')
      },
    },
  ],
}
