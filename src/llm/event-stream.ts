/** Whether an answer came in events, asked for or not. */
export function isEventStream(contentType: unknown, text: string): boolean {
  return (
    String(contentType ?? '').includes('text/event-stream') || /^\s*(data|event):/.test(text.slice(0, 200))
  )
}

/** Stands for the mark of the end, which some send without ever giving a reason for it. */
export const DONE = { done: true }

/** What the events of a stream carry, in order. What is no JSON is left out. */
export function eventsOf(text: string): unknown[] {
  const events: unknown[] = []
  let data: string[] = []
  const take = () => {
    const joined = data.join('\n').trim()
    const event = joined === '[DONE]' ? DONE : parsed(joined)
    if (event !== undefined) events.push(event)
    data = []
  }
  for (const line of `${text}\n\n`.split(/\r\n|\n|\r/)) {
    if (line === '') take()
    else if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart())
  }
  return events
}

/** Whether the stream has said that it is over; some endpoints leave the connection open all the same. */
export function isOver(tail: string): boolean {
  return /data: ?(\[DONE\]|\{"type": ?"message_stop"[^\n]*\})\s*$/.test(tail)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
