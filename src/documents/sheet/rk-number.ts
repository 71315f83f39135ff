/** A number in four bytes: a whole one or the upper half of a fraction, and maybe a hundred times what is meant. */
export function rkNumber(bits: number): number {
  const scratch = new DataView(new ArrayBuffer(8))
  scratch.setInt32(4, bits & ~3, true)
  const number = (bits & 2) !== 0 ? bits >> 2 : scratch.getFloat64(0, true)
  return (bits & 1) !== 0 ? number / 100 : number
}
