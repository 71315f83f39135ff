import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const SCRIPT = `
customElements.define('pod-episode', class extends HTMLElement { connectedCallback() { const r = this.attachShadow({ mode: 'open' }); const t = this.getAttribute('heading')
  r.innerHTML = '<style>.e{border:1px solid #ccc;padding:12px;margin:8px 0}.q{cursor:pointer;color:#06c}</style><div class="e"><h3>' + t + '</h3><slot></slot><br><span class="q" tabindex="0">Add to queue</span> <button part="play">Play</button></div>'
  r.querySelector('.q').onclick = () => this.dispatchEvent(new CustomEvent('queue', { bubbles: true, composed: true, detail: t }))
  r.querySelector('button').onclick = (e) => { e.target.textContent = 'Pause'; send('/play', { title: t }) } } })
customElements.define('pod-queue', class extends HTMLElement { connectedCallback() { const r = this.attachShadow({ mode: 'open' }); r.innerHTML = '<h2>Up next</h2><ol></ol><label>Speed <select><option>1×</option><option>1.25×</option><option>1.5×</option><option>2×</option></select></label>'
  addEventListener('queue', async (e) => { await send('/queue', { title: e.detail }); r.querySelector('ol').insertAdjacentHTML('beforeend', '<li>' + e.detail + '</li>') })
  r.querySelector('select').onchange = (e) => send('/speed', { speed: e.target.value }) } })`

/** Components with slots, events that leave them, icons as buttons. */
export const shadowPlayer: Flow = {
  name: 'shadow-player',
  kind: 'shadow DOM',
  pages: {
    '/podcast': page({
      title: 'Saltmarsh radio',
      body: '<main style="padding:20px"><h1>Saltmarsh radio</h1><pod-episode heading="The lock keeper">32 min</pod-episode><pod-episode heading="Winter geese">48 min</pod-episode><pod-episode heading="Mud">27 min</pod-episode><pod-queue></pod-queue></main>',
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Add the episode "Winter geese" to the queue and set the speed to 1.5×'],
      expect: {
        sent: [
          { path: '/queue', body: { title: 'Winter geese' } },
          { path: '/speed', body: { speed: '1.5×' } },
        ],
      },
      async solve(tab) {
        await tab.locator('pod-episode[heading="Winter geese"] .q').click()
        await tab.locator('pod-queue select').selectOption('1.5×')
      },
    },
    {
      prompts: ['Play the last episode'],
      expect: { sent: [{ path: '/play', body: { title: 'Mud' } }] },
      solve: (tab) => tab.locator('pod-episode[heading=Mud] button').click(),
    },
  ],
}
