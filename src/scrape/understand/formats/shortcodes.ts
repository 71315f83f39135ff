/** Removes unexecuted commands such as `[vc_row]`. Only known names, because brackets are common in texts. */
export function withoutShortcodes(text: string): string {
  return text.includes('[') ? text.replace(SHORTCODE, '') : text
}

const SHORTCODE =
  /\[\/?(?:(?:vc|et_pb|fusion|su|ux|wpb|mkdf|eltdf|nectar|av)_[a-z_]{2,40}|caption|gallery|playlist|embed|contact-form-7|gravityform|ninja_form|wpforms|rev_slider)(?:\s[^[\]]{0,500})?\/?\]/gi
