export interface Point {
  x: number
  y: number
}

export interface Box extends Point {
  width: number
  height: number
}

export function cut(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x)
  const height = Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y)
  return { x, y, width, height }
}
