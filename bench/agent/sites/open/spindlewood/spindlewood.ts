import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { forumOf, FORUMS, memberOf, MEMBERS, THREADS } from './board.ts'
import type { Forum, Member, Post, Thread } from './board.ts'
import { tasks } from './tasks.ts'

/** A board of woodturners with the lists, profiles and addresses of a common forum program. */
export const spindlewood = createSite({
  name: 'spindlewood',
  language: 'en',
  pages: {
    '/': page('Index page', 'index', index()),
    ...Object.fromEntries(
      FORUMS.flatMap((forum) =>
        forum.pages.map(({ path }, at) => [path, page(forum.name, 'viewforum', forumPage(forum, at))]),
      ),
    ),
    ...Object.fromEntries(
      THREADS.flatMap((thread) =>
        thread.pages.map(({ path }, at) => [path, page(thread.title, 'viewtopic', threadPage(thread, at))]),
      ),
    ),
    '/memberlist.php': page('Members', 'memberlist', members()),
    ...Object.fromEntries(
      MEMBERS.map((one) => [one.path, page(`Viewing profile - ${one.name}`, 'memberlist', profile(one))]),
    ),
    '/memberlist.php?mode=team': page('The team', 'memberlist', team()),
    '/app.php/help/faq': page('Frequently Asked Questions', 'faq', faq()),
    '/app.php/rules': page('Board rules', 'rules', rules()),
  },
  redirects: { '/index.php': '/' },
  deadLinks: ['/ucp.php?mode=register'],
  notFound: page(
    'Information',
    'message',
    '<h2 class="message-title">Information</h2><p>The requested page could not be found.</p>',
  ),
  tasks,
})

function page(title: string, section: string, main: string): string {
  return `<!DOCTYPE html>
<html dir="ltr" lang="en-gb"><head><meta charset="utf-8" /><title>Spindlewood - ${esc(title)}</title></head>
<body id="phpbb" class="nojs notouch section-${section} ltr"><div id="wrap" class="wrap"><a id="top" class="top-anchor" accesskey="t"></a>
<div id="page-header"><div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><a id="logo" class="logo" href="/index.php" title="Board index"><span class="site_logo"></span></a><h1>Spindlewood</h1><p>The woodturners’ forum</p></div></div></div>
<div class="navbar" role="navigation"><div class="inner"><ul id="nav-main" class="nav-main linklist" role="menubar"><li><a href="/app.php/help/faq" rel="help" role="menuitem"><span>FAQ</span></a></li><li><a href="/memberlist.php" role="menuitem"><span>Members</span></a></li><li><a href="/memberlist.php?mode=team" role="menuitem"><span>The team</span></a></li><li><a href="/app.php/rules" role="menuitem"><span>Rules</span></a></li><li class="rightside"><a href="${ELSEWHERE}/login" role="menuitem"><span>Login</span></a></li><li class="rightside"><a href="/ucp.php?mode=register" role="menuitem"><span>Register</span></a></li></ul></div></div></div>
<div id="page-body" class="page-body" role="main">${main}</div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="navbar"><div class="inner"><ul id="nav-footer" class="nav-footer linklist"><li class="breadcrumbs"><span class="crumb"><a href="/index.php"><span>Board index</span></a></span></li><li class="rightside">All times are <span title="UTC">UTC</span></li></ul></div></div><div class="copyright"><p class="footer-row"><span class="footer-copyright">Powered by <a href="${ELSEWHERE}/phpbb">phpBB</a>&reg; Forum Software &copy; phpBB Limited</span></p></div></div>
</div></body></html>`
}

function crumbs(...steps: [string, string][]): string {
  return `<ul class="nav-breadcrumbs linklist navlinks"><li class="breadcrumbs"><span class="crumb"><a href="/index.php"><span>Board index</span></a></span>${each(steps, ([name, path]) => `<span class="crumb"><a href="${esc(path)}"><span>${esc(name)}</span></a></span>`)}</li></ul>`
}

function index(): string {
  const groups = [...new Set(FORUMS.map(({ group }) => group))]
  const posts = THREADS.reduce((total, { posts }) => total + posts.length, 0)
  return `<p class="right responsive-center time">It is currently Wed Jun 24, 2026 7:15 am</p>${each(
    groups,
    (group) =>
      `<div class="forabg"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div class="list-inner">${group}</div></dt><dd class="topics">Topics</dd><dd class="posts">Posts</dd><dd class="lastpost"><span>Last post</span></dd></dl></li></ul><ul class="topiclist forums">${each(
        FORUMS.filter((forum) => forum.group === group),
        forumRow,
      )}</ul></div></div>`,
  )}
<div class="stat-block online-list"><h3>Who is online</h3><p>In total there are <strong>23</strong> users online :: 2 registered, 0 hidden and 21 guests<br />Most users ever online was <strong>611</strong> on Sun Jan 03, 2021 8:17 pm</p></div>
<div class="stat-block statistics"><h3>Statistics</h3><p>Total posts <strong>${posts}</strong> &bull; Total topics <strong>${THREADS.length}</strong> &bull; Total members <strong>${MEMBERS.length}</strong> &bull; Our newest member <strong>${user('newtospin')}</strong></p></div>`
}

function forumRow({ path, name, line, threads }: Forum): string {
  const posts = threads.reduce((total, { posts }) => total + posts.length, 0)
  const newest = threads[0]!
  return `<li class="row"><dl class="row-item forum_read"><dt title="No unread posts"><div class="list-inner"><a href="${esc(path)}" class="forumtitle">${name}</a><br />${line}</div></dt><dd class="topics">${threads.length} <dfn>Topics</dfn></dd><dd class="posts">${posts} <dfn>Posts</dfn></dd><dd class="lastpost"><span><dfn>Last post</dfn><a href="${esc(newest.pages.at(-1)!.path)}" title="${esc(newest.title)}" class="lastsubject">${esc(newest.title)}</a><br />by ${user(newest.last.by)}<br />${time(newest.last)}</span></dd></dl></li>`
}

function user(name: string): string {
  return `<a href="${esc(memberOf(name).path)}" class="username">${name}</a>`
}

function time({ at, time }: Post): string {
  return `<time datetime="${time.replace(' ', 'T')}:00+00:00">${at}</time>`
}

function pager(pages: readonly { path: string }[], at: number, count: string): string {
  if (pages.length === 1)
    return `<div class="pagination">${count} &bull; Page <strong>1</strong> of <strong>1</strong></div>`
  const next = pages[at + 1]
  const previous = pages[at - 1]
  return `<div class="pagination">${count}<ul>${previous ? `<li class="arrow previous"><a class="button button-icon-only" href="${esc(previous.path)}" rel="prev" role="button"><span class="sr-only">Previous</span></a></li>` : ''}${each(pages, ({ path }, index) => (index === at ? `<li class="active"><span>${index + 1}</span></li>` : `<li><a class="button" href="${esc(path)}" role="button">${index + 1}</a></li>`))}${next ? `<li class="arrow next"><a class="button button-icon-only" href="${esc(next.path)}" rel="next" role="button"><span class="sr-only">Next</span></a></li>` : ''}</ul></div>`
}

function forumPage(forum: Forum, at: number): string {
  const bar = `<div class="action-bar bar-top">${pager(forum.pages, at, `${forum.threads.length} topics`)}</div>`
  return `${crumbs([forum.name, forum.path])}<h2 class="forum-title"><a href="${esc(forum.path)}">${forum.name}</a></h2>${bar}
<div class="forumbg announcement"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div class="list-inner">Announcements</div></dt></dl></li></ul><ul class="topiclist topics"><li class="row bg1 global-announce"><dl class="row-item global_read"><dt><div class="list-inner"><a href="/app.php/rules" class="topictitle">Please read the board rules first</a></div></dt></dl></li></ul></div></div>
<div class="forumbg"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div class="list-inner">Topics</div></dt><dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost"><span>Last post</span></dd></dl></li></ul><ul class="topiclist topics">${each(forum.pages[at]!.threads, threadRow)}</ul></div></div>
<div class="action-bar bar-bottom">${pager(forum.pages, at, `${forum.threads.length} topics`)}</div>`
}

function threadRow(thread: Thread, at: number): string {
  const first = thread.posts[0]!
  return `<li class="row bg${(at % 2) + 1}"><dl class="row-item topic_read"><dt title="No unread posts"><div class="list-inner"><a href="${esc(thread.path)}" class="topictitle">${esc(thread.title)}</a><br />${thread.pages.length > 1 ? `<div class="pagination"><ul>${each(thread.pages, ({ path }, index) => `<li><a class="button" href="${esc(path)}">${index + 1}</a></li>`)}</ul></div>` : ''}<div class="topic-poster responsive-hide left-box">by ${user(first.by)} &raquo; ${time(first)}</div></div></dt><dd class="posts">${thread.replies} <dfn>Replies</dfn></dd><dd class="views">${thread.views} <dfn>Views</dfn></dd><dd class="lastpost"><span><dfn>Last post </dfn>by ${user(thread.last.by)} <a href="${esc(thread.pages.at(-1)!.path)}" title="Go to last post"><i class="icon fa-external-link-square fa-fw"></i></a><br />${time(thread.last)}</span></dd></dl></li>`
}

function threadPage(thread: Thread, at: number): string {
  const forum = forumOf(thread)
  const count = `${thread.posts.length} ${thread.posts.length === 1 ? 'post' : 'posts'}`
  const similar = forum.threads.filter((other) => other !== thread).slice(0, 2)
  return `${crumbs([forum.name, forum.path])}<h2 class="topic-title"><a href="${esc(thread.path)}">${esc(thread.title)}</a></h2><div class="action-bar bar-top">${pager(thread.pages, at, count)}</div>
${each(thread.pages[at]!.posts, (post, index) => postBox(post, `${at === 0 && index === 0 ? '' : 'Re: '}${thread.title}`))}
<div class="action-bar bar-bottom">${pager(thread.pages, at, count)}</div><div class="panel similar-topics"><h3>Similar topics</h3><ul>${each(similar, ({ path, title }) => `<li><a href="${esc(path)}">${esc(title)}</a></li>`)}</ul></div><p class="jumpbox-return"><a href="${esc(forum.path)}" class="left-box arrow-left">Return to “${forum.name}”</a></p>`
}

function postBox(post: Post, subject: string): string {
  const { rank, posts, joined, location } = memberOf(post.by)
  return `<div class="post has-profile bg2"><div class="inner"><dl class="postprofile"><dt class="has-profile-rank no-avatar">${user(post.by)}</dt><dd class="profile-rank">${rank}</dd><dd class="profile-posts"><strong>Posts:</strong> ${posts}</dd><dd class="profile-joined"><strong>Joined:</strong> ${joined}</dd>${location ? `<dd class="profile-custom-field profile-phpbb_location"><strong>Location:</strong> ${location}</dd>` : ''}</dl>
<div class="postbody"><div><h3><a href="#top">${esc(subject)}</a></h3><p class="author"><span class="responsive-hide">by <strong>${user(post.by)}</strong> &raquo; </span>${time(post)}</p><div class="content">${post.text}</div></div></div></div></div>`
}

function members(): string {
  return `${crumbs(['Members', '/memberlist.php'])}<h2 class="memberlist-title">Members</h2><div class="forumbg forumbg-table"><div class="inner"><table class="table1 memberlist" id="memberlist"><thead><tr><th class="name">Rank / Username</th><th class="posts">Posts</th><th class="info">Location</th><th class="joined">Joined</th></tr></thead><tbody>${each(MEMBERS, ({ name, rank, posts, location, joined }) => `<tr class="bg1"><td><span class="rank-img">${rank}</span> ${user(name)}</td><td class="posts">${posts}</td><td class="info">${location ? `<div>${location}</div>` : '&nbsp;'}</td><td>${joined}</td></tr>`)}</tbody></table></div></div>`
}

function profile(one: Member): string {
  const rowsOf: [string, string | undefined][] = [
    ['Username', one.name],
    ['Rank', one.rank],
    ['Location', one.location],
    ['Occupation', one.occupation],
    ['My lathe', one.lathe],
  ]
  const known = rowsOf.filter(([, value]) => value !== undefined)
  return `${crumbs(['Members', '/memberlist.php'], [one.name, one.path])}<h2 class="memberlist-title">Viewing profile - ${one.name}</h2><div class="panel bg1"><div class="inner"><dl class="left-box details profile-details">${each(known, ([label, value]) => `<dt>${label}:</dt><dd>${value}</dd>`)}</dl></div></div>
<div class="panel bg2"><div class="inner"><div class="column2"><h3>User statistics</h3><dl class="details"><dt>Joined:</dt><dd>${one.joined}</dd><dt>Total posts:</dt><dd>${one.posts}</dd></dl></div></div></div>`
}

function team(): string {
  return `<h2 class="solo">The team</h2><table class="table1"><thead><tr><th class="name">Administrators</th><th class="info">Forums</th></tr></thead><tbody><tr><td>${user('gougeandgrain')}</td><td>All forums</td></tr></tbody></table><table class="table1"><thead><tr><th class="name">Moderators</th><th class="info">Forums</th></tr></thead><tbody><tr><td>${user('Ashburr')}</td><td>Finishing, Timber talk</td></tr></tbody></table>`
}

function faq(): string {
  return `<h2 class="faq-title">Frequently Asked Questions</h2><div class="panel"><div class="inner"><div class="content"><dl class="faq"><dt><strong>How large may a picture be?</strong></dt><dd>At most 3 MB and 1600 pixels wide.</dd></dl><dl class="faq"><dt><strong>When can I use the For sale forum?</strong></dt><dd>After 5 posts and 14 days of membership.</dd></dl><dl class="faq"><dt><strong>Can I change my username?</strong></dt><dd>Yes, once a year. Ask an administrator.</dd></dl></div></div></div>`
}

function rules(): string {
  return `<h2>Board rules</h2><div class="panel"><div class="inner"><ol><li>Be kind.</li><li>No traders without asking. Contact: <a href="mailto:admin@spindlewood.example">admin@spindlewood.example</a></li><li>Every item in For sale must have a price. Sold items are removed after 30 days.</li></ol></div></div>`
}
