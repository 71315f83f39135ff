import { readable } from './escapes.ts'
import { looksRandom } from './shape.ts'

const PARAMETERS: readonly [name: RegExp, value: RegExp][] = [
  [
    /(?:^|[^a-z])(?:page|paged|pg|pages?_?(?:no|num|number|index|nr)|cur(?:rent)?_?page|pagen_\d+|page\[number\])\]?$/,
    /^\d{1,6}$/,
  ],
  [/^(?:seite|pagina|página|strona|sayfa|halaman|pag|str)$/, /^\d{1,6}$/],
  // A post of a blog is often `?p=1234`, a page of a list hardly ever.
  [/^p$/, /^\d{1,3}$/],
  [/(?:^|[^a-z])(?:offset|start|skip|from|start_?(?:at|row|index|record))\]?$/, /^\d{1,6}$/],
  [/(?:^|[^a-z])(?:cursor|page_?token|continuation(?:_?token)?)\]?$/, /^./],
  // A day is a filter: it does not lead through a list.
  [/(?:^|[^a-z])after\]?$/, /^(?!\d{4}-\d{2}-\d{2})(?=.*\d)[\w+/=.:-]{3,}$/],
]
const PAGE_SIZE = /per[_-]?page/

const PATH =
  /\/(?:(?:page|seite|pagina|página|strona|sayfa|halaman|pag)[/_-]?\d{1,6}|p-?\d{1,3})(?:\.\w{2,5})?\/?$/i

/** Whether an address leads on through a list: such pages are visited early, for they show what else there is. */
export function isPagination(url: string): boolean {
  const { pathname, search } = new URL(url)
  return PATH.test(readable(pathname)) || (search !== '' && search.slice(1).split('&').some(counts))
}

function counts(parameter: string): boolean {
  const end = parameter.indexOf('=')
  if (end < 1) return false
  const name = readable(parameter.slice(0, end)).toLowerCase()
  if (PAGE_SIZE.test(name)) return false
  const value = readable(parameter.slice(end + 1))
  return PARAMETERS.some(([names, values]) => names.test(name) && values.test(value))
}

const ALWAYS = /^(?:phpsessid|jsessionid|aspsessionid[a-z]*)$/
const WHEN_RANDOM = /^(?:sid|sess|sessid|session|session_?id|oscsid|xtcsid|zenid)$/
/** ColdFusion sends both; each alone may be anything. */
const COLDFUSION = /^(?:cfid|cftoken)$/
const BOTH_COLDFUSION = /(?=.*[?&]cfid=).*[?&]cftoken=/i

/** Whether a parameter of this name, in lower case, carries a session. `query` is all of its address's parameters. */
export function isSession(name: string, value: string, query: string): boolean {
  if (ALWAYS.test(name)) return true
  if (COLDFUSION.test(name)) return BOTH_COLDFUSION.test(query)
  return WHEN_RANDOM.test(name) && looksRandom(value)
}

const PATH_PARAMETER = /;(?:jsessionid|phpsessid)=[^/;]*/gi
/** How ASP.NET keeps a session without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page.aspx`. */
const PATH_SEGMENT = /\/\((?:[AFSX]\([\w-]{8,}\))+\)(?=\/|$)/g

export function withoutSession(path: string): string {
  if (!path.includes(';') && !path.includes('/(')) return path
  return path.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '') || '/'
}

/** Names that some sites use for content (`ref`, `source`, `campaign`, `trk`, `cid`) are not among them. */
const NAMES = new Set(
  [
    // Google
    'gclid gclsrc gbraid wbraid dclid gad_source gad_campaignid srsltid _ga _gl _gac',
    // Facebook, Instagram, X, TikTok, LinkedIn, Pinterest, Reddit, Snapchat
    'fbclid fb_action_ids fb_action_types fb_ref igshid igsh twclid ref_src ref_url __twitter_impression',
    'ttclid li_fat_id epik rdt_cid sccid',
    // Microsoft, Yandex, Yahoo, Alibaba
    'msclkid yclid ysclid ymclid _openstat guccounter guce_referrer guce_referrer_sig spm',
    // Letters: Mailchimp, HubSpot, Marketo, Klaviyo, Drip, Vero, Eloqua, MailerLite, Dotdigital, Salesforce, Omeda, Bronto
    'mc_cid mc_eid mc_tc _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok _ke _kx __s vero_id vero_conv',
    'elqtrackid elqtrack ml_subscriber ml_subscriber_hash dm_i sfmc_sub oly_enc_id oly_anon_id _bta_tid _bta_c',
    // Advertising and partner networks
    's_kwcid ef_id mkwid wickedid irclickid irgwc awc cjevent ranmid raneaid ransiteid tblci dicbo ob_click_id',
    'unicorn_click_id rb_clickid _branch_match_id _branch_referrer soc_src soc_trk nr_email_referer',
    // Audience measurement
    'pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid xtor at_campaign at_medium at_creation',
    'wt_mc wt_zmc wt.mc_id wt.mc_ev ns_campaign ns_mchannel ns_source ns_linkname ns_fee',
  ].flatMap((line) => line.split(' ')),
)
const PREFIXES = /^(?:utm_|mtm_|matomo_|piwik_|hsa_|pf_rd_|pd_rd_|trk_)/

export function isTracking(name: string): boolean {
  return NAMES.has(name) || PREFIXES.test(name)
}
