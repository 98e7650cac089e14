import { html } from 'hono/html'

import { magicNumbers, type Fate } from '../graph/magic-numbers.ts'
import { accountEvents } from '../graph/phone-schemas.ts'
import { navigation, type Html } from '../page/page.ts'

/** A number at which something goes wrong, by its last digits. */
interface MagicNumber {
  ending: string
  effect: string
}

/** The phones of contacts, whose content is drawn by the page's script. */
export const phonePage = (numbers: MagicNumber[]): Html =>
  html`${navigation('/simulator')}
    <main class="phones" data-view="people">
      <section class="people" aria-labelledby="people-title">
        <h1 id="people-title">Customers</h1>
        <p class="soft">Write to a business as one of them.</p>
        <label id="choice"
          >Business
          <select id="business"></select
        ></label>
        <p id="nobody" hidden>
          No business has a number yet. Sign in to the app with any phone number, then come back.
        </p>
        <ul id="people" class="letters"></ul>
        <form id="new-person" class="card form">
          <label
            >Phone number
            <input
              name="number"
              type="tel"
              required
              pattern="\\+[1-9][0-9 ]{6,18}"
              placeholder="+1 202 555 0147"
              title="With country code, such as +1 202 555 0147"
          /></label>
          <label>Name <input name="name" maxlength="80" autocomplete="off" /></label>
          <label
            >Username, shown instead of the number
            <input
              name="username"
              pattern="@[a-z0-9._]{3,35}"
              placeholder="@asha"
              title="@ and 3 to 35 small letters, digits, dots or underscores"
              autocomplete="off"
          /></label>
          <button>Add customer</button>
        </form>
        ${doings} ${trouble(numbers)}
      </section>
      <section class="phone" aria-label="Phone">
        <header>
          <button id="back" type="button" aria-label="Back to customers">
            <span aria-hidden="true">‹</span>
          </button>
          <span class="face" aria-hidden="true"></span>
          <div>
            <h1 id="business-name" dir="auto"></h1>
            <p id="presence" role="status"></p>
          </div>
        </header>
        <div id="log" role="log" tabindex="0" aria-label="Messages"></div>
        <p id="window" class="window"></p>
        <p id="failure" class="failure" role="alert"></p>
        <form id="composer">
          <p id="about" hidden>
            <span dir="auto"></span>
            <button type="button" aria-label="Leave this message alone">×</button>
          </p>
          <label class="attach" title="Attach a file">
            <span class="hidden">Attach a file</span><span aria-hidden="true">+</span>
            <input type="file" name="file" />
          </label>
          <label class="hidden" for="text">Message</label>
          <textarea
            id="text"
            name="text"
            disabled
            rows="1"
            maxlength="4096"
            dir="auto"
            placeholder="Message"
          ></textarea>
          <button class="primary" aria-label="Send"><span aria-hidden="true">➤</span></button>
          ${options}
        </form>
      </section>
    </main>`

/** The message types of the phone, with their labels. */
const types = [
  ['text', 'Text or file'],
  ['location', 'Location'],
  ['contacts', 'Contact card'],
  ['sticker', 'Sticker (with a file)'],
  ['order', 'Order from the catalog (a note)'],
  ['form', 'Filled-in form (Label: value, a line each)'],
  ['product', 'Product (its id)'],
  ['text_about_product', 'Text about a product'],
  ['text_from_ad', 'Text from an ad'],
  ['text_in_group', 'Text in a group'],
  ['view_once', 'View-once picture'],
  ['poll_creation', 'Poll'],
  ['channel_post', 'Channel post'],
  ['call_permission', 'Permission to call'],
  ['identity_changed', 'New security code'],
  ['unsupported', 'Something unsupported'],
  ['unknown', 'Something of an unknown type'],
  ['json', 'Anything else (its content as JSON)'],
] as const

const options = html`<details class="options">
  <summary>How it is sent</summary>
  <label
    >As
    <select name="type">
      ${types.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
    </select></label
  >
  <label
    >The webhook tells it
    <select name="deliveries">
      <option value="1">once</option>
      <option value="3">three times</option>
      <option value="0">never</option>
    </select></label
  >
  <label
    >Written
    <select name="age">
      <option value="0">now</option>
      <option value="5">5 minutes ago</option>
      <option value="1500">25 hours ago</option>
    </select></label
  >
  <label class="check"
    ><input type="checkbox" name="isLooking" checked /> Looks at the phone: messages are read</label
  >
  <label class="check"
    ><input type="checkbox" name="wantsMarketing" checked /> Wants marketing messages</label
  >
</details>`

const doings = html`<details>
  <summary>What else the customer does</summary>
  <ul class="endings" id="doings">
    <li><button type="button" data-doing="welcome">Opens the chat</button></li>
    <li><button type="button" data-doing="call">Calls, and nobody answers</button></li>
  </ul>
  <form id="renumber" class="form">
    <label
      >Now has the number
      <input
        name="changed"
        type="tel"
        required
        pattern="\\+[1-9][0-9 ]{6,18}"
        placeholder="+1 202 555 0148"
    /></label>
    <button>Change</button>
  </form>
</details>`

const trouble = (numbers: MagicNumber[]): Html =>
  html`<details>
      <summary>Numbers at which something goes wrong</summary>
      <p class="soft">Whatever stands before: these are the last six digits.</p>
      <ul class="endings">
        ${numbers.map(
          ({ ending, effect }) =>
            html`<li>
              <button type="button" data-ending="${ending}">${ending}</button> ${effect}
            </li>`,
        )}
      </ul>
    </details>
    <details>
      <summary>What happens to the account</summary>
      <ul class="endings" id="account">
        ${shownEvents.map(
          ([event, words]) =>
            html`<li><button type="button" data-event="${event}">${words}</button></li>`,
        )}
      </ul>
    </details>
    <details>
      <summary>The owner's own phone</summary>
      <form id="echo" class="form">
        <label
          >The owner writes to this customer in the WhatsApp app
          <input name="text" required maxlength="4096" dir="auto"
        /></label>
        <label
          >As
          <select name="type">
            <option value="text">Text</option>
            <option value="unsupported">Something unsupported</option>
            <option value="unknown">Something of an unknown type</option>
          </select></label
        >
        <button>Write</button>
      </form>
    </details>`

/** Events of templates need the name of a template. */
const shownEvents = Object.entries(accountEvents).filter(([event]) => !event.includes('template'))

/** The numbers at which something goes wrong, for people to choose from. */
export const describeNumbers = (): MagicNumber[] =>
  Object.entries(magicNumbers)
    .map(([ending, fate]) => ({ ending, effect: effectOf(fate) }))
    .toSorted((a, b) => a.ending.localeCompare(b.ending))

function effectOf(fate: Fate): string {
  if (fate.kind === 'answer_lost') return 'Taken, and the answer to the call is lost'
  if (fate.kind === 'fails') return `Taken, then it fails: ${fate.fault.title}`
  if (fate.kind === 'refused') {
    return `Not taken${fate.times === 1 ? ' at first' : ''}: ${fate.fault.title}`
  }
  const { statuses, delayMs } = fate
  if (statuses.length === 0) return 'The phone is off: nothing is told'
  return `Told as ${statuses.join(', ')}${delayMs === undefined ? '' : ', late'}`
}
