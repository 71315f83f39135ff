import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main><h2>Abholung beauftragen</h2><form method="post" action="/auftrag"><p><label>Wunschtermin<br><input type="date" name="termin" min="2026-11-01"></label></p><p><label>Uhrzeit ab<br><input type="time" name="ab"></label></p><p>Paketgröße<br><label><input type="radio" name="gr" value="S"> Klein</label> <label><input type="radio" name="gr" value="M"> Mittel</label> <label><input type="radio" name="gr" value="L"> Groß</label></p><p><label>Hinweis für den Fahrer<br><input name="hinweis" size="40"></label></p><p><input type="submit" value="Kostenpflichtig bestellen"></p></form></main>`

/** A German form with the browser's own fields. */
export const parcelPickup: Flow = {
  name: 'parcel-pickup',
  kind: 'date picker',
  pages: {
    '/abholung': page({ title: 'Abholung', lang: 'de', style: 'main{padding:24px}', body: BODY }),
    '/danke': page({
      title: 'Danke',
      lang: 'de',
      body: '<h1>Danke!</h1><p>Ihre Sendungsnummer lautet PX 7731 20.</p>',
    }),
  },
  answer: ({ path, method }) =>
    path === '/auftrag' && method === 'POST'
      ? { status: 303, headers: { location: '/danke' }, body: '' }
      : undefined,
  trials: [
    {
      prompts: [
        'Wähle als Wunschtermin den 24.11.2026, Uhrzeit ab 14:15, Paketgröße Mittel, Hinweis "Bitte klingeln" und bestelle kostenpflichtig. Wie lautet die Sendungsnummer?',
      ],
      expect: {
        sent: [
          {
            path: '/auftrag',
            body: { termin: '2026-11-24', ab: '14:15', gr: 'M', hinweis: 'Bitte klingeln' },
          },
        ],
        at: '/danke',
        output: ['PX 7731 20'],
      },
      async solve(tab) {
        await tab.fill('[name=termin]', '2026-11-24')
        await tab.fill('[name=ab]', '14:15')
        await tab.check('[value=M]')
        await tab.fill('[name=hinweis]', 'Bitte klingeln')
        await tab.click('[type=submit]')
      },
    },
  ],
}
