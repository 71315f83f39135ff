import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

const options = (first: string, values: readonly (string | number)[]) =>
  `<option value="">${first}</option>${values.map((value) => `<option>${value}</option>`).join('')}`

const BODY = `
<div class="card"><h2>Create your reader account</h2><form action="/welcome" method="post" novalidate>
<input name="first" placeholder="First name"><input name="last" placeholder="Last name"><input name="mail" placeholder="Email" type="email">
<input name="pass" placeholder="New password" type="password">
<div class="lbl">Date of birth</div><div class="three"><select name="d" title="Day">${options(
  'Day',
  Array.from({ length: 31 }, (_, i) => i + 1),
)}</select>
<select name="m" title="Month">${options('Month', MONTHS)}</select><select name="y" title="Year">${options(
  'Year',
  Array.from({ length: 90 }, (_, i) => 2012 - i),
)}</select></div>
<label class="agree"><input type="checkbox" name="news" value="yes"> Send me the monthly letter</label>
<button class="go">Sign up</button></form><p class="alt">Already a member? <a href="/login">Log in</a></p></div>`

const STYLE = `body{background:#f3f0ea}.card{background:#fff;width:420px;margin:40px auto;padding:28px;border-radius:10px}.card input:not([type=checkbox]){display:block;width:100%;margin:10px 0;padding:10px}.three{display:flex;gap:8px}.three select{flex:1;padding:8px}.go{width:100%;padding:12px;background:#732;color:#fff;border:0;margin-top:14px}.lbl{font-size:12px;color:#777}.agree{display:block;margin-top:12px}`

/** A date in three lists, fields that only their placeholders name. */
export const signUpBirthday: Flow = {
  name: 'sign-up-birthday',
  kind: 'date picker',
  pages: {
    '/join': page({ title: 'Join the Marginalia Library', style: STYLE, body: BODY }),
    '/login': page({ title: 'Log in', body: '<h1>Log in</h1>' }),
    '/welcome': page({ title: 'Welcome', body: '<h1>Welcome to Marginalia</h1>' }),
  },
  answer: ({ path, method }) =>
    path === '/welcome' && method === 'POST'
      ? { status: 303, headers: { location: '/welcome' }, body: '' }
      : undefined,
  trials: [
    {
      prompts: [
        'Sign up as Marta Lindqvist, email marta.l@post.example, password "gran!t-77", born 9 August 1984, and do tick the monthly letter',
      ],
      expect: {
        sent: [
          {
            path: '/welcome',
            body: {
              first: 'Marta',
              last: 'Lindqvist',
              mail: 'marta.l@post.example',
              pass: 'gran!t-77',
              d: '9',
              m: 'August',
              y: '1984',
              news: 'yes',
            },
          },
        ],
        at: '/welcome',
      },
      async solve(tab) {
        await tab.fill('[name=first]', 'Marta')
        await tab.fill('[name=last]', 'Lindqvist')
        await tab.fill('[name=mail]', 'marta.l@post.example')
        await tab.fill('[name=pass]', 'gran!t-77')
        await tab.selectOption('[name=d]', '9')
        await tab.selectOption('[name=m]', 'August')
        await tab.selectOption('[name=y]', '1984')
        await tab.check('[name=news]')
        await tab.click('.go')
      },
    },
    {
      prompts: ['set the date of birth to 11 February 1990 and type "Jo" as the first name'],
      expect: {
        state: {
          "$$('select').map((one) => one.value)": ['11', 'February', '1990'],
          "$('[name=first]').value": 'Jo',
        },
      },
      async solve(tab) {
        await tab.fill('[name=first]', 'Jo')
        await tab.selectOption('[name=d]', '11')
        await tab.selectOption('[name=m]', 'February')
        await tab.selectOption('[name=y]', '1990')
      },
    },
  ],
}
