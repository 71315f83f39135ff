import { chunks, each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { FORUMS, MEMBERS, THREADS } from './threads.ts'
import type { Thread } from './threads.ts'
import { tasks } from './tasks.ts'

const SHOWN = 4

/** A forum as bulletin boards make it: `viewforum.php?f=2&start=4`, tables in tables, profiles beside posts. */
export const patchbay = createSite({
  name: 'patchbay',
  language: 'en',
  pages: {
    '/': page('Board index', index()),
    ...Object.assign({}, ...FORUMS.map(({ id }) => forum(id))),
    ...Object.fromEntries(THREADS.map((thread) => [topic(thread), page(thread.title, topicPage(thread))])),
    ...Object.fromEntries(
      MEMBERS.map((member) => [profile(member.name), page(member.name, profilePage(member))]),
    ),
    '/memberlist.php': page('Members', members()),
    '/faq.php': page('Frequently asked questions', faq()),
    '/rules.php': page('Board rules', rules()),
  },
  redirects: { '/index.php': '/' },
  deadLinks: ['/chat.php'],
  notFound: page('Information', '<div class="panel">The requested topic does not exist.</div>'),
  tasks,
})

function topic({ id, forum }: Thread): string {
  return `/viewtopic.php?f=${forum}&t=${id}`
}

function listed(id: number, start: number): string {
  return start === 0 ? `/viewforum.php?f=${id}` : `/viewforum.php?f=${id}&start=${start}`
}

function profile(name: string): string {
  return `/memberlist.php?mode=viewprofile&u=${MEMBERS.find((member) => member.name === name)!.id}`
}

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html dir="ltr" lang="en-gb"><head><meta charset="utf-8"><title>Patchbay Commons - ${esc(title)}</title></head><body id="phpbb" class="nojs">
<div id="wrap"><div id="page-header"><div class="headerbar"><h1><a href="/">Patchbay Commons</a></h1><p>A board for people with too many cables</p></div>
<ul class="linklist navlinks"><li><a href="/">Board index</a></li><li><a href="/memberlist.php">Members</a></li><li><a href="/faq.php">FAQ</a></li><li><a href="/rules.php">Rules</a></li><li><a href="/chat.php">Chat</a></li></ul></div>
<div id="page-body">${main}</div><div id="page-footer"><p>It is currently quiet. Users browsing: 3 guests. <a href="${ELSEWHERE}/hosting">Hosted by Rackspacehog</a></p></div></div></body></html>`
}

function index(): string {
  return `<table class="forumbg"><thead><tr><th>Forum</th><th>Topics</th><th>Last post</th></tr></thead><tbody>${each(
    FORUMS,
    ({ id, name, text }) => {
      const threads = THREADS.filter((thread) => thread.forum === id)
      return `<tr><td><a class="forumtitle" href="${esc(listed(id, 0))}">${name}</a><br>${text}</td><td>${threads.length}</td><td><a href="${esc(topic(threads[0]!))}">${esc(threads[0]!.title)}</a> by ${threads[0]!.answerer}</td></tr>`
    },
  )}</tbody></table><h3>Statistics</h3><p>Total posts 41,207 • Total members 1,318 • Our newest member <a href="${esc(profile('low_ohm'))}">low_ohm</a></p>`
}

function forum(id: number): Record<string, string> {
  const { name } = FORUMS.find((one) => one.id === id)!
  const parts = chunks(
    THREADS.filter((thread) => thread.forum === id),
    SHOWN,
  )
  return Object.fromEntries(
    parts.map((threads, at) => [
      listed(id, at * SHOWN),
      page(
        name,
        `<h2>${name}</h2><table class="topiclist"><tr><th>Topics</th><th>Author</th><th>Replies</th><th>Views</th></tr>${each(
          threads,
          (thread) =>
            `<tr class="row bg${thread.id % 2}"><td><a class="topictitle" href="${esc(topic(thread))}">${esc(thread.title)}</a></td><td><a href="${esc(profile(thread.author))}">${thread.author}</a></td><td class="posts">${thread.replies}</td><td class="views">${thread.views}</td></tr>`,
        )}</table><div class="pagination">Page ${at + 1} of ${parts.length}${at > 0 ? ` • <a href="${esc(listed(id, (at - 1) * SHOWN))}">Previous</a>` : ''}${at + 1 < parts.length ? ` • <a href="${esc(listed(id, (at + 1) * SHOWN))}">Next</a>` : ''}</div>`,
      ),
    ]),
  )
}

function topicPage(thread: Thread): string {
  return `<p><a href="/">Board index</a> ‹ <a href="${esc(listed(thread.forum, 0))}">${FORUMS.find(({ id }) => id === thread.forum)!.name}</a></p><h2>${esc(thread.title)}</h2>
${post(thread.author, thread.date, thread.text)}${post(thread.answerer, thread.date, thread.answer)}${post(thread.author, thread.date, 'Thanks!')}
<p>${thread.replies} replies • Viewed ${thread.views} times</p>`
}

function post(author: string, date: string, text: string): string {
  const member = MEMBERS.find(({ name }) => name === author)!
  return `<div class="post"><dl class="postprofile"><dt><a href="${esc(profile(author))}">${author}</a></dt><dd>${member.rank}</dd></dl><div class="postbody"><p class="author">by <strong>${author}</strong> » ${day(date)}</p><div class="content">${esc(text)}</div></div></div>`
}

function profilePage(member: (typeof MEMBERS)[number]): string {
  return `<h2>Viewing profile - ${member.name}</h2><dl class="details"><dt>Username:</dt><dd>${member.name}</dd><dt>Rank:</dt><dd>${member.rank}</dd>${member.town === null ? '' : `<dt>Location:</dt><dd>${member.town}</dd>`}<dt>Joined:</dt><dd>${day(member.joined)}</dd><dt>Total posts:</dt><dd>${member.posts.toLocaleString('en-US')}</dd></dl>`
}

function members(): string {
  return `<h2>Members</h2><table><tr><th>Username</th><th>Posts</th></tr>${each(MEMBERS, ({ name, posts }) => `<tr><td><a href="${esc(profile(name))}">${name}</a></td><td>${posts.toLocaleString('en-US')}</td></tr>`)}</table>`
}

function faq(): string {
  return `<h2>Frequently asked questions</h2><dl><dt>May I sell as a dealer?</dt><dd>No.</dd><dt>How large may pictures be?</dt><dd>800 kB.</dd><dt>Who is the administrator?</dt><dd>tapehiss founded the board in 2011 and pays for it.</dd></dl>`
}

function rules(): string {
  return `<h2>Board rules</h2><ol><li>Be kind.</li><li>Say the price when you sell.</li><li>No sale before you have been a member for 30 days.</li><li>Voice 4 is always the one that breaks.</li></ol>`
}

function day(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: '2-digit',
    year: 'numeric',
  })
}
