// Sends the chosen action to the simulator, and its result to the parent page.
const window_ = document.querySelector('main')
const news = document.querySelector('#news')
const { order } = window_.dataset
const origin = new URLSearchParams(location.search).get('origin') ?? location.origin

const tell = (event, detail = {}) => parent.postMessage({ event, detail }, origin)

async function ask(action, body = {}) {
  const answer = await fetch(`checkout/${order}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const document_ = await answer.json()
  if (answer.ok) return document_
  news.textContent = document_.error.description
  return undefined
}

const ways = {
  async pay() {
    const paid = await ask('pay')
    if (paid) tell('paid', paid)
  },
  async fail() {
    const failed = await ask('fail')
    if (!failed) return
    news.textContent = `${failed.error.description} You can try again.`
    tell('failed', failed)
  },
  async lose() {
    if (await ask('pay')) tell('lost')
  },
  async 'lose-all'() {
    if (await ask('pay', { isTold: false })) tell('lost')
  },
  cancel: () => tell('cancelled'),
}

window_.addEventListener('click', ({ target }) => {
  const way = target.closest('button')?.dataset.do
  if (way !== undefined) void ways[way]()
})
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') ways.cancel()
})
// The buttons are enabled only now, when the script can handle them.
for (const button of window_.querySelectorAll('button')) button.disabled = false
window_.querySelector('button').focus()
