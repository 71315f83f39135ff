import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { articleOf, GROUPS, INDEX, LOCALITIES, MINERALS } from './minerals.ts'
import type { Locality, Mineral } from './minerals.ts'
import { tasks } from './tasks.ts'

/** An encyclopedia of minerals: tables with marks of sources at the side, categories, talk pages, other names. */
export const lithowiki = createSite({
  name: 'lithowiki',
  language: 'en',
  pages: {
    '/': page('Main page', mainPage()),
    ...Object.fromEntries(MINERALS.map((mineral) => [mineral.path, page(mineral.name, article(mineral))])),
    ...Object.fromEntries(LOCALITIES.map((place) => [place.path, page(place.name, placeArticle(place))])),
    ...Object.fromEntries(
      GROUPS.map((group) => [`/wiki/Category:${group}`, page(`Category:${group}`, category(group))]),
    ),
    ...Object.fromEntries(INDEX.map(({ path }, at) => [path, page('All pages', index(at))])),
    '/wiki/List_of_minerals_by_hardness': page('List of minerals by hardness', byHardness()),
    '/wiki/Harrow_(disambiguation)': page('Harrow (disambiguation)', disambiguation()),
    '/wiki/Talk:Lorvenite': page('Talk:Lorvenite', talk()),
    '/wiki/Lithowiki:About': page('Lithowiki:About', about()),
    '/wiki/Lithowiki:Contact': page(
      'Lithowiki:Contact',
      '<p>Write to <a href="mailto:editors@lithowiki.example">editors@lithowiki.example</a>. Errors in articles are best told on their talk pages.</p>',
    ),
  },
  redirects: {
    '/wiki/Main_Page': '/',
    '/wiki/Red_antimony': '/wiki/Lorvenite',
    '/wiki/Blue_Harrow_stone': '/wiki/Prennalite',
  },
  deadLinks: ['/wiki/Wickite'],
  notFound: page('No such article', '<p>Lithowiki does not have an article with this exact name.</p>'),
  tasks,
})

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html class="client-nojs" lang="en" dir="ltr"><head><meta charset="UTF-8"/><title>${esc(title)} - Lithowiki</title></head><body class="skin-basalt">
<div id="content" class="mw-body" role="main"><div id="siteNotice">Lithowiki turns 20! <a href="/wiki/Lithowiki:About">Read how it began</a></div><h1 id="firstHeading">${esc(title)}</h1><div id="siteSub">From Lithowiki, the free encyclopedia of stones</div><div id="mw-content-text" class="mw-parser-output">${body}</div></div>
<div id="mw-navigation"><h2>Navigation menu</h2><div id="p-namespaces"><ul><li><a href="#">Article</a></li><li><a href="/wiki/Talk:Lorvenite">Discussions</a></li></ul></div><div id="p-navigation"><h3>Navigation</h3><ul><li><a href="/wiki/Main_Page">Main page</a></li><li><a href="/wiki/Special:AllPages">All pages</a></li><li><a href="/wiki/List_of_minerals_by_hardness">Minerals by hardness</a></li></ul></div><div id="p-tb"><h3>Elsewhere</h3><ul><li><a href="${ELSEWHERE}/crystal-atlas">Crystal Atlas</a></li></ul></div></div>
<div id="footer"><ul><li>This page was last edited on 11 May 2026, at 08:14.</li><li>Text is available under CC BY-SA 4.0.</li><li><a href="/wiki/Lithowiki:About">About Lithowiki</a></li><li><a href="/wiki/Lithowiki:Contact">Contact</a></li></ul></div></body></html>`
}

function link(name: string): string {
  return `<a href="${articleOf(name)}" title="${esc(name)}">${esc(name)}</a>`
}

function mainPage(): string {
  const featured = MINERALS.find(({ name }) => name === 'Kettleyite')!
  return `<p>Welcome to Lithowiki, which has <b>${MINERALS.length}</b> articles on minerals and <b>${LOCALITIES.length}</b> on localities.</p><h2>Today's stone</h2><p>${link(featured.name)} is a ${featured.colour} mineral that was first found at ${link(featured.locality)}.</p><h2>Browse</h2><ul>${each(GROUPS, (group) => `<li><a href="/wiki/Category:${group}">${group}</a></li>`)}</ul><p>See also <a href="/wiki/Harrow_(disambiguation)">Harrow</a>.</p>`
}

function article(mineral: Mineral): string {
  const lines: [string, string | null][] = [
    ['Category', `<a href="/wiki/Category:${mineral.group}">${mineral.group}</a>`],
    ['Formula', `${mineral.formula}<sup class="reference"><a href="#n1">[1]</a></sup>`],
    ['Crystal system', mineral.system],
    ['Color', mineral.colour],
    ['Mohs scale hardness', `${mineral.mohs}<sup class="reference"><a href="#n2">[2]</a></sup>`],
    ['Specific gravity', String(mineral.gravity)],
    ['Streak', mineral.streak],
    ['Luster', mineral.lustre],
    ['Type locality', link(mineral.locality)],
    ['Year described', String(mineral.year)],
  ]
  const siblings = MINERALS.filter(({ group, name }) => group === mineral.group && name !== mineral.name)
  return `<table class="infobox"><tbody><tr><th colspan="2" class="infobox-above">${mineral.name}</th></tr><tr><td colspan="2"><img alt="" src="/stone.jpg"></td></tr><tr><th colspan="2" class="infobox-header">General</th></tr>${each(
    lines.filter(([, value]) => value !== null),
    ([label, value]) =>
      `<tr><th scope="row" class="infobox-label">${label}</th><td class="infobox-data">${value}</td></tr>`,
  )}</tbody></table>
<p><b>${mineral.name}</b> is a ${mineral.system.toLowerCase()} mineral of the ${mineral.group.toLowerCase()} with the formula ${mineral.formula}. ${mineral.after === null ? 'The origin of its name is not known.' : `It was named after ${mineral.after}.`}</p>
<h2><span class="mw-headline" id="Occurrence">Occurrence</span><span class="mw-editsection">[edit]</span></h2><p>It was first found at ${link(mineral.locality)}${mineral.name === 'Ferrowickite' ? ', together with <a href="/wiki/Wickite" class="new">wickite</a>' : ''}. Crystals seldom exceed ${(mineral.year % 7) + 2} mm.</p>
<h2><span class="mw-headline" id="See_also">See also</span></h2><ul>${each(siblings.slice(0, 3), ({ name }) => `<li>${link(name)}</li>`)}</ul>
<h2><span class="mw-headline" id="References">References</span></h2><ol class="references"><li id="n1">Journal of Northern Mineralogy 12 (${mineral.year}), p. 41.</li><li id="n2">Handbook of Hard Facts, 3rd edition (1999).</li></ol>
<div id="catlinks">Categories: <a href="/wiki/Category:${mineral.group}">${mineral.group}</a></div>`
}

function placeArticle(place: Locality): string {
  const found = MINERALS.filter(({ locality }) => locality === place.name)
  return `<table class="infobox"><tbody><tr><th colspan="2" class="infobox-above">${place.name}</th></tr><tr><th scope="row">Type</th><td>${place.kind}</td></tr><tr><th scope="row">County</th><td>${place.county}</td></tr><tr><th scope="row">Elevation</th><td>${place.elevation} m</td></tr>${place.worked === null ? '' : `<tr><th scope="row">Worked</th><td>${place.worked}</td></tr>`}<tr><th scope="row">Coordinates</th><td>${place.coordinates}</td></tr></tbody></table>
<p><b>${place.name}</b> is a ${place.kind.toLowerCase()} in ${place.county}.</p><h2>Type locality of</h2><ul>${each(found, ({ name, year }) => `<li>${link(name)} (${year})</li>`)}</ul>`
}

function category(group: string): string {
  const members = MINERALS.filter((mineral) => mineral.group === group)
  return `<p>Pages in category "${group}". The following ${members.length} pages are in this category.</p><div class="mw-category">${each(members, ({ name }) => `<div class="mw-category-group"><h3>${name[0]}</h3><ul><li>${link(name)}</li></ul></div>`)}</div>`
}

function index(at: number): string {
  const next = INDEX[at + 1]
  const nav = next
    ? `<div class="mw-allpages-nav"><a href="${next.path.replaceAll('&', '&amp;')}">Next page (${next.titles[0]})</a></div>`
    : ''
  return `${nav}<ul class="mw-allpages-chunk">${each(INDEX[at]!.titles, (title) => `<li>${link(title)}</li>`)}</ul>${nav}`
}

function byHardness(): string {
  const sorted = MINERALS.toSorted((a, b) => b.mohs - a.mohs || a.name.localeCompare(b.name))
  return `<p>This list goes from hard to soft.</p><table class="wikitable sortable"><tbody><tr><th>Rank</th><th>Mineral</th><th>Hardness</th><th>Crystal system</th></tr>${each(sorted, ({ name, mohs, system }, at) => `<tr><td>${at + 1}</td><td>${link(name)}</td><td>${mohs}</td><td>${system}</td></tr>`)}</tbody></table>`
}

function disambiguation(): string {
  return `<p><b>Harrow</b> may refer to:</p><ul><li>${link('Mount Harrow')}, a massif in Westmarch</li><li><a href="/wiki/Blue_Harrow_stone">Blue Harrow stone</a>, an old trade name</li></ul>`
}

function talk(): string {
  return `<h2>Hardness</h2><p>I measured 6.5 on my own specimen, should we change it? --Pebbles 19:02, 3 March 2026</p><dl><dd>No, the handbook says otherwise. --Graniteface 07:45, 4 March 2026</dd></dl>`
}

function about(): string {
  return `<p>Lithowiki was founded in 2006 by Marguerite Stane, a retired map librarian. It is run by the Stane Foundation in Kendmoor and has 412 registered editors.</p>`
}
