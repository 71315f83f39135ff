import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `main{width:340px;margin:50px auto}main input{width:100%;padding:9px;margin:6px 0}.c input{width:40px;text-align:center}.btn{background:#111;color:#fff;text-align:center;padding:11px;cursor:pointer}.er{color:#b00}`

const LOGIN = page({
  title: 'Member area',
  style: STYLE,
  body: '<main><h1>Member area</h1><input type="text" name="u" aria-label="Membership number"><input type="password" name="p" aria-label="PIN"><div class="btn">Log in</div><p class="er"></p><p><a href="/forgot">Forgot your PIN?</a></p></main>',
  script: `$('.btn').onclick = async () => { const r = await send('/session', { user: $('[name=u]').value, pin: $('[name=p]').value }); if (r.next) setTimeout(() => { location.href = r.next }, 150); else $('.er').textContent = 'Number or PIN is wrong.' }`,
})

const CODE = page({
  title: 'Security code',
  style: STYLE,
  body: '<main><h2>Enter the 6-digit code</h2><p>We sent it to your phone.</p><input name="code" inputmode="numeric" maxlength="6" placeholder="Code"><label><input type="checkbox" style="width:auto"> Trust this device</label><button>Verify</button></main>',
  script: `$('button').onclick = async () => { await send('/verify', { code: $('[name=code]').value, trust: $('[type=checkbox]').checked }); location.href = '/area' }`,
})

/** A log-in with a code on a second page. */
export const codeLogin: Flow = {
  name: 'code-login',
  kind: 'log-in',
  pages: {
    '/login': LOGIN,
    '/code': CODE,
    '/area': page({
      title: 'Member area',
      body: '<h1>Welcome back, Oskar</h1><p>Your balance: 182.40 €</p>',
    }),
  },
  answer: ({ path, body }) =>
    path === '/session'
      ? {
          type: 'application/json',
          body: (body as { pin: string }).pin === '9041' ? '{"next":"/code"}' : '{}',
        }
      : undefined,
  trials: [
    {
      prompts: [
        'Log in with membership number 77120 and PIN 9041, enter the code 551902, trust this device and verify. What is my balance?',
      ],
      expect: {
        sent: [
          { path: '/session', body: { user: '77120', pin: '9041' } },
          { path: '/verify', body: { code: '551902', trust: true } },
        ],
        at: '/area',
        output: ['182.40'],
      },
      async solve(tab) {
        await tab.fill('[name=u]', '77120')
        await tab.fill('[name=p]', '9041')
        await tab.click('.btn')
        await tab.fill('[name=code]', '551902')
        await tab.check('[type=checkbox]')
        await tab.click('button')
      },
    },
    {
      prompts: ['log in as 77120 with password 1111'],
      expect: {
        sent: [{ path: '/session', body: { user: '77120', pin: '1111' } }],
        shows: ['Number or PIN is wrong.'],
      },
      async solve(tab) {
        await tab.fill('[name=u]', '77120')
        await tab.fill('[name=p]', '1111')
        await tab.click('.btn')
      },
    },
  ],
}
