import type { Element } from 'domhandler'

/** A picture that nobody is meant to see: it reports that the page was opened, or takes up room. */
export function isPixel({ attribs }: Element, url: string): boolean {
  const { width, height, style } = attribs
  if (isTiny(width) && isTiny(height)) return true
  if (style !== undefined && /(?:^|;)\s*width:\s*[01](?:px)?\s*(?:;|$)/i.test(style)) return true
  return BEACON.test(url)
}

/** A picture that stands for a character: its description is that character. */
export function isPictureOfText({ attribs }: Element): boolean {
  const { alt, class: classes } = attribs
  if (!alt || alt.length > MAX_EMOJI_CHARS) return false
  return (
    (alt.trim() !== '' && EMOJI.test(alt)) ||
    (classes !== undefined && /(?:^|[\s_-])(?:emoji|emoticon|smiley|smilie)/i.test(classes))
  )
}

function isTiny(length: string | undefined): boolean {
  return length !== undefined && /^\s*[01](?:px)?\s*$/.test(length)
}

const MAX_EMOJI_CHARS = 40
const EMOJI =
  /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3)+$/u

const BEACON =
  /^https?:\/\/(?:[^/]*\.)?(?:facebook\.com\/tr\b|google-analytics\.com\/|googleadservices\.com\/|doubleclick\.net\/|scorecardresearch\.com\/|quantserve\.com\/|pixel\.wp\.com\/|stats\.wordpress\.com\/|bat\.bing\.com\/|counter\.yadro\.ru\/|mc\.yandex\.ru\/|px\.ads\.linkedin\.com\/|t\.co\/i\/adsct|analytics\.twitter\.com\/)|\/(?:spacer|blank|clear|pixel|1x1|transparent|tracking|beacon)\.(?:gif|png)(?:$|[?#])/i
