import { chunks, each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { ROOMS } from './rooms.ts'
import type { Room } from './rooms.ts'
import { tasks } from './tasks.ts'

const STEP = 6
const AREAS = [...new Set(ROOMS.map(({ area }) => area))]

/** Rooms to let: cards whose only link says "View room", `?offset=6` behind "Load more", areas as links. */
export const nestwell = createSite({
  name: 'nestwell',
  language: 'en',
  pages: {
    '/': page('Rooms in Dublin', home()),
    ...Object.fromEntries(
      chunks(ROOMS, STEP).map((rooms, at) => [address(at), page('Rooms to let', results(rooms, at))]),
    ),
    ...Object.fromEntries(
      AREAS.map((area) => [`/rooms/${slug(area)}`, page(`Rooms in ${area}`, inArea(area))]),
    ),
    ...Object.fromEntries(ROOMS.map((room) => [room.path, page(room.title, roomPage(room))])),
    '/how-it-works': page('How it works', how()),
    '/fees': page('Fees', fees()),
    '/team': page('People', people()),
    '/stories/rathmines-guide': page('A guide to Rathmines', guide()),
  },
  redirects: { '/rent': '/rooms', '/r/nw211': '/room/nw211/room-in-a-house-of-musicians' },
  deadLinks: ['/app'],
  notFound: page('Gone', '<h1>Somebody else got that room</h1>'),
  tasks,
})

function address(at: number): string {
  return at === 0 ? '/rooms' : `/rooms?offset=${at * STEP}`
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang="en-IE"><head><meta charset="utf-8"><title>${esc(title)} | Nestwell</title></head><body><div class="container"><div class="row header"><div class="col-6"><a href="/" class="navbar-brand">nestwell</a></div><div class="col-6 text-right"><a href="/rooms">Find a room</a> <a href="/how-it-works">How it works</a> <a href="/fees">Fees</a> <a href="/team">People</a></div></div>
<div class="alert alert-info">Looking in Galway? <a href="${ELSEWHERE}/galway-rooms">Our friends may help</a>. Rooms from €550!</div>${main}
<div class="row footer"><div class="col"><p>Nestwell Lettings, 5 Ormond Quay, Dublin 7</p><p>01 555 0123</p></div><div class="col"><a href="/stories/rathmines-guide">A guide to Rathmines</a><br><a href="/app">Get the app</a></div></div></div></body></html>`
}

function home(): string {
  return `<h1 class="display-4">Rooms, not queues</h1><p><a class="btn btn-primary" href="/rooms">Browse ${ROOMS.length} rooms</a></p><h3>By area</h3><p>${AREAS.map((area) => `<a class="badge" href="/rooms/${slug(area)}">${area}</a>`).join(' ')}</p>`
}

function results(rooms: readonly Room[], at: number): string {
  const hasMore = (at + 1) * STEP < ROOMS.length
  return `<h2>Rooms to let</h2>${each(rooms, card)}${hasMore ? `<div class="text-center"><a class="btn btn-outline-secondary" href="${address(at + 1)}">Load more</a></div>` : ''}`
}

function card(room: Room): string {
  return `<div class="card mb-3"><div class="card-body"><h5 class="card-title">${esc(room.title)}</h5><h6 class="card-subtitle text-muted">${room.area}</h6><p class="card-text"><b>€${room.shown}</b> per month</p><a href="${room.path}" class="card-link">View room</a></div></div>`
}

function inArea(area: string): string {
  return `<h2>Rooms in ${area}</h2>${each(
    ROOMS.filter((room) => room.area === area),
    card,
  )}`
}

function roomPage(room: Room): string {
  const others = ROOMS.filter(({ landlord, ref }) => landlord === room.landlord && ref !== room.ref)
  return `<ol class="breadcrumb"><li><a href="/rooms">Rooms</a></li><li><a href="/rooms/${slug(room.area)}">${room.area}</a></li></ol><h1>${esc(room.title)}</h1>
<ul class="list-group"><li class="list-group-item"><b>Rent:</b> €${room.rent} per month</li>${room.deposit === null ? '' : `<li class="list-group-item"><b>Deposit:</b> €${room.deposit}</li>`}<li class="list-group-item"><b>Bills:</b> ${room.bills === 'included' ? 'included' : `€${room.bills}`}</li><li class="list-group-item"><b>Size:</b> ${room.size} m²</li><li class="list-group-item"><b>Available from:</b> ${day(room.from)}</li><li class="list-group-item"><b>Housemates:</b> ${room.mates}</li><li class="list-group-item"><b>Pets allowed:</b> ${room.arePetsAllowed ? 'yes' : 'no'}</li><li class="list-group-item"><b>Reference:</b> ${room.ref}</li></ul>
<p>Let by ${room.landlord}.</p><h4>More from ${room.landlord}</h4><div class="row">${each(others, (other) => `<div class="col-3"><a href="${other.path}">${esc(other.title)}</a><br>€${other.shown}</div>`)}</div>`
}

function how(): string {
  return `<h1>How it works</h1><ol><li>Find a room.</li><li>Book a viewing; they last 20 minutes.</li><li>Sign online. The shortest let is 3 months.</li></ol>`
}

function fees(): string {
  return `<h1>Fees</h1><table class="table"><tr><td>Booking fee for tenants</td><td>€0</td></tr><tr><td>Listing fee for landlords</td><td>€45</td></tr><tr><td>Reference check</td><td>€19</td></tr></table>`
}

function people(): string {
  return `<h1>People</h1><p>Nestwell was founded in 2018 by Gráinne Tully. She still answers letters: grainne@nestwell.example.</p>`
}

function guide(): string {
  return `<h1>A guide to Rathmines</h1><p>A double room with a bay window in Rathmines went for €1,150 last year, and a basement studio for €700. Pets are welcome in most parks.</p>`
}

function day(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}
