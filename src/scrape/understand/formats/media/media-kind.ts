export type MediaKind = 'audio' | 'video'

/** What a type says it is: a file or stream of sound or of pictures, a page that plays one, or nothing of the kind. */
export function kindOfType(type: string | undefined): MediaKind | 'player' | undefined {
  const name = type?.slice(0, 100).trim().toLowerCase() ?? ''
  if (name.startsWith('audio/') && !name.includes('mpegurl')) return 'audio'
  if (name.startsWith('video/') || STREAM_TYPES.test(name)) return 'video'
  return /^(?:text\/html|application\/x-shockwave-flash)\b/.test(name) ? 'player' : undefined
}

const STREAM_TYPES = /^(?:application|audio)\/(?:x-mpegurl|mpegurl|vnd\.apple\.mpegurl|dash\+xml|mp4)\b/

export function fileKindOfType(type: string | undefined): MediaKind | undefined {
  const kind = kindOfType(type)
  return kind === 'player' ? undefined : kind
}

/** What an address leads to by the name of its file; nothing where the name says nothing. */
export function kindOfUrl(address: string): MediaKind | undefined {
  const ending = endingOf(address)
  return ending === undefined ? undefined : ENDINGS.get(ending)
}

/** A file is better than a stream, which not every program plays. */
export function isStream(address: string): boolean {
  const ending = endingOf(address)
  return ending === 'm3u8' || ending === 'mpd'
}

function endingOf(address: string): string | undefined {
  const path = URL.parse(address)?.pathname ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1)
  // Wikis have pages about files, which are called like the file: `File:Song.ogg`.
  if (/^[^.]{2,60}?(?::|%3A)/i.test(name)) return undefined
  return /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase()
}

const AUDIO_ENDINGS = 'mp3 m4a m4b aac oga ogg opus wav flac weba wma aif aiff mka'.split(' ')
const VIDEO_ENDINGS = 'mp4 m4v webm ogv mov mkv avi mpg mpeg m3u8 mpd flv 3gp wmv'.split(' ')
export const MEDIA_ENDINGS: readonly string[] = [...AUDIO_ENDINGS, ...VIDEO_ENDINGS]
const ENDINGS: ReadonlyMap<string, MediaKind> = new Map([
  ...AUDIO_ENDINGS.map((ending) => [ending, 'audio'] as const),
  ...VIDEO_ENDINGS.map((ending) => [ending, 'video'] as const),
])
