import { loose } from './provider.ts'

const MOST_COMPLAINT = 500

/** What an endpoint says is wrong, for the log. Some endpoints repeat the key that they do not accept. */
export function complaintOf(text: string, key: string | undefined): string {
  const said = messageIn(text) ?? text
  const complaint = key ? said.replaceAll(key, '[key]') : said
  return complaint.slice(0, MOST_COMPLAINT)
}

function messageIn(text: string): string | undefined {
  try {
    const [answer] = [JSON.parse(text) as unknown].flat()
    const { error, message, detail } = loose(answer) as Record<string, unknown>
    const found = [loose(error)['message'], error, message, detail].find((one) => typeof one === 'string')
    return found as string | undefined
  } catch {
    return undefined
  }
}
