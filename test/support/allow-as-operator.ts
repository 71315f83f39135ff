interface Page {
  url: string
  html: string
}

/** Goes through the pages that an authorization request leads to, as the operator who allows it, up to the client's own page. */
export async function allowAsOperator(authorizationUrl: string, adminKey: string): Promise<Page> {
  const visit = browser()
  const signIn = await visit(authorizationUrl)
  const consent = await visit(signIn.url, { ...hiddenFields(signIn), step: 'operator', key: adminKey })
  return await visit(consent.url, { ...hiddenFields(consent), step: 'allow' })
}

type Visit = (url: string, form?: Record<string, string>) => Promise<Page>

/** Keeps cookies, sends forms and follows where it is sent. */
function browser(): Visit {
  const jar = new Map<string, string>()
  return async function visit(url, form) {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value) jar.set(name!, value)
      else jar.delete(name!)
    }
    const html = await answer.text()
    const next = answer.headers.get('location')
    if (next !== null) return await visit(new URL(next, url).href)
    if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${html}`)
    return { url, html }
  }
}

function hiddenFields({ html }: Page): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}
