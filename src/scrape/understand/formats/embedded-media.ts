import { Element, isTag, Text } from 'domhandler'

export function mediaLink({ name, attribs, children }: Element): Element | undefined {
  const url = name === 'iframe' ? watchable(attribs) : playable(attribs['src'], children)
  if (url === undefined) return undefined
  const title = (attribs['title'] ?? attribs['aria-label'] ?? '').trim()
  const label = title === '' ? (name === 'audio' ? 'Audio' : 'Video') : title
  return new Element('p', {}, [new Element('a', { href: url }, [new Text(label)])])
}

function playable(src: string | undefined, children: Element['children']): string | undefined {
  const source = src ?? children.filter(isTag).find(({ name }) => name === 'source')?.attribs['src']
  return source && !/^(?:data|blob):/i.test(source.trim()) ? source : undefined
}

/** The page of a video whose player is framed: a reader can go there, but not into the frame. */
function watchable(attribs: Record<string, string>): string | undefined {
  const src = [
    attribs['src'],
    attribs['data-src'],
    attribs['data-lazy-src'],
    attribs['data-litespeed-src'],
  ].find((candidate) => candidate !== undefined && !/^(?:about|data):|^$/i.test(candidate))
  for (const [player, page] of PLAYERS) {
    const id = src && player.exec(src)?.[1]
    if (id) return page + id
  }
  return undefined
}

const PLAYERS: readonly (readonly [player: RegExp, page: string])[] = [
  [/youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/i, 'https://www.youtube.com/watch?v='],
  [/player\.vimeo\.com\/video\/(\d+)/i, 'https://vimeo.com/'],
  [/dailymotion\.com\/embed\/video\/(\w+)/i, 'https://www.dailymotion.com/video/'],
  [
    /^\s*(?:https?:)?\/\/player\.bilibili\.com\/player\.html\?(?:.*?&)??bvid=(\w+)/i,
    'https://www.bilibili.com/video/',
  ],
]
