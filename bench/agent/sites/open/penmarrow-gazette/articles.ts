import { chunks, rows, slug } from '../../../markup.ts'

/** The newest first; those without an author are the desk's. */
export const ARTICLES = rows(
  ['title', 'section', 'date', 'author', 'tags', 'body'],
  `
Harbour wall repairs to cost £2.3m after winter storms | Council | 2026-05-28 | Morwenna Tregear | Harbour, Budget | Repairs to the eastern harbour wall will cost £2.3m, the council was told on Tuesday. ~ Engineers from Lanyon Marine found 14 cracks after the storms of January. Work begins on 7 September and is expected to take eleven weeks. ~ “We cannot wait for another winter,” said Cllr Petroc Annear, who chairs the harbour committee.
Bakery that fed the lifeboat crew changes hands | Business | 2026-05-27 | Jowan Spargo | High Street | After 38 years behind the counter of Hosken’s in Fore Street, Demelza Hosken is handing over the ovens. ~ The new owner is Tobias Renfree, who trained in Lyon. The saffron bun stays on the menu at £1.85.
Gulls climb to second after late winner at Trelights | Sport | 2026-05-25 | Ross Quintrell | Football | Penmarrow Gulls beat Trelights Athletic 3-2 on Saturday. ~ Kit Nancarrow scored in the 89th minute in front of 640 people.
Open-air theatre returns to the quarry | Culture | 2026-05-22 | Isolde Fairhurst | Theatre | The quarry stage opens on 19 June with The Tempest. ~ Tickets cost £18, or £9 for under-16s, and go on sale on Monday.
Residents’ parking to be tried in Chapel Terrace | Council | 2026-05-20 | Morwenna Tregear | Parking | Permits at £45 a year will be tried in Chapel Terrace from July. ~ The trial lasts twelve months.
Rowing club finds 1921 gig in a barn | Sport | 2026-05-18 | - | Gig rowing | A six-oared gig thought to have been burnt in 1953 has turned up in a barn near St Keyes. ~ The club hopes to have her afloat by 2028.
Seaweed start-up hires twenty for new drying shed | Business | 2026-05-15 | Jowan Spargo | Jobs | Kelpworks will take on twenty people at its drying shed on the Tolvan estate. ~ The company was founded in 2022 by Nessa Boscawen and sells to 130 restaurants.
Library to open on Sundays | Council | 2026-05-13 | Hedley Vosper | Library | From 6 September the library in Bank Street opens on Sundays from 11am to 4pm. ~ The extra hours cost £19,400 a year.
Choir of 60 sings in the fish market | Culture | 2026-05-11 | Isolde Fairhurst | Music | Sixty voices filled the fish market at dawn on Saturday. ~ Conductor Aurelio Banks called it the wettest concert of his life.
Second homes levy passes by one vote | Council | 2026-05-08 | Morwenna Tregear | Housing, Budget | Councillors voted 19 to 18 for a levy on second homes. ~ It takes effect on 1 April 2027 and is meant to raise £640,000 a year.
Under-12s win county cricket plate | Sport | 2026-05-05 | Ross Quintrell | Cricket | Penmarrow Under-12s beat Bodriggan by 21 runs. ~ Captain Elowen Hext took four wickets for 17.
Ferry company to test electric boat | Business | 2026-04-30 | Hedley Vosper | Harbour, Transport | Carrick Ferries will test an electric boat on the crossing to Polwhevral in August. ~ The boat carries 48 passengers and needs 35 minutes to charge.
Mural trail grows to eleven walls | Culture | 2026-04-27 | Isolde Fairhurst | Art | Four new murals are being painted this week. ~ A free map is at the tourist office.
Toilets at Porth Beach to stay open all year | Council | 2026-04-23 | - | Beaches | The toilets at Porth Beach will stay open through the winter. ~ A contract worth £31,000 went to Brightwater Services.
Surf school named best in the West | Business | 2026-04-20 | Jowan Spargo | Tourism | Saltlick Surf School has been named best small business in the West. ~ It employs nine people.
Marathon route moves inland | Sport | 2026-04-16 | Ross Quintrell | Running | Cliff falls have moved the marathon inland. ~ The race is on 4 October and is limited to 1,500 runners.
Bus 47 saved until spring | Council | 2026-04-13 | Hedley Vosper | Transport | The last bus to the villages will run until 31 March 2027. ~ The council pays £86,000 to keep it on the road.
Pilchard museum reopens after flood | Culture | 2026-04-09 | Isolde Fairhurst | Museums | The pilchard museum opens its doors again on Good Friday. ~ Entry is £6.50.
`,
).map((row) => ({
  title: row.title!,
  section: row.section!,
  date: row.date!,
  author: row.author ?? null,
  tags: row.tags!.split(', '),
  body: row.body!.split(' ~ '),
  path: `/${row.date!.slice(0, 7).replace('-', '/')}/${slug(row.title!.replaceAll('’', ''))}/`,
}))

export type Article = (typeof ARTICLES)[number]

function pagesOf(base: string, articles: readonly Article[], size: number) {
  return chunks(articles, size).map((some, at) => ({
    articles: some,
    path: at === 0 ? base : `${base}page/${at + 1}/`,
  }))
}

export const LATEST = pagesOf('/latest/', ARTICLES, 6)

export const SECTIONS = ['Council', 'Business', 'Sport', 'Culture'].map((name) => {
  const articles = ARTICLES.filter(({ section }) => section === name)
  const path = `/category/${slug(name)}/`
  return { name, path, articles, pages: pagesOf(path, articles, 4) }
})

export type Section = (typeof SECTIONS)[number]

export const AUTHORS = rows(
  ['name', 'role', 'email'],
  `
Morwenna Tregear | Local democracy reporter | m.tregear@penmarrowgazette.example
Jowan Spargo | Business correspondent | j.spargo@penmarrowgazette.example
Ross Quintrell | Sports editor | -
Isolde Fairhurst | Arts writer | i.fairhurst@penmarrowgazette.example
Hedley Vosper | Reporter | h.vosper@penmarrowgazette.example
`,
).map((row) => ({
  name: row.name!,
  role: row.role!,
  email: row.email ?? null,
  path: `/author/${slug(row.name!)}/`,
  articles: ARTICLES.filter(({ author }) => author === row.name),
}))

export type Author = (typeof AUTHORS)[number]

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]} ${year}`
}
