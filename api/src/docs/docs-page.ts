const signIn = `<p>
        Each call is made by an owner, with an ID token. On this machine any phone number will do,
        as in the app: what you do here you see there.
      </p>
      <form id="number-form">
        <label>
          Phone number
          <input name="phoneNumber" type="tel" autocomplete="tel" value="+919812345678" required />
        </label>
        <button>Send code</button>
      </form>
      <form id="code-form" hidden>
        <label>
          Verification code
          <input name="code" inputmode="numeric" autocomplete="one-time-code" required />
        </label>
        <button>Sign in</button>
        <a href="/dev/codes" target="_blank" rel="noopener">Sign-in codes</a>
      </form>
      <p id="sign-in-status" role="status"></p>
      <details id="token" hidden>
        <summary>The token, for other programs</summary>
        <textarea aria-label="Token" rows="6" readonly></textarea>
        <p>Send it as the header <code>Authorization: Bearer …</code></p>
      </details>`

const bringToken = `<p>
        Each call is made by an owner, with an ID token of the identity provider: press Authorize
        and paste one. The app sends one with each of its calls.
      </p>`

/** The page around Swagger UI; its scripts are files of their own, so the policy allows no inline ones. */
export const docsPage = ({ isLocal }: { isLocal: boolean }): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Errand API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/page.css" />
  </head>
  <body>
    <header class="intro">
      <h1>Try the API</h1>
      ${isLocal ? signIn : bringToken}
    </header>
    <main id="docs"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>${
      isLocal ? '\n    <script src="/api/docs/sign-in.js"></script>' : ''
    }
  </body>
</html>
`
