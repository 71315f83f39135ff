/** The path of a part of a book from a reference to it, which stands in the part at `from`. */
export function pathFrom(from: string, reference: string): string {
  const written = reference.replace(/[?#].*$/s, '')
  const target = decoded(written)
  const steps = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
