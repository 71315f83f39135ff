import type { WebSocket } from '@fastify/websocket'
import type { CrawlProgress, Crawls, CrawlKind, Watch } from '../../crawl/crawl.ts'
import { crawlStatus } from './crawl-status.ts'

export interface WatchNeeds {
  crawls: Crawls
  watch: Watch
}

/** The close codes that existing clients know. */
const ENDED = 1000
const NO_SUCH_THING = 1008
const DEFECT = 1011

/** As many documents as fit into one frame beside the state; whoever wants more of an ended job asks for it in pages. */
const FIRST = { skip: undefined, limit: 100 }

interface Watched {
  id: string
  teamId: string
  kind: CrawlKind
  statusUrl: string
}

/**
 * Tells a socket the state of a crawl, then each document as it comes, then the end. A client takes the first frame
 * that says it has ended for all there is. So when an ended job has more documents than one frame holds, the socket is
 * only closed, and the client goes on to read them page by page.
 */
export async function watchCrawl(socket: WebSocket, watched: Watched, needs: WatchNeeds): Promise<void> {
  const { id, teamId, kind, statusUrl } = watched
  const { crawls, watch } = needs
  const send = (text: string) =>
    new Promise<void>((resolve, reject) =>
      socket.send(text, (failure) => (failure ? reject(failure) : resolve())),
    )
  const end = async (progress: CrawlProgress, frame: (status: string) => string) => {
    const { text, next } = await crawlStatus(progress, FIRST, crawls, statusUrl)
    if (next >= progress.documents) {
      await send(frame(text))
      await crawls.handedOut(progress, 0, next)
    }
    socket.close(ENDED, 'done')
  }
  const fail = (failure: unknown) => {
    socket.close(DEFECT, 'The job can no longer be watched.')
    // A socket that the client closed is no failure of ours.
    return void failure
  }

  try {
    const progress = await crawls.find(id, teamId, kind)
    if (!progress || progress.retention === 'read')
      return socket.close(NO_SUCH_THING, `There is no ${kind} with this id, or it was read already.`)
    if (progress.state !== 'scraping') return await end(progress, catchUp)
    const { text, next } = await crawlStatus(progress, FIRST, crawls, statusUrl)
    await send(catchUp(text))
    const watching = watch(id, next, {
      document: (json) => send(`{"type":"document","data":${json}}`),
      ended: (last) => end(last, last.state === 'completed' ? done : catchUp),
      failed: fail,
    })
    socket.on('close', () => watching[Symbol.dispose]())
  } catch (failure) {
    fail(failure)
  }
}

function catchUp(status: string): string {
  return `{"type":"catchup","data":${status}}`
}

function done(status: string): string {
  return `{"type":"done","data":${status}}`
}
