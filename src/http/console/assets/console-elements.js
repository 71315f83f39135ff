// Elements of the console. Data is only ever inserted as text, never as markup.

export function onSubmit(form, act) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    act()
  })
}

/** The newer clipboard API is missing without TLS, which is common in private networks. */
export function copy(text) {
  const carrier = make('textarea', { class: 'unseen' })
  carrier.value = text
  document.body.append(carrier)
  carrier.select()
  const copied = document.execCommand('copy')
  carrier.remove()
  return copied
}

export function joined(...parts) {
  return parts.filter(Boolean).join(' · ')
}

export function line(text, look = 'small') {
  return make('p', { class: look }, text)
}

export function make(tag, attributes, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}
