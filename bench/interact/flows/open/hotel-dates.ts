import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="hero"><h1>Hotel Brandungswacht</h1><p>Rooms above the tide line.</p></div>
<form class="bk" action="/availability" method="get">
<div class="f"><label for="in">Check-in</label><input type="date" id="in" name="from" required></div>
<div class="f"><label for="out">Check-out</label><input type="date" id="out" name="to" required></div>
<div class="f"><label for="ad">Adults</label><select id="ad" name="adults"><option>1</option><option selected>2</option><option>3</option><option>4</option></select></div>
<div class="f"><label for="arr">Arrival time</label><input type="time" id="arr" name="arrival"></div>
<button>Check availability</button></form>`

const STYLE = `.hero{background:#245;color:#fff;padding:40px}.bk{display:flex;gap:16px;padding:24px;align-items:end;flex-wrap:wrap}.f label{display:block;font-size:12px;text-transform:uppercase}.f input,.f select,.bk button{height:38px;padding:0 10px}`

/** The browser's own date and time fields. */
export const hotelDates: Flow = {
  name: 'hotel-dates',
  kind: 'date picker',
  pages: { '/': page({ title: 'Hotel Brandungswacht', style: STYLE, body: BODY }) },
  answer: ({ path, query }) =>
    path === '/availability'
      ? {
          body: page({
            title: 'Availability',
            body: `<h1>Rooms from ${query.get('from')} to ${query.get('to')}</h1><ul><li>Garden room, 118 € per night</li><li>Lighthouse suite, 214 € per night</li></ul>`,
          }),
        }
      : undefined,
  trials: [
    {
      prompts: [
        'Check availability from 14 March 2027 to 17 March 2027 for 3 adults, arriving at 18:30, and tell me what the lighthouse suite costs per night.',
      ],
      expect: {
        at: '/availability?from=2027-03-14&to=2027-03-17&adults=3&arrival=18%3A30',
        output: ['214'],
      },
      async solve(tab) {
        await tab.fill('#in', '2027-03-14')
        await tab.fill('#out', '2027-03-17')
        await tab.selectOption('#ad', '3')
        await tab.fill('#arr', '18:30')
        await tab.click('button')
      },
    },
    {
      prompts: ['Set check-in to 2027-05-01', 'Set check-out to 05/04/2027', 'click check availability'],
      expect: { at: '/availability?from=2027-05-01&to=2027-05-04&adults=2&arrival=' },
      async solve(tab) {
        await tab.fill('#in', '2027-05-01')
        await tab.fill('#out', '2027-05-04')
        await tab.click('button')
      },
    },
  ],
}
