/**
 * Parameters that tell a site where its visitors come from and that never choose what it shows. Names that some sites
 * use for content (`ref`, `source`, `campaign`, `trk`, `cid`) are not among them.
 */
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

/** Whether a parameter of this name, in lower case, only follows visitors around. */
export function isTracking(name: string): boolean {
  return NAMES.has(name) || PREFIXES.test(name)
}
