/** What the browser is started with, besides what Playwright adds. */
export function switches(gateServer: string): string[] {
  return [
    // Everything goes through the gate, what is on this machine too.
    `--proxy-server=${gateServer}`,
    '--proxy-bypass-list=<-loopback>',
    // A second wall: the browser itself resolves no name, so nothing can go around the gate by one.
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(gateServer).hostname}`,
    // The one is understood by the packaged Chromium, the other by an installed Chrome; neither knows both.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    // A container's /dev/shm is often too small.
    '--disable-dev-shm-usage',
    '--disk-cache-size=33554432',
    '--font-render-hinting=none',
    // Pages that serve programs something else would otherwise be told that one visits them.
    '--disable-blink-features=AutomationControlled',
    `--js-flags=--max-old-space-size=${MOST_HEAP_MB}`,
  ]
}

const MOST_HEAP_MB = 1024

/**
 * What Playwright would add for the sake of tests. With the protection, a page that navigates ten thousand times in a
 * row is slowed down instead of stopping the whole browser; and nobody asked for its windows.
 */
export const UNWANTED_SWITCHES = ['--disable-ipc-flooding-protection', '--disable-popup-blocking']
