import { each, esc } from '../../../markup.ts'
import { ELSEWHERE } from '../../../site.ts'

export interface Doc {
  path: string
  title: string
  body: string
}

/** The tree beside every page. */
export interface Caption {
  caption: string
  entries: { title: string; path: string; children?: { title: string; path: string }[] }[]
}

/** A page in the theme of Read the Docs, with links relative to it. */
export function themed(doc: Doc, tree: readonly Caption[], order: readonly Doc[]): string {
  const to = (path: string): string => relative(doc.path, path)
  const at = order.indexOf(doc)
  const previous = order[at - 1]
  const next = order[at + 1]
  return `<!DOCTYPE html>
<html class="writer-html5" lang="en" data-content_root="${to('/') || './'}"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1.0" /><title>${esc(doc.title)} &mdash; pebbleq 2.4.1 documentation</title><link rel="stylesheet" type="text/css" href="/_static/css/theme.css" /></head>
<body class="wy-body-for-nav"><div class="wy-grid-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-side-nav-search"><a href="${to('/')}" class="icon icon-home">pebbleq</a><div class="version">2.4</div><div role="search"><form id="rtd-search-form" class="wy-form" action="/search.html"><input type="text" name="q" placeholder="Search docs" aria-label="Search docs" /></form></div></div>
<div class="wy-menu wy-menu-vertical" data-spy="affix" role="navigation" aria-label="Navigation menu">${each(
    tree,
    ({ caption, entries }) =>
      `<p class="caption" role="heading"><span class="caption-text">${caption}</span></p><ul>${each(
        entries,
        ({ title, path, children = [] }) =>
          `<li class="toctree-l1${path === doc.path ? ' current' : ''}"><a class="reference internal" href="${to(path)}">${title}</a>${
            children.length > 0
              ? `<ul>${each(children, (child) => `<li class="toctree-l2${child.path === doc.path ? ' current' : ''}"><a class="reference internal" href="${to(child.path)}">${child.title}</a></li>`)}</ul>`
              : ''
          }</li>`,
      )}</ul>`,
  )}</div></div></nav>
<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><nav class="wy-nav-top" aria-label="Mobile navigation menu"><i data-toggle="wy-nav-top" class="fa fa-bars"></i><a href="${to('/')}">pebbleq</a></nav><div class="wy-nav-content"><div class="rst-content">
<div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li><a href="${to('/')}" class="icon icon-home" aria-label="Home"></a></li><li class="breadcrumb-item active">${esc(doc.title)}</li><li class="wy-breadcrumbs-aside"><a href="${ELSEWHERE}/pebbleq/edit${doc.path}" class="fa fa-github"> Edit on GitHub</a></li></ul><hr/></div>
<div role="main" class="document" itemscope="itemscope"><div itemprop="articleBody">${doc.body}</div></div>
<footer><div class="rst-footer-buttons" role="navigation" aria-label="Footer">${previous ? `<a href="${to(previous.path)}" class="btn btn-neutral float-left" title="${esc(previous.title)}" accesskey="p" rel="prev"><span class="fa fa-arrow-circle-left" aria-hidden="true"></span> Previous</a>` : ''}${next ? `<a href="${to(next.path)}" class="btn btn-neutral float-right" title="${esc(next.title)}" accesskey="n" rel="next">Next <span class="fa fa-arrow-circle-right" aria-hidden="true"></span></a>` : ''}</div><hr/><div role="contentinfo"><p>&#169; Copyright 2023-2026, the pebbleq authors. <span class="lastupdated">Last updated on May 20, 2026.</span></p></div>Built with <a href="${ELSEWHERE}/sphinx">Sphinx</a> using a <a href="${ELSEWHERE}/theme">theme</a> provided by Read the Docs.</footer></div></div></section></div></body></html>`
}

function relative(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 2)
  return (up === '' ? './' : up) + to.slice(1)
}

export function section(id: string, title: string, body: string, level = 1): string {
  return `<section id="${id}"><h${level}>${title}<a class="headerlink" href="#${id}" title="Link to this heading">¶</a></h${level}>${body}</section>`
}

export function table(head: readonly string[], body: readonly (readonly string[])[], caption = ''): string {
  return `<table class="docutils align-default">${caption && `<caption><span class="caption-text">${caption}</span></caption>`}<thead><tr class="row-odd">${each(
    head,
    (cell) => `<th class="head"><p>${cell}</p></th>`,
  )}</tr></thead><tbody>${each(
    body,
    (cells, at) =>
      `<tr class="${at % 2 === 0 ? 'row-even' : 'row-odd'}">${each(cells, (cell) => `<td><p>${cell}</p></td>`)}</tr>`,
  )}</tbody></table>`
}

export function code(text: string): string {
  return `<code class="docutils literal notranslate"><span class="pre">${esc(text)}</span></code>`
}

export function shell(text: string): string {
  return `<div class="highlight-console notranslate"><div class="highlight"><pre><span></span><span class="gp">$ </span>${esc(text)}\n</pre></div></div>`
}

export function fields(pairs: readonly (readonly [string, string])[]): string {
  return `<dl class="field-list simple">${each(pairs, ([label, value], at) => {
    const parity = at % 2 === 0 ? 'field-odd' : 'field-even'
    return `<dt class="${parity}">${label}<span class="colon">:</span></dt><dd class="${parity}"><p>${value}</p></dd>`
  })}</dl>`
}
