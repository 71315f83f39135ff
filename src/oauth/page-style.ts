/** The look of the sign-in pages: the system's fonts, light or dark as the system is, nothing loaded from anywhere. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--edge:#7d8790;--paper:#fff;--ground:#f3f5f7;--accent:#0b6b4f;--accent-ink:#fff;--warn:#7a4d00;--warn-paper:#fff4dc;--bad:#a3161b;--bad-paper:#ffebe9}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa5b1;--line:#3a424c;--edge:#77828e;--paper:#171b21;--ground:#0d1014;--accent:#3fb68b;--accent-ink:#06130e;--warn:#f2cc7c;--warn-paper:#33270d;--bad:#ff9b94;--bad-paper:#3a1512}}
*{box-sizing:border-box}
body{overflow-wrap:anywhere;margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:2rem}
.brand{margin:0 0 1.25rem;font-weight:700;letter-spacing:.02em;color:var(--accent)}
h1{margin:0 0 .5rem;font-size:1.35rem;line-height:1.3}
p{margin:0 0 1rem}.soft{color:var(--soft)}
label{display:block;font-weight:600;margin:0 0 .35rem}
input[type=email],input[type=text],input[type=password],select{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:8px;padding:.6rem .75rem;margin:0 0 1rem}
input.code{font-size:1.5rem;letter-spacing:.3em;font-variant-numeric:tabular-nums}
button{width:100%;font:inherit;font-weight:600;border-radius:8px;padding:.65rem 1rem;border:1px solid var(--accent);background:var(--accent);color:var(--accent-ink);cursor:pointer;margin:0 0 .6rem}
button.plain{background:transparent;color:var(--ink);border-color:var(--edge)}
button.link{width:auto;border:0;background:none;color:var(--accent);padding:0;margin:0;text-decoration:underline;font-weight:400}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
dl{margin:0 0 1.25rem;border:1px solid var(--line);border-radius:10px}
dl div{padding:.6rem .85rem;border-top:1px solid var(--line)}dl div:first-child{border-top:0}
dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-weight:600}
.note{border-radius:10px;padding:.75rem .9rem;margin:0 0 1.25rem}
.warn{background:var(--warn-paper);color:var(--warn)}.bad{background:var(--bad-paper);color:var(--bad)}
details{margin-top:1rem;border-top:1px solid var(--line);padding-top:1rem}summary{cursor:pointer;color:var(--soft)}details form{margin-top:1rem}
code{font-size:.9em}
`
