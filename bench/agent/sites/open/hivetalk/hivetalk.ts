import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { ACTIVE, forumPages, FORUMS, memberOf, MEMBERS, THREADS, threadsIn, written } from './board.ts'
import type { Forum, Member, Thread } from './board.ts'
import type { Post } from './posts.ts'
import { tasks } from './tasks.ts'
import { HOME, PRIVACY, TERMS } from './texts.ts'

/** A forum of beekeepers on a common forum system: forums, threads over several pages and profiles of members. */
export const hivetalk = createSite({
  name: 'hivetalk',
  language: 'en',
  pages: {
    '/': page('HiveTalk', index(), []),
    ...Object.fromEntries(
      FORUMS.flatMap((forum) =>
        forumPages(forum).map(({ path }, at) => [path, page(forum.name, forumPage(forum, at), [HOME])]),
      ),
    ),
    ...Object.fromEntries(
      THREADS.flatMap((thread) =>
        thread.pages.map(({ path }, at) => [
          path,
          page(thread.title, threadPage(thread, at), [HOME, thread.forum]),
        ]),
      ),
    ),
    '/whats-new/': page('What’s new', whatsNew(), [HOME]),
    '/members/': page('Members', members(), [HOME]),
    ...Object.fromEntries(MEMBERS.map((member) => [member.path, page(member.name, profile(member), [HOME])])),
    '/help/terms/': page('Terms and rules', help('Terms and rules', TERMS), [HOME]),
    '/help/privacy-policy/': page('Privacy policy', help('Privacy policy', PRIVACY), [HOME]),
  },
  redirects: { '/index.php': '/' },
  deadLinks: ['/login/', '/register/'],
  notFound: page(
    'Oops! We ran into some problems.',
    help('Oops!', '<p>The requested page could not be found.</p>'),
    [],
  ),
  tasks,
})

function page(title: string, main: string, crumbs: readonly { name: string; path: string }[]): string {
  return `<!DOCTYPE html>
<html id="XF" lang="en-GB" dir="LTR" data-xf="2.3" data-app="public" class="has-no-js template-forum_view"><head><meta charset="utf-8" /><title>${esc(title)} | HiveTalk</title><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><link rel="stylesheet" href="/css.php?css=public%3Anormalize.css" /></head><body data-template="forum_view">
<div class="p-pageWrapper" id="top"><header class="p-header" id="header"><div class="p-header-inner"><div class="p-header-content"><div class="p-header-logo p-header-logo--image"><a href="/"><img src="/data/assets/logo/hivetalk.png" alt="HiveTalk" width="180" height="36" /></a></div></div></div></header>
<div class="p-navSticky p-navSticky--primary" data-xf-init="sticky-header"><nav class="p-nav"><div class="p-nav-inner"><div class="p-nav-scroller hScroller"><ul class="p-nav-list js-offCanvasNavSource"><li><div class="p-navEl is-selected"><a href="/" class="p-navEl-link p-navEl-link--splitMenu" data-nav-id="forums">Forums</a></div></li><li><div class="p-navEl"><a href="/whats-new/" class="p-navEl-link" data-nav-id="whatsNew">What’s new</a></div></li><li><div class="p-navEl"><a href="/members/" class="p-navEl-link" data-nav-id="members">Members</a></div></li></ul></div><div class="p-nav-opposite"><div class="p-navgroup p-account p-navgroup--guest"><a href="/login/" class="p-navgroup-link p-navgroup-link--textual p-navgroup-link--logIn" rel="nofollow"><span class="p-navgroup-linkText">Log in</span></a><a href="/register/" class="p-navgroup-link p-navgroup-link--textual p-navgroup-link--register" rel="nofollow"><span class="p-navgroup-linkText">Register</span></a></div></div></div></nav></div>
<div class="p-body"><div class="p-body-inner">${crumbs.length === 0 ? '' : `<ul class="p-breadcrumbs">${each(crumbs, ({ name, path }) => `<li><a href="${path}"><span>${esc(name)}</span></a></li>`)}</ul>`}<noscript class="js-jsWarning"><div class="blockMessage blockMessage--important">JavaScript is disabled. For a better experience, please enable JavaScript in your browser before proceeding.</div></noscript>${main}</div></div>
<footer class="p-footer" id="footer"><div class="p-footer-inner"><div class="p-footer-row"><ul class="p-footer-linkList"><li><a href="mailto:hive@hivetalk.example">Contact us</a></li><li><a href="/help/terms/">Terms and rules</a></li><li><a href="/help/privacy-policy/">Privacy policy</a></li><li><a href="${ELSEWHERE}/bee-supplies">Our sponsor: Amber Bee Supplies</a></li></ul></div><div class="p-footer-copyright">Community platform by XenForo<sup>®</sup> © 2010-2026 XenForo Ltd.</div></div></footer></div>
<div class="notices notices--bottom_fixer js-notices"><div class="notice notice--primary notice--cookie"><div class="notice-content"><div class="u-alignCenter">This site uses cookies to help personalise content and to keep you logged in if you register.</div><div class="u-inputSpacer u-alignCenter"><button class="button button--notice"><span class="button-text">Accept</span></button></div></div></div></div></body></html>`
}

function heading(title: string, description = ''): string {
  return `<div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${title}</h1></div>${description === '' ? '' : `<div class="p-description">${description}</div>`}</div>`
}

function time(at: string): string {
  return `<time class="u-dt" dir="auto" datetime="${at.replace(' ', 'T')}:00+0100" title="${written(at)} at ${at.slice(11)}">${written(at)}</time>`
}

function userLink({ name, path }: Member): string {
  return `<a href="${path}" class="username" dir="auto" data-xf-init="member-tooltip">${name}</a>`
}

function index(): string {
  return `${heading('HiveTalk', 'A forum for people who keep bees, since 2011')}<div class="p-body-main p-body-main--withSidebar"><div class="p-body-content"><div class="p-body-pageContent"><div class="block block--category"><div class="block-container"><h2 class="block-header"><a href="/">The apiary</a></h2><div class="block-body">${each(FORUMS, nodeRow)}</div></div></div></div></div>
<div class="p-body-sidebar"><div class="block" data-widget-key="forum_overview_members_online"><div class="block-container"><h3 class="block-minorHeader">Members online</h3><div class="block-body"><div class="block-row block-row--minor">${userLink(MEMBERS[1]!)}, ${userLink(MEMBERS[5]!)}</div></div><div class="block-footer"><span class="block-footer-counter">Total: 37 (members: 2, guests: 35)</span></div></div></div><div class="block" data-widget-key="forum_overview_forum_statistics"><div class="block-container"><h3 class="block-minorHeader">Forum statistics</h3><div class="block-body block-row"><dl class="pairs pairs--justified count--threads"><dt>Threads</dt><dd>1,343</dd></dl><dl class="pairs pairs--justified count--messages"><dt>Messages</dt><dd>21,908</dd></dl><dl class="pairs pairs--justified count--users"><dt>Members</dt><dd>816</dd></dl><dl class="pairs pairs--justified"><dt>Latest member</dt><dd>${userLink(MEMBERS[7]!)}</dd></dl></div></div></div></div></div>`
}

function nodeRow(forum: Forum): string {
  const threads = threadsIn(forum.name)
  const latest = ACTIVE.find((thread) => thread.forum === forum)!
  return `<div class="node node--id${forum.id} node--forum"><div class="node-body"><span class="node-icon" aria-hidden="true"></span><div class="node-main js-nodeMain"><h3 class="node-title"><a href="${forum.path}" data-xf-init="element-tooltip">${esc(forum.name)}</a></h3><div class="node-description node-description--tooltip">${forum.text}</div></div><div class="node-stats"><dl class="pairs pairs--rows"><dt>Threads</dt><dd>${threads.length}</dd></dl><dl class="pairs pairs--rows"><dt>Messages</dt><dd>${threads.reduce((sum, { posts }) => sum + posts.length, 0)}</dd></dl></div><div class="node-extra"><div class="node-extra-row"><a href="${latest.path}" class="node-extra-title" title="${esc(latest.title)}">${esc(latest.title)}</a></div><div class="node-extra-row"><ul class="listInline listInline--bullet"><li>${time(latest.last.at)}</li><li class="node-extra-user">${userLink(memberOf(latest.last))}</li></ul></div></div></div></div>`
}

function forumPage(forum: Forum, at: number): string {
  const pages = forumPages(forum)
  const threads = pages[at]!.threads
  const stuck = threads.filter(({ kind }) => kind === 'sticky')
  return `${heading(esc(forum.name), forum.text)}<div class="block" data-type="thread">${pageNav(pages, at)}<div class="block-container"><div class="block-filterBar"><div class="filterBar"><a class="filterBar-menuTrigger" role="button" tabindex="0">Filters</a></div></div><div class="block-body"><div class="structItemContainer">${stuck.length === 0 ? '' : `<div class="structItemContainer-group structItemContainer-group--sticky">${each(stuck, threadRow)}</div>`}<div class="structItemContainer-group js-threadList">${each(
    threads.filter(({ kind }) => kind !== 'sticky'),
    threadRow,
  )}</div></div></div></div>${pageNav(pages, at)}</div>`
}

function pageNav(pages: readonly { path: string }[], at: number): string {
  if (pages.length === 1) return ''
  return `<div class="block-outer"><div class="block-outer-main"><nav class="pageNavWrapper pageNavWrapper--mixed"><div class="pageNav">${at > 0 ? `<a href="${pages[at - 1]!.path}" class="pageNav-jump pageNav-jump--prev">Prev</a>` : ''}<ul class="pageNav-main">${each(pages, ({ path }, other) => `<li class="pageNav-page${other === at ? ' pageNav-page--current' : ''}"><a href="${path}">${other + 1}</a></li>`)}</ul>${at + 1 < pages.length ? `<a href="${pages[at + 1]!.path}" class="pageNav-jump pageNav-jump--next">Next</a>` : ''}</div></nav></div></div>`
}

function threadRow(thread: Thread): string {
  return `<div class="structItem structItem--thread js-threadListItem-${thread.id}" data-author="${thread.first.author}"><div class="structItem-cell structItem-cell--icon"><div class="structItem-iconContainer"><a href="${memberOf(thread.first).path}" class="avatar avatar--s avatar--default"><span class="avatar-u1-s" role="img" aria-label="${thread.first.author}">${thread.first.author.slice(0, 1)}</span></a></div></div><div class="structItem-cell structItem-cell--main" data-xf-init="touch-proxy">${thread.kind === 'sticky' ? '<ul class="structItem-statuses"><li><i class="structItem-status structItem-status--sticky" aria-hidden="true"></i><span class="u-srOnly">Sticky</span></li></ul>' : ''}${thread.kind === 'question' ? '<ul class="structItem-statuses"><li><span class="u-srOnly">Question</span></li></ul>' : ''}<div class="structItem-title"><a href="${thread.path}" data-tp-primary="on">${esc(thread.title)}</a></div><div class="structItem-minor"><ul class="structItem-parts"><li>${userLink(memberOf(thread.first))}</li><li class="structItem-startDate"><a href="${thread.path}" rel="nofollow">${time(thread.first.at)}</a></li></ul></div></div>
<div class="structItem-cell structItem-cell--meta" title="First message reaction score: 2"><dl class="pairs pairs--justified"><dt>Replies</dt><dd>${thread.replies}</dd></dl><dl class="pairs pairs--justified structItem-minor"><dt>Views</dt><dd>${thread.views}</dd></dl></div><div class="structItem-cell structItem-cell--latest"><a href="${thread.pages.at(-1)!.path}" rel="nofollow">${time(thread.last.at).replace('u-dt', 'structItem-latestDate u-dt')}</a><div class="structItem-minor">${userLink(memberOf(thread.last))}</div></div></div>`
}

function threadPage(thread: Thread, at: number): string {
  const solution = thread.posts.find(({ isSolution }) => isSolution)
  const similar = threadsIn(thread.forum.name)
    .filter((one) => one !== thread)
    .slice(-3)
  return `${heading(esc(thread.title))}<div class="p-description"><ul class="listInline listInline--bullet"><li><span class="u-srOnly">Thread starter</span> ${userLink(memberOf(thread.first))}</li><li><span class="u-srOnly">Start date</span> <a href="${thread.path}" class="u-concealed">${time(thread.first.at)}</a></li></ul></div>
<div class="block block--messages" data-xf-init="">${pageNav(thread.pages, at)}<div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">${at === 0 && solution ? `<div class="message message--simple"><div class="message-cell"><h4 class="block-textHeader">Solution by ${userLink(memberOf(solution))}</h4></div></div>` : ''}${each(thread.pages[at]!.posts, (post) => message(thread, post))}</div></div>${pageNav(thread.pages, at)}</div>
<div class="blockMessage blockMessage--none">You must log in or register to reply here.</div><div class="block"><div class="block-container"><h3 class="block-header">Similar threads</h3><div class="block-body"><div class="structItemContainer">${each(similar, threadRow)}</div></div></div></div>`
}

function message(thread: Thread, post: Post): string {
  const member = memberOf(post)
  const number = thread.posts.indexOf(post) + 1
  return `<article class="message${thread.kind === 'question' ? ' message-threadStarterPost--question' : ''} message--post js-post${post.isSolution ? ' message--solution' : ''}" data-author="${post.author}"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-avatar"><a href="${member.path}" class="avatar avatar--m avatar--default"><span role="img" aria-label="${member.name}">${member.name.slice(0, 1)}</span></a></div><div class="message-userDetails"><h4 class="message-name">${userLink(member)}</h4><h5 class="userTitle message-userTitle" dir="auto">${member.title}</h5></div><div class="message-userExtras"><dl class="pairs pairs--justified"><dt>Joined</dt><dd>${written(member.joined)}</dd></dl><dl class="pairs pairs--justified"><dt>Messages</dt><dd>${member.messages}</dd></dl>${member.location === null ? '' : `<dl class="pairs pairs--justified"><dt>Location</dt><dd><span class="u-concealed">${member.location}</span></dd></dl>`}</div></section></div>
<div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline"><li class="u-concealed"><a href="${thread.path}" rel="nofollow">${time(post.at)}</a></li></ul><ul class="message-attribution-opposite message-attribution-opposite--list"><li><a href="${thread.path}" rel="nofollow">#${number}</a></li></ul></header><div class="message-content js-messageContent">${number === 1 ? saleFields(thread) : ''}<div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div class="bbWrapper">${quote(post)}${esc(post.text)}</div></article></div>${member.signature === null ? '' : `<aside class="message-signature"><div class="bbWrapper">${member.signature}</div></aside>`}</div><footer class="message-footer"><div class="reactionsBar js-reactionsList"></div></footer></div></div></div></article>`
}

function quote({ quoted }: Post): string {
  if (quoted === null) return ''
  const [author, words] = quoted.split(': ')
  return `<blockquote class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote"><div class="bbCodeBlock-title">${author} said:</div><div class="bbCodeBlock-content">${words}</div></blockquote>`
}

function saleFields({ price, condition, collection }: Thread): string {
  const fields: [string, string | null][] = [
    ['Asking price', price === null ? null : `£${price}`],
    ['Condition', condition],
    ['Collection from', collection],
  ]
  return each(
    fields.filter(([, value]) => value !== null),
    ([label, value]) =>
      `<dl class="pairs pairs--columns pairs--fixedSmall pairs--customField"><dt>${label}</dt><dd>${value}</dd></dl>`,
  )
}

function whatsNew(): string {
  return `${heading('What’s new')}<div class="block"><div class="block-container"><h2 class="block-header">Latest activity</h2><div class="structItemContainer">${each(ACTIVE.slice(0, 6), threadRow)}</div></div></div>`
}

function members(): string {
  return `${heading('Notable members')}<div class="block"><div class="block-container"><h3 class="block-textHeader">Most messages</h3><ol class="block-body">${each(
    MEMBERS,
    (member) =>
      `<li class="block-row block-row--separated"><div class="contentRow contentRow--alignMiddle"><div class="contentRow-main"><div class="contentRow-extra contentRow-extra--large">${member.messages}</div><h3 class="contentRow-title">${userLink(member)}</h3></div></div></li>`,
  )}</ol></div></div>`
}

function profile(member: Member): string {
  const about: [string, string | null][] = [
    ['Location', member.location],
    ['Number of hives', member.hives],
    ['Website', member.website],
  ]
  return `<div class="block"><div class="block-container"><div class="block-body"><div class="memberHeader"><div class="memberHeader-main"><div class="memberHeader-content memberHeader-content--info"><h1 class="memberHeader-name"><span class="username" dir="auto">${member.name}</span></h1><div class="memberHeader-blurb" dir="auto"><span class="userTitle">${member.title}</span>${member.location === null ? '' : ` · From <span class="u-concealed">${member.location}</span>`}</div><div class="memberHeader-blurb"><dl class="pairs pairs--inline"><dt>Joined</dt><dd>${time(`${member.joined} 09:00`)}</dd></dl></div></div></div><div class="memberHeader-content"><div class="memberHeader-stats"><div class="pairJustifier"><dl class="pairs pairs--rows pairs--rows--centered"><dt>Messages</dt><dd>${member.messages}</dd></dl><dl class="pairs pairs--rows pairs--rows--centered"><dt>Reaction score</dt><dd>${member.score}</dd></dl></div></div></div></div></div></div></div>
<div class="block"><div class="block-container"><h2 class="block-tabHeader block-tabHeader--memberTabs tabs"><a class="tabs-tab is-active" role="tab">About</a></h2><div class="block-body">${each(
    about.filter(([, value]) => value !== null),
    ([label, value]) =>
      `<div class="block-row block-row--separated"><dl class="pairs pairs--columns pairs--fixedSmall"><dt>${label}</dt><dd>${value}</dd></dl></div>`,
  )}<div class="block-row"><h4 class="block-textHeader">Latest threads</h4><ul class="listPlain">${each(
    THREADS.filter(({ first }) => first.author === member.name).slice(0, 3),
    ({ path, title }) => `<li><a href="${path}">${esc(title)}</a></li>`,
  )}</ul></div></div></div></div>`
}

function help(title: string, text: string): string {
  return `${heading(title)}<div class="block"><div class="block-container"><div class="block-body block-row">${text}</div></div></div>`
}
