import { html } from 'hono/html'

import { describedNumbers } from '../graph/magic-numbers.ts'
import { accountEvents, sampleMessages } from '../graph/samples.ts'
import { navigation, type Html } from '../page/page.ts'

/** The message types of the phone, with their labels. */
const types: [type: string, label: string][] = [
  ['text', 'Text or file'],
  ['location', 'Location'],
  ['sticker', 'Sticker (with a file)'],
  ...Object.entries(sampleMessages).map(([type, { label, hint }]): [string, string] => [
    type,
    [label, hint].filter(Boolean).join(' '),
  ]),
  ['json', 'Anything else (its content as JSON)'],
]

const select = (name: string, options: [value: string, label: string][]): Html =>
  html`<select name="${name}">
    ${options.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
  </select>`

const number = (label: string, name: string): Html =>
  html`<label
    >${label}
    <input
      name="${name}"
      type="tel"
      required
      pattern="\\+[1-9][0-9 ]{6,18}"
      placeholder="+1 202 555 0147"
      title="With country code, such as +1 202 555 0147"
  /></label>`

const check = (name: string, label: string): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" checked /> ${label}</label>`

const menu = (summary: string, content: Html): Html =>
  html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`

/** Below `data-post` is what the script sends to the simulator, with the two whose chat it is. */
const others = html`${menu(
  'What else the customer does',
  html`<button type="button" data-post="calls">Calls, and nobody answers</button>
    <form data-post="numbers" class="form">
      ${number('Now has the number', 'number')}
      <button>Change</button>
    </form>`,
)}
${menu(
  'Numbers at which something goes wrong',
  html`<p class="soft">Whatever stands before: these are the last six digits.</p>
    <ul class="endings">
      ${describedNumbers.map(
        ({ ending, effect }) =>
          html`<li><button type="button" data-ending="${ending}">${ending}</button> ${effect}</li>`,
      )}
    </ul>`,
)}
${menu(
  'What happens to the account',
  html`<div class="endings">
    ${Object.entries(accountEvents).map(
      ([event, { label }]) =>
        html`<button type="button" data-post="account" data-event="${event}">${label}</button>`,
    )}
  </div>`,
)}
${menu(
  'The owner’s own phone',
  html`<form data-post="echoes" class="form">
    <label
      >The owner writes to this customer in the WhatsApp app
      <input name="text" required maxlength="4096" dir="auto"
    /></label>
    <label
      >As
      ${select('type', [
        ['text', 'Text'],
        ['unsupported', 'Something unsupported'],
        ['unknown', 'Something of an unknown type'],
      ])}</label
    >
    <button>Write</button>
  </form>`,
)}`

const options = html`<details class="wide">
  <summary>How it is sent</summary>
  <label>As ${select('type', types)}</label>
  <label
    >The webhook tells it
    ${select('deliveries', [
      ['1', 'once'],
      ['3', 'three times'],
      ['0', 'never'],
    ])}</label
  >
  <label
    >Written
    ${select('age', [
      ['0', 'now'],
      ['5', '5 minutes ago'],
      ['1500', '25 hours ago'],
    ])}</label
  >
  ${check('isLooking', 'Looks at the phone: messages are read')}
  ${check('wantsMarketing', 'Wants marketing messages')}
</details>`

/** The phones of contacts; what changes of them is in `phone-screen.ts`. */
export const phonePage = html`${navigation('/simulator')}
  <main class="phones" data-view="people">
    <section class="people" aria-labelledby="people-title">
      <h1 id="people-title">Customers</h1>
      <p class="soft">Write to a business as one of them.</p>
      <label id="choice"
        >Business
        <select id="business"></select
      ></label>
      <p id="nobody"></p>
      <ul id="people" class="rows"></ul>
      <form id="new-person" data-post="contacts" class="card form">
        ${number('Phone number', 'from')}
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
      ${others}
    </section>
    <section class="phone" aria-label="Phone">
      <header>
        <button id="back" type="button" aria-label="Back to customers">
          <span aria-hidden="true">‹</span>
        </button>
        <span id="face" aria-hidden="true"></span>
        <div>
          <h1 id="business-name" dir="auto"></h1>
          <p id="presence" role="status"></p>
        </div>
      </header>
      <div id="log" role="log" tabindex="0" aria-label="Messages"></div>
      <p id="window" class="note"></p>
      <p id="failure" class="note" role="alert"></p>
      <form id="composer">
        <p id="about" class="wide" hidden>
          <span dir="auto"></span>
          <button type="button" aria-label="Leave this message alone">×</button>
        </p>
        <label class="attach" title="Attach a file">
          <span class="hidden">Attach a file</span><span aria-hidden="true">+</span>
          <input class="hidden" type="file" name="file" />
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
