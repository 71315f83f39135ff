import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { GROUPS, NEWS, STAFF } from './staff.ts'
import type { Person } from './staff.ts'
import { tasks } from './tasks.ts'

/** A research institute: people are listed by group two levels deep, their pages are definition lists. */
export const alderInstitute = createSite({
  name: 'alder-institute',
  language: 'en',
  pages: {
    '/': page('Alder Institute for Climate Research', '', home()),
    '/institute/': page('The Institute', crumb('The Institute'), institute()),
    '/institute/contact/': page('Contact and directions', crumb('The Institute', 'Contact'), contact()),
    '/institute/jobs/': page('Jobs', crumb('The Institute', 'Jobs'), jobs()),
    '/research/': page('Research groups', crumb('Research'), groups()),
    ...Object.fromEntries(
      GROUPS.map(({ code, name }) => [
        `/research/${code}/`,
        page(name, crumb('Research', name), group(code)),
      ]),
    ),
    '/people/': page('People', crumb('People'), people()),
    ...Object.fromEntries(
      STAFF.map((one) => [one.path, page(one.name, crumb('People', one.bare), person(one))]),
    ),
    '/news/': page('News', crumb('News'), `<h1>News</h1><ul class="news">${each(NEWS, newsItem)}</ul>`),
    ...Object.fromEntries(
      NEWS.map((one) => [
        one.path,
        page(
          one.title,
          crumb('News', one.title),
          `<h1>${one.title}</h1><p class="meta">${one.date}</p><p>${esc(one.text)}</p>`,
        ),
      ]),
    ),
    '/people/alumni/': page('Alumni', crumb('People', 'Alumni'), alumni()),
  },
  redirects: { '/staff/': '/people/', '/contact/': '/institute/contact/' },
  deadLinks: ['/people/gunnar-alder/'],
  notFound: page('Page not found', '', '<h1>404</h1><p>This page has melted.</p>'),
  tasks,
})

function page(title: string, crumbs: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head><title>${esc(title)} – Alder Institute</title><meta name="description" content="Alder Institute for Climate Research, Bergen"></head>
<body>
<div id="skip"><a href="#content">Skip to content</a></div>
<div id="header"><a href="/"><img src="/logo.svg" alt="Alder Institute"></a><form action="/search/"><input name="q"></form></div>
<ul id="mainnav"><li><a href="/institute/">The Institute</a></li><li><a href="/research/">Research</a></li><li><a href="/people/">People</a></li><li><a href="/news/">News</a></li></ul>
${crumbs}
<div id="wrap"><div id="content">
${main}
</div>
<div id="sidebar"><h3>Latest news</h3><ul>${each(NEWS.slice(-3), newsItem)}</ul><h3>Data</h3><p><a href="${ELSEWHERE}/alder-data">Data portal</a></p></div></div>
<div id="footer"><p>Alder Institute for Climate Research · Nygårdsgaten 118 · 5008 Bergen · <a href="/institute/contact/">Contact</a> · <a href="/institute/jobs/">Jobs</a></p></div>
</body></html>`
}

function crumb(...names: string[]): string {
  return `<p class="breadcrumb">You are here: <a href="/">Home</a> » ${names.map(esc).join(' » ')}</p>`
}

function home(): string {
  return `<h1>We measure a changing climate</h1><p>From sea ice to street trees: some twenty people in three research groups.</p>
<h2>Research</h2><ul>${each(GROUPS.slice(0, 3), ({ code, name }) => `<li><a href="/research/${code}/">${name}</a></li>`)}</ul>`
}

function institute(): string {
  return `<h1>The Institute</h1><p>The institute was founded in 1968 by <a href="/people/gunnar-alder/">Gunnar Alder</a> and belongs to a foundation since 1994.</p>
<p>Its director is Prof. Dr. Celeste Okonjo, who also leads the Urban Climate group.</p>
<h2>More</h2><ul><li><a href="/institute/contact/">Contact and directions</a></li><li><a href="/institute/jobs/">Jobs</a></li></ul>`
}

function contact(): string {
  return `<h1>Contact and directions</h1><dl><dt>Visitors</dt><dd>Nygårdsgaten 118, 5008 Bergen, Norway</dd><dt>Post</dt><dd>P.O. Box 7803, 5020 Bergen</dd>
<dt>Switchboard</dt><dd>+47 55 01 20 00</dd><dt>E-mail</dt><dd><a href="mailto:post@alder.example">post@alder.example</a></dd><dt>Press</dt><dd>Odd-Arne Lien, <a href="mailto:press@alder.example">press@alder.example</a></dd></dl>
<p>Tram line 1 stops at Florida, from where it is a walk of four minutes.</p>`
}

function jobs(): string {
  return `<h1>Jobs</h1><p>We have two open positions.</p><h3>Postdoctoral researcher in peat hydrology</h3><p>Group: Soil Carbon. Deadline: 30 April 2025. Ask Benedek Horváth.</p>
<h3>Student assistant, sensor network</h3><p>Group: Urban Climate. Deadline: 15 May 2025. Ask Elin Sandvik.</p>`
}

function groups(): string {
  return `<h1>Research groups</h1>${each(GROUPS.slice(0, 3), ({ code, name, head }) => `<h2><a href="/research/${code}/">${name}</a></h2><p>Head: ${head}</p>`)}`
}

function group(code: string): string {
  const members = STAFF.filter((one) => one.group.code === code)
  return `<h1>${members[0]!.group.name}</h1><p>Head: ${members[0]!.group.head}. The group has ${members.length} members.</p>
<h2>Members</h2><ul class="members">${each(members, (one) => `<li><a href="${one.path}">${one.name}</a>, ${one.role}</li>`)}</ul>`
}

/** All names by letter, without anything else about them. */
function people(): string {
  const sorted = STAFF.toSorted((a, b) => surname(a).localeCompare(surname(b), 'en'))
  return `<h1>People</h1><p>See also our <a href="/people/alumni/">alumni</a>.</p><table class="az"><tbody>${each(
    sorted,
    (one) =>
      `<tr><td class="letter">${surname(one)[0]}</td><td><a href="${one.path}">${surname(one)}, ${one.bare.split(' ')[0]}</a></td><td><a href="/research/${one.group.code}/">${one.group.name}</a></td></tr>`,
  )}</tbody></table>`
}

function surname(one: Person): string {
  return one.bare.split(' ').slice(1).join(' ')
}

function person(one: Person): string {
  const others = STAFF.filter(({ group, name }) => group === one.group && name !== one.name)
  return `<h1>${one.name}</h1><p class="role">${one.role}</p>
<dl class="vcard"><dt>Group</dt><dd><a href="/research/${one.group.code}/">${one.group.name}</a></dd><dt>Room</dt><dd>${one.room}</dd>
${one.phone === null ? '' : `<dt>Phone</dt><dd>${one.phone}</dd>`}
<dt>E-mail</dt><dd><a href="mailto:${one.email}">${one.email}</a></dd><dt>At the institute since</dt><dd>${one.since}</dd></dl>
<h2>Research interests</h2><ul>${each(one.interests, (interest) => `<li>${interest}</li>`)}</ul>
<h2>Colleagues</h2><p>${others.map(({ path, bare }) => `<a href="${path}">${bare}</a>`).join(', ')}</p>`
}

function alumni(): string {
  return `<h1>Alumni</h1><ul><li>Dr. Tobias Winter, Scientist until 2016, now at the harbour authority, phone +47 55 99 10 10</li><li>Dr. Anna Korpi, Senior Scientist until 2019</li><li>Prof. Dr. Gunnar Alder, Director until 1994</li></ul>`
}

function newsItem({ path, title, date }: (typeof NEWS)[number]): string {
  return `<li><a href="${path}" id="${slug(title)}">${title}</a> <span>${date}</span></li>`
}
