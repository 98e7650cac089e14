// Sends the chosen action to the simulator, and its result to the parent page.
import { postJson } from './post-json.js'
import { handleButtons } from './window-actions.js'

const { order } = document.querySelector('main').dataset
const origin = new URLSearchParams(location.search).get('origin') ?? location.origin

const tell = (event, detail = {}) => parent.postMessage({ event, detail }, origin)
const ask = (action, body) => postJson(`checkout/${order}/${action}`, body)

const actions = {
  pay: async () => tell('paid', await ask('pay')),
  async fail() {
    const failed = await ask('fail')
    document.querySelector('#news').textContent = `${failed.error.description} You can try again.`
    tell('failed', failed)
  },
  async lose() {
    await ask('pay')
    tell('lost')
  },
  async 'lose-all'() {
    await ask('pay', { isTold: false })
    tell('lost')
  },
  cancel: () => tell('cancelled'),
}

handleButtons(actions)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') actions.cancel()
})
