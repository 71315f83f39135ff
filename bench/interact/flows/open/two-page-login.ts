import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const CARD = `body{background:#eef1f6}.box{width:360px;margin:60px auto;background:#fff;padding:28px;border-radius:8px;box-shadow:0 1px 6px #0002}.box input{width:100%;padding:10px;margin:8px 0 14px}.box button{background:#2456d6;color:#fff;border:0;padding:10px 20px;float:right}.e{color:#c00}`

const FIRST = page({
  title: 'Sign in – Keelson',
  style: CARD,
  body: '<div class="box"><h2>Sign in</h2><form action="/signin/password" method="get"><label>Email or username<input name="login" autofocus></label><a href="/reset">Forgot email?</a><button>Next</button></form></div>',
})

const second = (login: string, error = '') =>
  page({
    title: 'Welcome – Keelson',
    style: CARD,
    body: `<div class="box"><h2>Welcome</h2><p>${login}</p><form action="/signin/done" method="post"><input type="hidden" name="login" value="${login}"><label>Enter your password<input type="password" name="password"></label><p class="e">${error}</p><label><input type="checkbox" name="stay" value="1" style="width:auto"> Keep me signed in</label><button>Sign in</button></form></div>`,
  })

/** The name on one page, the password on the next. */
export const twoPageLogin: Flow = {
  name: 'two-page-login',
  kind: 'log-in',
  pages: {
    '/signin': FIRST,
    '/home': page({
      title: 'Keelson',
      body: '<h1>Good morning, Tomas</h1><p>You have 4 open tickets.</p><a href="/signin">Sign out</a>',
    }),
  },
  answer({ path, method, query, body }) {
    if (path === '/signin/password') return { body: second(query.get('login') ?? '') }
    if (path !== '/signin/done' || method !== 'POST') return undefined
    const { login, password } = body as Record<string, string>
    return password === 'Tr0ut&river'
      ? { status: 303, headers: { location: '/home' }, body: '' }
      : { body: second(login!, 'Wrong password. Try again.') }
  },
  trials: [
    {
      prompts: [
        'Log in as tomas@keelson.example with the password Tr0ut&river and tell me how many open tickets there are',
      ],
      expect: {
        sent: [{ path: '/signin/done', body: { login: 'tomas@keelson.example', password: 'Tr0ut&river' } }],
        at: '/home',
        output: ['4'],
      },
      async solve(tab) {
        await tab.fill('[name=login]', 'tomas@keelson.example')
        await tab.click('button')
        await tab.fill('[name=password]', 'Tr0ut&river')
        await tab.click('button')
      },
    },
    {
      prompts: ['sign in with username "tomas" and password "wrong-one", keep me signed in'],
      expect: {
        sent: [{ path: '/signin/done', body: { login: 'tomas', password: 'wrong-one', stay: '1' } }],
        shows: ['Wrong password'],
      },
      async solve(tab) {
        await tab.fill('[name=login]', 'tomas')
        await tab.click('button')
        await tab.fill('[name=password]', 'wrong-one')
        await tab.check('[name=stay]')
        await tab.click('button')
      },
    },
  ],
}
