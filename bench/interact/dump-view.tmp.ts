import { openBenchBrowser } from './bench-browser.ts'
const [folder, app, path = '', ...clicks] = process.argv.slice(2)
const { startApps } = await import(`${folder}/server.mjs`)
const apps = await startApps()
await using browser = await openBenchBrowser()
const signal = AbortSignal.timeout(60000)
await browser.use(signal, async ({ page, openStage }) => {
  apps.reset('w', app)
  await page.goto(`${apps.url}/w/${app}/${path}`)
  await page.waitForLoadState('networkidle')
  for (const c of clicks) { await page.locator(c).first().click(); await page.waitForTimeout(500) }
  const view = await openStage().look(signal)
  const depth = new Map<string, number>()
  for (const e of view.elements) {
    const d = e.parent ? (depth.get(e.parent) ?? 0) + 1 : 0
    depth.set(e.ref, d)
    console.log(' '.repeat(d), e.ref, e.tag, e.role, JSON.stringify(e.name), 'own=' + JSON.stringify(e.ownText).slice(0, 60), e.value ? 'v=' + e.value : '', e.clickable ? 'CLICK' : '', e.editable ? 'EDIT' : '', e.disabled ? 'DIS' : '', e.checked !== undefined ? `chk=${e.checked}` : '', e.expanded !== undefined ? `exp=${e.expanded}` : '', e.pressed !== undefined ? `prs=${e.pressed}` : '', e.selected !== undefined ? `sel=${e.selected}` : '', e.title ?? '', e.placeholder ?? '', e.type ?? '', e.hints.slice(0, 30), e.options ? 'opts=' + e.options.map((o) => o.label).join('|').slice(0, 60) : '')
  }
})
await apps.close()
