import { chunks, rows, slug } from '../../../markup.ts'

export const SECTIONS = ['Council', 'Business', 'Schools', 'Sport', 'Culture']

export const AUTHORS = rows(
  ['name', 'role', 'email', 'phone', 'since', 'bio'],
  `
Petra Lindqvist | Council reporter | p.lindqvist@oxbowrecord.example | 01632 960 411 | 2017 | Petra has sat through more planning meetings than most planners. Before the Record she worked for a weekly in Hexley.
Owen Achterberg | Business editor | o.achterberg@oxbowrecord.example | 01632 960 418 | 2011 | Owen writes about the shops, farms and factories between Oxbow and the coast.
Salma Rizvi | Education correspondent | s.rizvi@oxbowrecord.example | - | 2022 | Salma taught chemistry for nine years and now asks the questions.
Tom Dunnock | Sports writer | t.dunnock@oxbowrecord.example | 01632 960 425 | 2019 | Tom covers Oxbow Town, the rowing club and anything else that keeps a score.
Greta Maybury | Arts and culture editor | g.maybury@oxbowrecord.example | - | 2014 | Greta runs the culture pages and the annual short story prize.
`,
).map((row) => ({
  name: row.name!,
  role: row.role!,
  email: row.email!,
  phone: row.phone ?? null,
  since: Number(row.since),
  bio: row.bio!,
  path: `/authors/${slug(row.name!)}`,
}))

export type Author = (typeof AUTHORS)[number]

/** The newest first; paragraphs are parted by `//`. */
export const ARTICLES = rows(
  ['title', 'section', 'author', 'date', 'time', 'photo', 'tags', 'teaser', 'body'],
  `
Millrace footbridge to close for eleven weeks | Council | Petra Lindqvist | 2026-04-24 | 07:40 | Joe Tarrant | Transport, Millrace | Walkers face a detour over Tanner’s Row while rotten beams are replaced. | The footbridge over the Millrace will close on 4 May for eleven weeks while its rotten deck beams are replaced, the council said on Thursday. // The repair costs £412,000, of which the county pays £150,000. The contract went to Brandreth Civil of Hexley. // Walkers will be sent over the road bridge at Tanner’s Row, which is ten minutes longer. “It is a nuisance, but a bridge that falls down is a bigger one,” said councillor Meg Ashdown.
Town held at home by ten-man Selby Vale | Sport | Tom Dunnock | 2026-04-22 | 22:05 | Joe Tarrant | Football, Oxbow Town | A late header saved a point for the visitors at Weir Lane. | Oxbow Town drew 1–1 with Selby Vale on Wednesday night in front of 1,184 people at Weir Lane. // Kwame Boateng put the home side ahead after 31 minutes. Selby Vale lost their goalkeeper to a red card on the hour but equalised with a header in the 88th minute. // Town stay fourth with two matches to go.
Bakery chain Crumb & Sons buys old post office | Business | Owen Achterberg | 2026-04-20 | 09:15 | - | High Street, Food | The listed building has been empty since 2021. | The bakery chain Crumb & Sons has bought the old post office in High Street and wants to open a shop and a café there in September. // The building has been empty since 2021. Crumb & Sons would not say what it paid. // Managing director Ruth Hallam said the shop would create 18 jobs.
Riverside Primary wins place in national maths final | Schools | Salma Rizvi | 2026-04-17 | 15:30 | Lena Voss | Maths, Riverside Primary | Four pupils travel to Leeds in June. | Four pupils of Riverside Primary have won a place in the final of the National Maths Relay, which is held in Leeds on 13 June. // The team beat 46 other schools in the regional round. Their teacher, Dominic Pryce, said they had practised every Tuesday since October.
Short story prize goes to a bus driver | Culture | Greta Maybury | 2026-04-15 | 11:00 | Lena Voss | Books, Prize | Colin Abara wrote “The Last Stop but One” in his breaks. | The Record’s short story prize for 2026 goes to Colin Abara, who drives the number 7 bus between Oxbow and Hexley. // The jury chose “The Last Stop but One” from 213 entries. Abara receives £1,000 and wrote the story in his breaks over two winters. // Second place went to Imogen Farr, third to Billy Okafor.
Council tax bills to rise by 3.8 per cent | Council | Petra Lindqvist | 2026-04-10 | 18:20 | - | Budget, Tax | A band D household will pay £71 more a year. | Councillors voted by 21 to 14 on Friday to raise council tax by 3.8 per cent. A band D household will pay £71 more a year. // Leader Frances Oduya said the money was needed for social care. The opposition had proposed to close the visitor centre instead.
Rowing club takes three medals at Durham | Sport | Tom Dunnock | 2026-04-06 | 19:45 | - | Rowing | The women’s eight beat the favourites by half a length. | Oxbow Rowing Club came home from the Durham spring regatta with three medals, one of them gold. // The women’s eight beat the favourites from York by half a length. The men’s double and the junior four won bronze. // Coach Hattie Sorrell called it the best weekend since 2012.
Mill owner plans 64 flats in weaving shed | Business | Petra Lindqvist | 2026-03-30 | 08:10 | Joe Tarrant | Housing, Planning | Neighbours worry about parking. | The owner of Garside Mill has asked for permission to turn the weaving shed into 64 flats. // There would be 41 parking spaces, which neighbours say is too few. A decision is expected on 9 July. // The shed was built in 1887 and has been used for storage since 1994.
Sixth form college to drop German | Schools | Salma Rizvi | 2026-03-26 | 16:00 | - | Languages, Oxbow College | Only five students chose the subject for next year. | Oxbow College will no longer teach German from September. Only five students had chosen the subject for next year. // Principal Anita Kovac said Spanish and French would stay. A petition against the decision has 380 signatures.
Lantern parade moves to the meadow | Culture | Greta Maybury | 2026-03-19 | 10:30 | Lena Voss | Festival, Family | Organisers expect 3,500 visitors on 31 October. | The lantern parade will be held on Priory Meadow this year because the town square is being repaved. // Organisers expect 3,500 visitors on 31 October. The parade starts at 6 pm and is free. // Workshops for children begin in the library on 3 October.
Recycling centre opens on Sundays again | Council | Petra Lindqvist | 2026-03-12 | 07:55 | - | Waste | A trial runs until the end of the year. | The recycling centre in Quarry Road opens on Sundays again from April, between 10 am and 3 pm. // The trial runs until the end of the year and costs £38,000. Booking is not needed.
Dairy co-operative posts record year | Business | Owen Achterberg | 2026-03-05 | 12:40 | Joe Tarrant | Farming, Food | Oat drinks now make up a fifth of sales. | The Oxbow Vale Dairy co-operative sold goods for £27.4 million last year, more than ever before. // Oat drinks, which it began to make in 2020, now make up a fifth of sales. The co-operative belongs to 93 farms. // Chair Gwen Tolliver said that a second bottling line would be built in Hexley.
School kitchen fire caused by toaster | Schools | Petra Lindqvist | 2026-02-27 | 14:25 | - | Fire, St Oswin’s | Nobody was hurt at St Oswin’s. | A toaster caused the fire in the kitchen of St Oswin’s School on Tuesday, the fire service has found. // Nobody was hurt. Two crews needed 35 minutes to put the fire out. Hot meals come from Riverside Primary until Easter.
Dunmore signs new deal until 2028 | Sport | Tom Dunnock | 2026-02-20 | 17:10 | Lena Voss | Football, Oxbow Town | The captain has scored 57 goals for the club. | Captain Ellis Dunmore has signed a new contract with Oxbow Town until 2028. // The 29-year-old striker has scored 57 goals in 148 matches for the club. Manager Sergio Platt called him “the first name on the sheet”.
Museum finds Viking comb in its own cellar | Culture | Greta Maybury | 2026-02-14 | 09:00 | Joe Tarrant | History, Museum | It had been in a biscuit tin since 1958. | A Viking comb has been found in the cellar of the Oxbow Museum, in a biscuit tin labelled “buttons, misc.”. // Curator Neil Rasmussen dates the antler comb to about 920. It was dug up in 1958 and forgotten. // It is on show from 7 March.
Speed limit on Priory Road cut to 20 mph | Council | Petra Lindqvist | 2026-02-06 | 08:30 | - | Transport, Road safety | Residents had asked for it for six years. | The speed limit on Priory Road will be cut to 20 mph from 1 March. Residents had asked for it for six years. // Last year there were nine accidents on the road, two of them serious.
Brewery cuts 30 jobs after loss of contract | Business | Owen Achterberg | 2026-01-29 | 13:05 | - | Jobs, Brewing | A supermarket now brews its own ale elsewhere. | Thornbeck Brewery will cut 30 of its 112 jobs after a supermarket ended its contract. // Owner Alastair Thornbeck said he was “sick at heart”. The union wants talks next week.
Head of Hillcrest Academy to retire | Schools | Salma Rizvi | 2026-01-22 | 10:45 | Lena Voss | People, Hillcrest Academy | Margaret Oyelaran led the school for 16 years. | Margaret Oyelaran will retire as head of Hillcrest Academy in July after 16 years. // Under her the number of pupils grew from 540 to 910. The governors want to name a successor by May.
Snow stops weekend fixtures | Sport | Tom Dunnock | 2026-01-16 | 12:15 | - | Weather | All matches in the Vale League are off. | All matches in the Vale League this weekend are off because of snow. New dates will be set on Monday. // The indoor bowls final between Hexley and Oxbow goes ahead on Sunday at 2 pm.
Cinema asks public for £90,000 | Culture | Owen Achterberg | 2026-01-09 | 16:50 | Joe Tarrant | Film, Appeal | The Regal needs a new roof by autumn. | The Regal cinema has asked the public for £90,000 to replace its roof before the autumn. // In the first week 412 people gave £23,600. Manager Dilys Penrose said the oldest giver was 97. // The cinema was opened in 1934.
`,
).map((row) => ({
  title: row.title!,
  section: row.section!,
  author: row.author!,
  date: row.date!,
  time: row.time!,
  photo: row.photo ?? null,
  tags: row.tags!.split(', '),
  teaser: row.teaser!,
  paragraphs: row.body!.split(' // '),
  path: `/${slug(row.section!)}/${row.date!.slice(0, 4)}/${slug(row.title!)}`,
}))

export type Article = (typeof ARTICLES)[number]

export const ARCHIVE_PAGES = chunks(ARTICLES, 8).map((articles, at) => ({
  articles,
  path: at === 0 ? '/archive' : `/archive?page=${at}`,
}))

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]} ${year}`
}

export function inSection(section: string): Article[] {
  return ARTICLES.filter((article) => article.section === section)
}
