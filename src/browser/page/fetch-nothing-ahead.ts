/** Removes rules by which a browser fetches pages ahead, which it does past everything that looks at its requests. */
export const FETCH_NOTHING_AHEAD = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      for (const script of [node, ...(node.querySelectorAll?.('script') ?? [])])
        if (script.localName === 'script' && /^\\s*speculationrules\\s*$/i.test(script.type)) script.remove()
}).observe(document, { childList: true, subtree: true })`
