// The list is made anew by the server; this only asks for it when there is something new.
const list = document.querySelector('#letters')

async function refresh() {
  const answer = await fetch(location.href)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const focused = document.activeElement?.getAttribute('href')
  list.replaceChildren(...page.querySelector('#letters').childNodes)
  document.title = page.title
  if (focused) list.querySelector(`a[href="${focused}"]`)?.focus()
}

const events = new EventSource('/simulator/mail/events')
// Reloads once the stream is open, because mails in between would be missed.
events.addEventListener('open', () => void refresh())
events.addEventListener('change', () => void refresh())
