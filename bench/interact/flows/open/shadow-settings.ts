import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<app-shell></app-shell>`

const SCRIPT = `
class UiSwitch extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>.t{display:flex;align-items:center;gap:10px;padding:8px 0}.k{width:40px;height:22px;border-radius:11px;background:#ccc;position:relative;cursor:pointer}.k i{position:absolute;width:18px;height:18px;border-radius:50%;background:#fff;top:2px;left:2px}.k[aria-checked=true]{background:#2a7}.k[aria-checked=true] i{left:20px}</style>'
      + '<div class="t"><span>' + this.getAttribute('label') + '</span><div class="k" role="switch" tabindex="0" aria-checked="' + this.hasAttribute('on') + '"><i></i></div></div>'
    const knob = root.querySelector('.k')
    knob.onclick = () => { const on = knob.getAttribute('aria-checked') !== 'true'; knob.setAttribute('aria-checked', String(on)); this.toggleAttribute('on', on) }
  }
}
class AppShell extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    setTimeout(() => {
      root.innerHTML = '<style>main{max-width:520px;margin:32px auto}button{padding:8px 18px}</style><main><h1>Notification settings</h1>'
        + '<ui-switch label="Email digests" name="digest" on></ui-switch><ui-switch label="Push notifications" name="push"></ui-switch><ui-switch label="Weekly report" name="report"></ui-switch><ui-switch label="Marketing" name="marketing" on></ui-switch>'
        + '<p><label>Time zone <select><option>UTC</option><option>Europe/Lisbon</option><option>Asia/Tokyo</option></select></label></p><button>Save changes</button><p class="s"></p></main>'
      root.querySelector('button').onclick = async () => {
        const values = Object.fromEntries([...root.querySelectorAll('ui-switch')].map((s) => [s.getAttribute('name'), s.hasAttribute('on')]))
        await send('/api/settings', { ...values, zone: root.querySelector('select').value })
        root.querySelector('.s').textContent = 'Your settings were saved.'
      }
    }, 300)
  }
}
customElements.define('ui-switch', UiSwitch)
customElements.define('app-shell', AppShell)`

/** Switches inside of components inside of a component. */
export const shadowSettings: Flow = {
  name: 'shadow-settings',
  kind: 'shadow DOM',
  pages: { '/settings': page({ title: 'Settings', body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Turn off marketing and turn on the weekly report, set the time zone to Asia/Tokyo and save the changes',
      ],
      expect: {
        sent: [
          {
            path: '/api/settings',
            body: { digest: true, push: false, report: true, marketing: false, zone: 'Asia/Tokyo' },
          },
        ],
        shows: ['Your settings were saved.'],
      },
      async solve(tab) {
        await tab.locator('ui-switch[name=marketing] .k').click()
        await tab.locator('ui-switch[name=report] .k').click()
        await tab.locator('select').selectOption('Asia/Tokyo')
        await tab.getByText('Save changes').click()
      },
    },
    {
      prompts: ['Enable push notifications', 'make sure email digests are on, then save'],
      expect: {
        sent: [{ path: '/api/settings', body: { digest: true, push: true, report: false, marketing: true } }],
      },
      async solve(tab) {
        await tab.locator('ui-switch[name=push] .k').click()
        await tab.getByText('Save changes').click()
      },
    },
  ],
}
