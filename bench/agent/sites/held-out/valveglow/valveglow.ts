import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { FORUM_PAGES, FORUMS, memberOf, MEMBERS, spoken, THREADS, threadsIn } from './community.ts'
import type { Forum, ForumPage, Member, Post, Thread } from './community.ts'
import { tasks } from './tasks.ts'

/** A board for people who mend old radios, as XenForo writes it: pairs of terms and values instead of tables. */
export const valveglow = createSite({
  name: 'valveglow',
  language: 'en',
  pages: {
    '/': page('Valveglow', home()),
    ...Object.fromEntries(FORUM_PAGES.map((one) => [one.path, page(one.forum.name, forumPage(one))])),
    ...Object.fromEntries(THREADS.map((thread) => [thread.path, page(thread.title, threadPage(thread))])),
    '/members/': page('Members', memberList()),
    ...Object.fromEntries(MEMBERS.map((member) => [member.path, page(member.name, memberPage(member))])),
    '/whats-new/posts/': page('New posts', newPosts()),
    '/help/terms/': page('Terms and rules', rules()),
    '/help/trophies/': page('Trophies', trophies()),
    '/pages/about/': page('About Valveglow', about()),
  },
  redirects: { '/whats-new/': '/whats-new/posts/', '/forums/': '/' },
  deadLinks: ['/media/'],
  notFound: page('Oops!', '<div class="blockMessage">The requested page could not be found.</div>'),
  tasks,
})

function page(title: string, body: string): string {
  return `<!DOCTYPE html><html id="XF" lang="en-GB" dir="LTR" data-app="public" data-template="thread_view" data-logged-in="false" class="has-no-js"><head><meta charset="utf-8" /><title>${esc(title)} | Valveglow</title><link rel="stylesheet" href="/css.php?css=public:normalize.css" /></head>
<body data-template="thread_view"><div class="p-pageWrapper" id="top">
<header class="p-header" id="header"><div class="p-header-inner"><div class="p-header-logo p-header-logo--image"><a href="/"><img src="/styles/valveglow/logo.png" alt="Valveglow" /></a></div></div></header>
<nav class="p-nav"><div class="p-nav-inner"><ul class="p-nav-list js-offCanvasNavSource"><li><div class="p-navEl is-selected" data-has-children="true"><a href="/" class="p-navEl-link p-navEl-link--splitMenu" data-nav-id="forums">Forums</a></div></li><li><div class="p-navEl"><a href="/whats-new/posts/" class="p-navEl-link" data-nav-id="whatsNew">What's new</a></div></li><li><div class="p-navEl"><a href="/media/" class="p-navEl-link">Media</a></div></li><li><div class="p-navEl"><a href="/members/" class="p-navEl-link" data-nav-id="members">Members</a></div></li></ul><div class="p-nav-opposite"><a href="${ELSEWHERE}/login" class="p-navgroup-link p-navgroup-link--logIn" rel="nofollow"><span class="p-navgroup-linkText">Log in</span></a><a href="${ELSEWHERE}/register" class="p-navgroup-link p-navgroup-link--register" rel="nofollow"><span class="p-navgroup-linkText">Register</span></a></div></div></nav>
<div class="p-body"><div class="p-body-inner">
<noscript class="js-jsWarning"><div class="blockMessage blockMessage--important">JavaScript is disabled. For a better experience, please enable JavaScript.</div></noscript>
${body}
</div></div>
<footer class="p-footer" id="footer"><div class="p-footer-inner"><ul class="p-footer-linkList"><li><a href="/pages/about/">About us</a></li><li><a href="/help/terms/">Terms and rules</a></li><li><a href="/help/trophies/">Trophies</a></li><li><a href="/" class="p-footer-rssLink">Home</a></li></ul><div class="p-footer-copyright"><a class="u-concealed" rel="nofollow noopener" href="${ELSEWHERE}/xf">Community platform by XenForo</a></div></div></footer></div>
<div class="u-bottomFixer js-bottomFixTarget"><ul class="notices notices--bottom_fixer js-notices"><li class="notice js-notice notice--primary notice--cookie"><div class="notice-content">This site uses cookies to keep you logged in.<div class="u-inputSpacer u-alignCenter"><a href="#" class="button button--notice">Accept</a></div></div></li></ul></div>
</body></html>`
}

function crumbs(...way: [string, string][]): string {
  return `<ul class="p-breadcrumbs"><li><a href="/"><span>Forums</span></a></li>${each(way, ([path, name]) => `<li><a href="${path}"><span>${esc(name)}</span></a></li>`)}</ul>`
}

function heading(title: string): string {
  return `<div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${title}</h1></div></div>`
}

function pair(term: string, value: string | number, kind = 'justified'): string {
  return `<dl class="pairs pairs--${kind}"><dt>${term}</dt><dd>${value}</dd></dl>`
}

function userLink(name: string): string {
  return `<a href="${memberOf(name).path}" class="username" dir="auto" data-xf-init="member-tooltip">${name}</a>`
}

function day(date: string, time = '00:00'): string {
  return `<time class="u-dt" dir="auto" datetime="${date}T${time}:00+0000" title="${spoken(date)} at ${time}">${spoken(date)}</time>`
}

function home(): string {
  const messages = THREADS.reduce((total, { posts }) => total + posts.length, 0)
  return `${heading('Valveglow')}<div class="p-body-main p-body-main--withSidebar"><div class="p-body-content"><div class="block block--category"><div class="block-container"><h2 class="block-header"><a href="/">The workshop</a></h2><div class="block-body">${each(FORUMS, node)}</div></div></div></div>
<div class="p-body-sidebar"><div class="block" data-widget-key="forum_overview_new_posts"><div class="block-container"><h3 class="block-minorHeader"><a href="/whats-new/posts/">Latest posts</a></h3><ul class="block-body">${each(latest().slice(0, 3), ({ path, title, last }) => `<li class="block-row"><div class="contentRow-main contentRow-main--close"><a href="${path}">${title}</a><div class="contentRow-minor contentRow-minor--hideLinks"><ul class="listInline listInline--bullet"><li>Latest: ${last.member}</li><li>${day(last.date, last.time)}</li></ul></div></div></li>`)}</ul></div></div>
<div class="block" data-widget-key="forum_overview_forum_statistics"><div class="block-container"><h3 class="block-minorHeader">Forum statistics</h3><div class="block-body block-row">${pair('Threads', THREADS.length)}${pair('Messages', messages)}${pair('Members', '1,377')}${pair('Latest member', 'OhmSweetOhm')}</div></div></div></div></div>`
}

function latest(): Thread[] {
  return THREADS.toSorted((a, b) => (a.last.date + a.last.time < b.last.date + b.last.time ? 1 : -1))
}

function node({ path, name, line }: Forum): string {
  const threads = threadsIn(name)
  const messages = threads.reduce((total, { posts }) => total + posts.length, 0)
  const newest = threads[0]!
  return `<div class="node node--forum node--read"><div class="node-body"><span class="node-icon" aria-hidden="true"></span><div class="node-main js-nodeMain"><h3 class="node-title"><a href="${path}" data-xf-init="element-tooltip">${name}</a></h3><div class="node-description node-description--tooltip">${line}</div><div class="node-meta"><div class="node-statsMeta">${pair('Threads', threads.length, 'inline')}${pair('Messages', messages, 'inline')}</div></div></div><div class="node-extra"><div class="node-extra-row"><a href="${newest.path}" class="node-extra-title" title="${esc(newest.title)}">${esc(newest.title)}</a></div><div class="node-extra-row"><ul class="listInline listInline--bullet"><li>${day(newest.last.date, newest.last.time)}</li><li class="node-extra-user">${userLink(newest.last.member)}</li></ul></div></div></div></div>`
}

function forumPage({ forum, threads, path, all }: ForumPage): string {
  const at = all.indexOf(path)
  const nav =
    all.length === 1
      ? ''
      : `<nav class="pageNavWrapper pageNavWrapper--mixed"><div class="pageNav">${at > 0 ? `<a href="${all[at - 1]}" class="pageNav-jump pageNav-jump--prev">Prev</a>` : ''}<ul class="pageNav-main">${each(all, (other, number) => `<li class="pageNav-page${number === at ? ' pageNav-page--current' : ''}"><a href="${other}">${number + 1}</a></li>`)}</ul>${at < all.length - 1 ? `<a href="${all[at + 1]}" class="pageNav-jump pageNav-jump--next">Next</a>` : ''}</div></nav>`
  return `${crumbs()}${heading(forum.name)}<div class="p-description">${forum.line}</div><div class="block" data-type="thread"><div class="block-outer">${nav}</div><div class="block-container"><div class="block-filterBar"><a class="filterBar-menuTrigger">Filters</a></div><div class="block-body"><div class="structItemContainer"><div class="structItemContainer-group js-threadList">${each(threads, item)}</div></div></div></div><div class="block-outer block-outer--after">${nav}</div></div>`
}

function item({ path, prefix, title, first, last, replies, views, id }: Thread): string {
  return `<div class="structItem structItem--thread js-inlineModContainer js-threadListItem-${id}" data-author="${first.member}"><div class="structItem-cell structItem-cell--icon"><div class="structItem-iconContainer"><a href="${memberOf(first.member).path}" class="avatar avatar--s"><span class="avatar-u1-s">${first.member[0]}</span></a></div></div><div class="structItem-cell structItem-cell--main" data-xf-init="touch-proxy"><div class="structItem-title">${prefix ? `<span class="labelLink"><span class="label label--primary" dir="auto">${prefix}</span></span>` : ''}<a href="${path}" data-tp-primary="on">${esc(title)}</a></div><div class="structItem-minor"><ul class="structItem-parts"><li>${userLink(first.member)}</li><li class="structItem-startDate"><a href="${path}" rel="nofollow">${day(first.date, first.time)}</a></li></ul></div></div><div class="structItem-cell structItem-cell--meta" title="First message reaction score: ${replies + 2}">${pair('Replies', replies)}<dl class="pairs pairs--justified structItem-minor"><dt>Views</dt><dd>${views}</dd></dl></div><div class="structItem-cell structItem-cell--latest"><a href="${path}" rel="nofollow">${`<time class="structItem-latestDate u-dt" dir="auto" datetime="${last.date}T${last.time}:00+0000">${spoken(last.date)}</time>`}</a><div class="structItem-minor">${userLink(last.member)}</div></div></div>`
}

function threadPage(thread: Thread): string {
  const forum = FORUMS.find(({ name }) => name === thread.forum)!
  const { first, posts, title, prefix } = thread
  const similar = threadsIn(thread.forum)
    .filter((other) => other !== thread)
    .slice(0, 3)
  return `${crumbs([forum.path, forum.name])}<div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${prefix ? `<span class="label label--primary" dir="auto">${prefix}</span><span class="label-append">&nbsp;</span>` : ''}${esc(title)}</h1></div><div class="p-description"><ul class="listInline listInline--bullet"><li><i class="fa--xf fal fa-user" title="Thread starter"></i> <span class="u-srOnly">Thread starter</span> ${userLink(first.member)}</li><li><span class="u-srOnly">Start date</span> ${day(first.date, first.time)}</li></ul></div></div>
<div class="block block--messages" data-type="post"><div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">${each(posts, (post, at) => message(thread, post, at))}</div></div></div>
<div class="blockMessage blockMessage--none">You must log in or register to reply here.</div>
<div class="block" data-widget-key="xfes_thread_view_below_quick_reply_similar_threads"><div class="block-container"><h3 class="block-header">Similar threads</h3><div class="block-body"><div class="structItemContainer">${each(similar, item)}</div></div></div></div>`
}

function message({ id, path }: Thread, post: Post, at: number): string {
  const member = memberOf(post.member)
  const number = `${id}${at + 1}`
  return `<article class="message message--post js-post js-inlineModContainer" data-author="${post.member}" data-content="post-${number}" id="js-post-${number}"><span class="u-anchorTarget" id="post-${number}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-userDetails"><h4 class="message-name">${userLink(post.member)}</h4><h5 class="userTitle message-userTitle" dir="auto">${member.title}</h5></div><div class="message-userExtras">${pair('Joined', `${spoken(member.joined)}`)}${pair('Messages', member.messages)}${pair('Reaction score', member.score)}${member.location ? pair('Location', member.location) : ''}</div></section></div><div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline"><li class="u-concealed"><a href="${path}#post-${number}" rel="nofollow">${day(post.date, post.time)}</a></li></ul><ul class="message-attribution-opposite message-attribution-opposite--list"><li><a href="${path}#post-${number}" rel="nofollow">#${at + 1}</a></li></ul></header><div class="message-content js-messageContent"><div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div class="bbWrapper">${esc(post.text)}</div></article></div></div></div></div></div></article>`
}

function memberList(): string {
  return `${crumbs()}${heading('Notable members')}<div class="block"><div class="block-container"><ol class="block-body">${each(MEMBERS, ({ name, title, messages }) => `<li class="block-row block-row--separated"><div class="contentRow"><div class="contentRow-main"><div class="contentRow-extra contentRow-extra--largest">${messages}</div><h3 class="contentRow-header">${userLink(name)}</h3><div class="contentRow-lesser" dir="auto"><span class="userTitle" dir="auto">${title}</span></div></div></div></li>`)}</ol></div></div>`
}

function memberPage({ name, title, joined, messages, score, location, occupation, about }: Member): string {
  const started = THREADS.filter(({ first }) => first.member === name)
  return `${crumbs(['/members/', 'Members'])}<div class="block"><div class="block-container"><div class="block-body"><div class="memberHeader"><div class="memberHeader-content"><h1 class="memberHeader-name"><span class="username" dir="auto">${name}</span></h1><div class="memberHeader-blurb" dir="auto"><span class="userTitle">${title}</span>${location ? ` · From <span class="u-concealed">${location}</span>` : ''}</div><div class="memberHeader-blurb">${pair('Joined', day(joined), 'inline')}</div></div><div class="memberHeader-stats"><div class="pairJustifier">${pair('Messages', messages, 'rows pairs--rows--centered')}${pair('Reaction score', score, 'rows pairs--rows--centered')}</div></div></div></div></div></div>
<div class="block"><div class="block-container"><h4 class="block-textHeader">About</h4><div class="block-body block-row">${about ? `<div class="bbWrapper">${about}</div>` : ''}${location ? pair('Location', location, 'columns') : ''}${occupation ? pair('Occupation', occupation, 'columns') : ''}</div><h4 class="block-textHeader">Threads by ${name}</h4><ol class="block-body">${each(started, ({ path, title: thread }) => `<li class="block-row"><a href="${path}">${esc(thread)}</a></li>`)}</ol></div></div>`
}

function newPosts(): string {
  return `${crumbs()}${heading('New posts')}<div class="block"><div class="block-container"><div class="structItemContainer">${each(latest().slice(0, 6), item)}</div></div></div>`
}

function rules(): string {
  return `${crumbs()}${heading('Terms and rules')}<div class="block"><div class="block-container"><div class="block-body block-row"><div class="bbWrapper"><p>Be kind. Say what a set is before you ask about it. High voltages kill: unplug, discharge, measure, and only then touch.</p><p>You may sell here after ten messages. Advertisements are closed after 60 days. Pictures may be up to 4 MB each.</p><p>You must be at least 16 years old to register.</p></div></div></div></div>`
}

function trophies(): string {
  return `${crumbs()}${heading('Trophies')}<div class="block"><div class="block-container"><ol class="block-body"><li class="block-row"><h2 class="contentRow-header">First light</h2><div class="contentRow-minor">Post your first message: 1 point</div></li><li class="block-row"><h2 class="contentRow-header">Warm heater</h2><div class="contentRow-minor">Post 100 messages: 10 points</div></li></ol></div></div>`
}

function about(): string {
  return `${crumbs()}${heading('About Valveglow')}<div class="block"><div class="block-container"><div class="block-body block-row"><div class="bbWrapper"><p>Valveglow was started in February 2014 by HumBucker after the closing of the old mailing list. It is run by volunteers and paid for by donations of about 900 pounds a year.</p><p>Write to <a href="mailto:post@valveglow.example">post@valveglow.example</a>.</p></div></div></div></div>`
}
