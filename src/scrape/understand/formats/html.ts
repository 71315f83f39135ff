import { render } from 'dom-serializer'
import type { ChildNode } from 'domhandler'

export function renderHtml(content: readonly ChildNode[]): string {
  return render(content, { encodeEntities: 'utf8' }).trim()
}
